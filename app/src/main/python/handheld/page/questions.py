"""What waits for the person's answer, and the answers that last."""

from typing import Any

from ..app import App
from ..confirm import Question, Standing

Json = dict[str, Any]


def read(app: App, given: Json) -> Json:
    confirm = app.control.confirm
    return {
        "questions": [_about(each) | {"seconds": round(each.term.left, 1)} for each in confirm.questions],
        "standing": [
            _about(each) | {"allowed": each.allowed, "seconds": None if each.term is None else round(each.term.left)}
            for each in confirm.standing
        ],
    }


def _about(each: Question | Standing) -> Json:
    return {
        "id": each.id,
        "client": each.client,
        "tool": each.tool,
        "kind": each.deed.kind,
        "facts": each.deed.facts,
        "sentence": each.deed.sentence,
        "where": each.deed.where,
    }


def answer(app: App, given: Json) -> Json:
    app.control.confirm.decide(given["id"], given["answer"])
    return {}


def take_back(app: App, given: Json) -> Json:
    app.control.confirm.take_back(given["id"])
    return {}
