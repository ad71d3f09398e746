"""The person's permission for one call: asked for on the phone, and waited for where that helps."""

from collections.abc import Callable

from .call import Call, Client, NeedsInput
from .confirm import Question
from .deed import Deed
from .errors import AwaitsPerson, RefusedByPerson

_ON_PHONE, _STATE = "on_phone", "confirm "
_PATIENCE_SECONDS = 15
"""How long a call waits for the person: less than clients wait for a call, and often enough within the rounds they make."""


class NeedsPerson(NeedsInput):
    """Raised for a call that waits for the person's answer on the phone: the client's own answer only says that they know."""

    code = AwaitsPerson.code


def obtain(call: Call, tool: str, describe: Callable[[], Deed], digest: str, may_wait: bool) -> None:
    """Returns where the person has said yes on the phone to what the digest stands for; raises what else there is to say."""
    if call.client.answers.get(_ON_PHONE, {}).get("action", "accept") != "accept":
        call.phone.confirm.withdraw(call.client.name, (call.client.state or "").removeprefix(_STATE))
        raise RefusedByPerson("Refused: the person behind you withdrew it. Nothing was done.")
    question = _question(call, tool, describe(), digest)
    if question is not None and may_wait and call.client.state == _state(question):
        _wait(call, question)
        question = _question(call, tool, describe(), digest)
    if question is not None:
        raise _waiting(call.client, question)


def _question(call: Call, tool: str, deed: Deed, digest: str) -> Question | None:
    seconds = call.phone.settings.confirm.timeout_seconds
    with call.holding(call.phone.screen_lock):  # a gesture under way must not end on the button that allows it
        return call.phone.confirm.seek(call.client.name, tool, deed, digest, seconds)


def _wait(call: Call, question: Question) -> None:
    def beat(passed: float) -> None:
        call.check()
        call.progress(int(passed), _PATIENCE_SECONDS, "Waiting for the person's answer on the phone")

    call.phone.confirm.wait(question, _PATIENCE_SECONDS, beat)


def _state(question: Question) -> str:
    return _STATE + question.id


def _waiting(client: Client, question: Question) -> Exception:
    """Says what waits to the person behind the client, or where it cannot ask them, to the client."""
    left = max(1, round(question.term.left))
    where = f"on the phone, in Handheld's notification or control page, within {left} seconds"
    elicitation = client.capabilities.get("elicitation")
    if not isinstance(elicitation, dict) or (elicitation and "form" not in elicitation):
        again = "Nothing was done. Tell them; then call again with the same arguments."
        return AwaitsPerson(f"Waiting for the person, who can allow this {where}: {question.deed.sentence}. {again}")
    message = f"Allow this {where}: {question.deed.sentence}. Then go on here; an answer here allows nothing."
    form = {"mode": "form", "message": message, "requestedSchema": {"type": "object", "properties": {}}}
    told = client.state == _state(question)
    requests = {} if told else {_ON_PHONE: {"method": "elicitation/create", "params": form}}
    return NeedsPerson(requests, _state(question))
