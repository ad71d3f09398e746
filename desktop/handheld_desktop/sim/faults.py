"""Ways to make the phone misbehave, as real ones do."""

from dataclasses import dataclass, field


@dataclass
class Faults:
    accessibility_off: bool = False
    capture_denied: bool = False
    stale_nodes: int = 0
    """So many of the next acts on a node find it gone."""
    slow_calls_seconds: float = 0
    """Every call takes this much longer."""
    no_windows: bool = False
    null_roots: bool = False
    """The windows are there but the system gives no content."""
    degraded: bool = False
    """Only the window in focus can be had."""
    clipboard_denied: bool = False
    logs_denied: bool = False
    radio_failure: str = ""
    """Why no message can be sent."""
    input_lost: bool = False
    """Fields take the focus but no input."""
    will_not_start: set[str] = field(default_factory=set)
    """Packages that crash when opened."""
