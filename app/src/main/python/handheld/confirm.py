"""Confirmation: what costs or cannot be undone waits until the person says yes on the phone.

Only the phone's own page and notification decide. What a client answers never does, for a client may be led astray; and while a
question waits no agent may touch the screen, where it could press the button itself.
"""

import itertools
import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from .clock import Clock, SystemClock
from .deed import Deed
from .errors import AwaitsPerson, InvalidArguments, RefusedByPerson

Answer = Literal["once", "hour", "no", "never"]
ANSWERS: tuple[Answer, ...] = ("once", "hour", "no", "never")

_HOUR = 3600
_MOST = 5
"""Questions of one client that wait or were not granted lately: more would be pestering."""
_SLICE_SECONDS = 0.25

Scope = tuple[str, str, str]
"""What a lasting answer is for: client, tool, and where."""


@dataclass(frozen=True, slots=True)
class Term:
    """A stretch of time, by the clock that is ahead: one stands still while the phone sleeps, the other can be set back."""

    clock: Clock
    now: float
    monotonic: float
    seconds: float

    @classmethod
    def of(cls, clock: Clock, seconds: float) -> "Term":
        return cls(clock, clock.now(), clock.monotonic(), seconds)

    @property
    def left(self) -> float:
        return self.seconds - max(self.clock.now() - self.now, self.clock.monotonic() - self.monotonic, 0)

    @property
    def over(self) -> bool:
        return self.left <= 0


@dataclass(slots=True, eq=False)
class Question:
    id: str
    client: str
    tool: str
    deed: Deed
    term: Term
    answer: Answer | None = None
    withdrawn: bool = False
    decided: threading.Event = field(default_factory=threading.Event)
    """Whoever waits need not any more."""

    @property
    def scope(self) -> Scope:
        return self.client, self.tool, self.deed.where

    @property
    def waits(self) -> bool:
        return self.answer is None and not self.withdrawn and not self.term.over


@dataclass(frozen=True, slots=True)
class Standing:
    """An answer that lasts: yes for an hour, or never."""

    id: str
    client: str
    tool: str
    deed: Deed
    allowed: bool
    term: Term | None = None

    @property
    def holds(self) -> bool:
        return self.term is None or not self.term.over


