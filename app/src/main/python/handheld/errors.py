"""Every failure a caller can be told about. Each surface translates these in one place; nothing else is caught."""


class HandheldError(Exception):
    """A failure with a message for the person or agent on the other side."""

    code = "action_failed"
    """The name that crosses the seam (BridgeException.code), the audit log and the failure replies."""
    v1_code = -32003
    """The first edition's JSON-RPC code."""


class InvalidArguments(HandheldError):
    """The arguments cannot be acted on, whatever the state of the phone."""

    code = "invalid_arguments"
    v1_code = -32602


class PermissionDenied(HandheldError):
    """A person has to allow this first; the message says what, and where."""

    code = "permission_denied"
    v1_code = -32001


class AwaitsPerson(PermissionDenied):
    """The person is asked on the phone and has not answered yet."""

    code = "awaits_person"


class RefusedByPerson(PermissionDenied):
    """The person was asked on the phone and said no, or nothing in time."""

    code = "refused_by_person"


class OutOfScope(PermissionDenied):
    """The caller's token does not allow this."""

    code = "out_of_scope"


class ElementNotFound(HandheldError):
    """No such element on the screen now."""

    code = "element_not_found"
    v1_code = -32002


class ActionFailed(HandheldError):
    """The phone was asked and did not do it."""


class StaleNode(ActionFailed):
    """The node of that snapshot is gone or shows something else now: take a new snapshot and find it again."""

    code = "stale_node"


class NoSuchFile(ActionFailed):
    """No file or folder of that name in the location."""

    code = "no_such_file"


class Unsupported(ActionFailed):
    """This phone, or this storage, cannot do it at all."""

    code = "unsupported"


class TimedOut(HandheldError):
    """The phone did not answer in time."""

    code = "timed_out"
    v1_code = -32004


class Cancelled(HandheldError):
    """The caller withdrew the request; nobody waits for the answer."""

    code = "cancelled"


class Paused(HandheldError):
    """The person has stopped all agents for now."""

    code = "paused"


def from_code(code: str, message: str) -> HandheldError:
    """The error that another side of a seam named by its code."""
    return _BY_CODE.get(code, ActionFailed)(message)


_BY_CODE = {
    error.code: error
    for error in (
        InvalidArguments, PermissionDenied, ElementNotFound, ActionFailed, StaleNode, NoSuchFile, Unsupported, TimedOut,
        Cancelled, Paused, AwaitsPerson, RefusedByPerson,
    )
}  # fmt: skip
