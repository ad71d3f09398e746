import dataclasses
import json
import os
import stat
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.clock import SystemClock
from handheld.errors import ActionFailed, InvalidArguments
from handheld.settings import DownloadRules, LocationRules, Settings, Token, new_secret
from handheld.settings_file import SettingsFile
from handheld.settings_json import SCHEMA


class StoppedClock(SystemClock):
    def now(self) -> float:
        return 1_800_000_000.25


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def written(path: Path, value: object) -> SettingsFile:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return SettingsFile(path, StoppedClock())


def test_without_a_file_the_defaults_hold_and_none_is_made(path: Path) -> None:
    file = SettingsFile(path)
    assert file.load() == Settings()
    assert file.problems == []
    assert not path.exists()


def test_what_is_saved_is_what_is_loaded(path: Path) -> None:
    settings = Settings(
        slug="pixel7",
        port=0,
        tls=True,
        tokens=(Token("laptop", "t" * 43), Token("büro", "~!")),
        disabled_tools=("send_sms",),
        allowed_hosts=("phone.local",),
        download=DownloadRules(allow_http=True, timeout_seconds=5),
        storage={"primary:Download": LocationRules("Fotos 📷", allow_write=True)},
    )
    SettingsFile(path).save(settings)
    file = SettingsFile(path)
    assert file.load() == settings
    assert file.problems == []


names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
any_settings = st.builds(
    Settings,
    slug=st.from_regex(r"\A[A-Za-z0-9_]{0,20}\Z"),
    host=names,
    port=st.integers(0, 65535),
    tls=st.booleans(),
    tokens=st.lists(st.builds(Token, names, st.from_regex(r"\A[!-~]{1,60}\Z")), max_size=3).map(tuple),
    disabled_tools=st.lists(names, max_size=3).map(tuple),
    file_size_limit_bytes=st.integers(1, 2**40),
    download=st.builds(DownloadRules, st.booleans(), st.booleans(), st.booleans(), st.integers(1, 3600)),
    storage=st.dictionaries(names, st.builds(LocationRules, names, st.booleans(), st.booleans()), max_size=3),
)


@given(any_settings)
def test_every_allowed_value_survives_the_disk(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    path = tmp_path_factory.getbasetemp() / "any-settings.json"
    SettingsFile(path).save(settings)
    assert SettingsFile(path).load() == settings


def test_a_file_may_say_only_what_differs(path: Path) -> None:
    file = written(path, {"port": 9000, "download": {"allow_http": True}})
    assert file.load() == Settings(port=9000, download=DownloadRules(allow_http=True))


def test_a_whole_number_written_with_a_point_is_a_whole_number(path: Path) -> None:
    port = written(path, {"port": 9000.0}).load().port
    assert (port, type(port)) == (9000, int)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "not JSON"),
        ('{"port": 80', "not JSON"),
        ("\udcff{}", "not JSON"),
        ('{"port": NaN}', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "is not of type 'object'"),
        ({"port": "8080"}, "port: '8080' is not of type 'integer'"),
        ({"port": 65536}, "port: 65536 is greater than the maximum of 65535"),
        ({"port": True}, "port: True is not of type 'integer'"),
        ({"slug": "has space"}, "slug: not allowed; it is: The part of the tool names"),
        ({"slug": "trailing\n"}, "slug: not allowed"),
        ({"slug": "x" * 21}, "slug: not allowed"),
        ({"tokens": [{"name": "me"}]}, "tokens.0: 'token' is a required property"),
        ({"tokens": [{"name": "me", "token": ""}]}, "tokens.0.token: not allowed"),
        ({"tokens": [{"name": "me", "token": "a\nb"}]}, "tokens.0.token: not allowed"),
        ({"storage": {"a": {"allow_write": "yes"}}}, "storage.a.allow_write: 'yes' is not of type 'boolean'"),
        ({"download": {"timeout_seconds": 0}}, "download.timeout_seconds: 0 is less than the minimum of 1"),
    ],
)
def test_a_broken_file_is_set_aside_and_the_defaults_hold(path: Path, content: object, reason: str) -> None:
    original = content if isinstance(content, str) else json.dumps(content)
    path.write_bytes(original.encode(errors="surrogateescape"))
    file = SettingsFile(path, StoppedClock())
    assert file.load() == Settings()
    assert not path.exists()
    aside = path.with_name("settings.broken-20270115T080000250000Z.json")
    assert aside.read_bytes() == original.encode(errors="surrogateescape")
    [problem] = file.problems
    assert reason in problem
    assert aside.name in problem
    assert len(problem) < 1000