class Confirm:
    """The questions and the lasting answers of one phone, in memory only: a restart asks again."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self._numbers = itertools.count(1)
        self._questions: dict[tuple[str, str], Question] = {}
        self._standing: dict[Scope, Standing] = {}
        self._watchers: list[Callable[[], None]] = []
        self.answered = -math.inf
        """When the person gave the last answer, by the monotonic clock."""

    # For those who call

    def seek(self, client: str, tool: str, deed: Deed, digest: str, seconds: int) -> Question | None:
        """None where the person has allowed it: an answer for once is used up by that. The question where one waits, which may
        be new. RefusedByPerson where the answer is no, or nobody gave one in time."""
        with self._lock:
            standing = self._standing.get((client, tool, deed.where))
            if standing is not None and standing.holds:
                if standing.allowed:
                    return None
                raise RefusedByPerson(f"Refused: the person never allows this to {client or 'this client'}. Nothing was done.")
            found = self._kept(client, digest)
            if found is not None:
                return None if self._settled(found, (client, digest)) else found
            question = self._new(client, tool, deed, digest, seconds)
        self._tell()
        return question

    def _kept(self, client: str, digest: str) -> Question | None:
        """What was asked about exactly this, as long as it matters: for its time, and if it got no answer as long again."""
        for key, question in list(self._questions.items()):
            late = question.answer is not None or question.withdrawn
            if question.term.left <= (0 if late else -question.term.seconds):
                del self._questions[key]
        return self._questions.get((client, digest))

    def _settled(self, question: Question, key: tuple[str, str]) -> bool:
        if question.answer == "once":
            del self._questions[key]
            return True
        if question.waits:
            return False
        if question.answer is None and not question.withdrawn:
            del self._questions[key]  # told once; the next call asks again
            why = f"nobody answered on the phone within {question.term.seconds:.0f} seconds. Tell the person; then call again"
        else:
            why = "the person behind you withdrew it" if question.withdrawn else "the person said no on the phone"
        raise RefusedByPerson(f"Refused: {why}. Nothing was done: {question.deed.sentence}")

    def _new(self, client: str, tool: str, deed: Deed, digest: str, seconds: int) -> Question:
        if sum(asker == client for asker, _ in self._questions) >= _MOST:
            raise AwaitsPerson("Too many questions wait for the person, or were not granted lately. Nothing was done. Try later.")
        number = f"{next(self._numbers)}-{secrets.token_hex(4)}"
        question = Question(number, client, tool, deed, Term.of(self._clock, seconds))
        self._questions[client, digest] = question
        return question

    def wait(self, question: Question, seconds: float, beat: Callable[[float], None]) -> None:
        """Until it is decided or the time is over; the beat, told how much has passed, may end it by raising."""
        term = Term.of(self._clock, min(seconds, question.term.left))
        while not (question.decided.is_set() or term.over):
            beat(term.seconds - term.left)
            self._clock.wait(question.decided, _SLICE_SECONDS)

    def withdraw(self, client: str, id: str) -> None:
        """Who asked has changed their mind: also a yes for once that came meanwhile counts no more."""
        with self._lock:
            for question in self._questions.values():
                if question.id == id and question.client == client:
                    question.withdrawn, question.answer = True, None
                    question.decided.set()
        self._tell()

    def keep_off(self) -> None:
        """For whoever would touch the screen: not while the person has to decide there."""
        if self._questions and self.questions:
            raise AwaitsPerson(
                "Waiting for the person, who has to answer a question on the phone: until then agents leave the screen alone. "
                "Nothing was done. Tell them; then call again."
            )

    # For the person

    @property
    def questions(self) -> list[Question]:
        """Those that wait, the oldest first."""
        with self._lock:
            return [question for question in self._questions.values() if question.waits]

    @property
    def standing(self) -> list[Standing]:
        with self._lock:
            return [standing for standing in self._standing.values() if standing.holds]

    def decide(self, id: str, answer: Answer) -> None:
        """InvalidArguments where nothing of that id waits any more."""
        if answer not in ANSWERS:
            raise InvalidArguments(f"The answer must be one of: {', '.join(ANSWERS)}")
        with self._lock:
            question = next((each for each in self._questions.values() if each.id == id and each.waits), None)
            if question is None:
                raise InvalidArguments("This question is not waiting any more")
            question.answer, question.term = answer, Term.of(self._clock, question.term.seconds)
            question.decided.set()
            self.answered = self._clock.monotonic()
            if answer in ("hour", "never"):
                self._last(question)
        self._tell()

    def _last(self, question: Question) -> None:
        """The answer stands, also for what else was asked that it covers."""
        allowed = question.answer == "hour"
        term = Term.of(self._clock, _HOUR) if allowed else None
        self._standing[question.scope] = Standing(question.id, question.client, question.tool, question.deed, allowed, term)
        for key, other in list(self._questions.items()):
            if other.scope == question.scope:
                del self._questions[key]
                other.decided.set()

    def take_back(self, id: str) -> None:
        """Ends a lasting answer."""
        with self._lock:
            scope = next((scope for scope, standing in self._standing.items() if standing.id == id), None)
            if scope is None:
                raise InvalidArguments("This answer does not hold any more")
            del self._standing[scope]
        self._tell()

    def forget(self) -> None:
        """All but what is never allowed: whoever asked is gone, and a token of the same name may be another's."""
        with self._lock:
            dropped = list(self._questions.values())
            self._questions.clear()
            self._standing = {scope: standing for scope, standing in self._standing.items() if not standing.allowed}
        for question in dropped:
            question.withdrawn = True
            question.decided.set()
        self._tell()

    def watch(self, watcher: Callable[[], None]) -> None:
        """Calls it when something was asked, answered or taken back."""
        self._watchers.append(watcher)

    def _tell(self) -> None:
        with self._telling:  # so that who looks last has seen the last
            for watcher in self._watchers:
                watcher()
