"""Whatever the control page is asked or ordered is answered: a page that somebody else wrote cannot crash it."""

import json
from urllib.parse import urlencode

import pytest
from counting import examples
from hypothesis import given
from hypothesis import strategies as st
from paging import paged
from values import ANYTHING, TEXTS

from handheld.page import routes

ORDERS = [name for name in routes._ORDERS if name not in ("server", "pause", "settings/save", "tokens/make")]
"""Not those that would stop what is tried, or fill the settings."""
NAMES = st.sampled_from([
    "name", "names", "tool", "arguments", "package", "digest", "changes", "link", "launcher", "token", "profile", "tools",
    "expires", "id",
    "answer", "on", "port", "slug", "tokens", "storage", "confirm", "signer", "caller",
])  # fmt: skip


@pytest.fixture(scope="module")
def visitor(tmp_path_factory):
    with paged(tmp_path_factory.mktemp("page")) as visitor:
        yield visitor.come_in()


@pytest.mark.parametrize("order", ["settings/save", *ORDERS])
@examples(6)
@given(sent=st.dictionaries(NAMES, ANYTHING | st.dictionaries(NAMES | TEXTS, ANYTHING, max_size=3), max_size=6) | ANYTHING)
def test_any_order_is_obeyed_or_refused(visitor, order, sent, counted):
    counted()
    if order == "settings/save" and isinstance(sent, dict):
        sent = {"changes": {"private_apps": sent.get("changes"), "confirm": sent.get("confirm"), "slug": sent.get("slug")}}
    answer = visitor.send("POST", f"/api/{order}", json.dumps(sent).encode(), {"content-type": "application/json"})
    assert answer.status in (200, 400, 409), (sent, answer)


@pytest.mark.parametrize("question", routes._QUESTIONS)
@examples(4)
@given(asked=st.dictionaries(st.sampled_from(["start", "client", "tool", "outcome", "name"]), TEXTS, max_size=3))
def test_any_question_is_answered(visitor, question, asked, counted):
    counted()
    answer = visitor.send("GET", f"/api/{question}?{urlencode(asked)}", None, {})
    assert answer.status in (200, 400, 409), (asked, answer)