def test_a_look_leaves_a_broken_file_where_it_is(path: Path) -> None:
    file = written(path, {"port": "x"})
    with pytest.raises(InvalidArguments, match="port: 'x' is not of type 'integer'"):
        file.peek()
    assert path.exists()


def test_a_refused_token_is_not_shown(path: Path) -> None:
    file = written(path, {"tokens": [{"name": "me", "token": "my secret"}]})
    file.load()
    assert "my secret" not in file.problems[0]


def test_a_new_secret_can_be_the_value_of_a_flag() -> None:
    """One in 64 would begin with '-' if nothing were done about it."""
    assert not [secret for secret in (new_secret() for _ in range(2000)) if not secret[0].isalnum() and secret[0] != "_"]


def test_unknown_keys_are_reported_and_survive_a_save(path: Path) -> None:
    file = written(path, {"port": 1, "color": {"theme": "dark"}, "download": {"proxy": "none", "allow_http": True}})
    settings = file.load()
    assert settings == Settings(port=1, download=DownloadRules(allow_http=True))
    assert {problem.split("'")[1] for problem in file.problems} == {"color", "download.proxy"}
    file.save(dataclasses.replace(settings, port=2))
    saved = json.loads(path.read_text())
    assert saved["color"] == {"theme": "dark"}
    assert saved["download"]["proxy"] == "none"
    assert saved["port"] == 2


def test_a_misspelt_rule_of_a_location_is_reported(path: Path) -> None:
    file = written(path, {"storage": {"docs": {"allow_writ": True}}})
    assert file.load().storage == {"docs": LocationRules()}
    assert "'storage.docs.allow_writ'" in file.problems[0]


def test_a_location_that_was_removed_stays_removed(path: Path) -> None:
    file = written(path, {"storage": {"docs": {"allow_write": True}}})
    file.save(dataclasses.replace(file.load(), storage={}))
    assert SettingsFile(path).load().storage == {}


def test_the_file_is_for_its_owner_only(path: Path) -> None:
    path.write_text("{}")
    path.chmod(0o644)
    SettingsFile(path).save(Settings())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_settings_that_are_not_allowed_are_refused_and_the_file_stays(path: Path) -> None:
    file = SettingsFile(path)
    file.save(Settings(port=1))
    with pytest.raises(InvalidArguments, match="port: 70000 is greater than"):
        file.save(Settings(port=70000))
    assert SettingsFile(path).load() == Settings(port=1)


def test_a_save_that_fails_leaves_the_old_file_and_no_litter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SettingsFile(path)
    file.save(Settings(port=1))

    def disk_is_full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", disk_is_full)
    with pytest.raises(ActionFailed, match="No space left"):
        file.save(Settings(port=2))
    assert SettingsFile(path).load() == Settings(port=1)
    assert [found.name for found in path.parent.iterdir()] == ["settings.json"]


def test_the_schema_is_one_and_describes_every_setting() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert list(SCHEMA["properties"]) == [field.name for field in dataclasses.fields(Settings)]
    for name, schema in SCHEMA["properties"].items():
        assert schema["description"], name
    jsonschema.validate(json.loads(json.dumps(dataclasses.asdict(Settings()))), SCHEMA)


def test_the_schema_states_the_defaults() -> None:
    defaults = dataclasses.asdict(Settings())
    for name, schema in SCHEMA["properties"].items():
        if "default" in schema:
            assert schema["default"] == (list(defaults[name]) if isinstance(defaults[name], tuple) else defaults[name])
