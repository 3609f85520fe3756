"""An agent is one file and its recorded cases: both ways, through the walk, a source, `read` and `reply`."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.dialects import Dialect, dialects
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home

RECORDED = Path(__file__).parent.parent / "recorded"
CASES = sorted(RECORDED.glob("toy/*.json"))
SILENT = "(register-hook 'pre_shell_exec (lambda (p) '()))"

Open = Callable[..., Host]


@pytest.fixture(scope="module")
def toy() -> Dialect:
    return next(each for each in dialects("tests.dialects.agents") if each.agent == "toy")


@pytest.fixture
def opened(tmp_path: Path, toy: Dialect) -> Open:
    """A host in a project where the toy agent has these settings, and a home with these files."""

    def begin(settings: Any, files: dict[str, str | bytes] | None = None, **options: Any) -> Host:
        project = make_home(tmp_path / "work", {".toy.json": json.dumps(settings)})
        environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state")}
        around = Surroundings(environment, project, tmp_path)
        home = make_home(tmp_path / "home", files or {})
        return Host.open(home=home, around=around, sources=[toy.source(project, around)], **options)

    return begin


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_recorded_case(opened: Open, toy: Dialect, path: Path) -> None:
    case = json.loads(path.read_text())
    with opened(case.get("settings", {}), case.get("home")) as host:
        if "reply" in case:  # guest: our hooks answer
            heard = toy.read(json.dumps(case["event"]).encode())
            fire = host.fire(heard.point, heard.payload, origin=heard.origin, settle=False)
            reply = toy.reply(fire)
            assert [reply.text.decode(), reply.code] == case["reply"]
            assert fire.to_json()["origin"] == case["origin"]
        else:  # host: its handlers answer
            fire = host.fire(toy.table[case["event"]["event"]].key, case["event"], settle=False)
            assert fire.folded.values == case["outcome"]
            assert [(answer.kind, answer.responder) for answer in fire.answers] == [tuple(x) for x in case["answered"]]


def test_there_are_cases_of_both_ways() -> None:
    cases = [json.loads(path.read_text()) for path in CASES]
    assert {"reply" in case for case in cases} == {True, False}


def test_handlers_of_a_stage_are_asked_together_and_the_last_to_end_wins(opened: Open, tmp_path: Path) -> None:
    there, back = tmp_path / "there", tmp_path / "back"
    one = f'touch {there}; until [ -e {back} ]; do sleep 0.01; done; echo \'{{"command": "one"}}\''
    two = f'until [ -e {there} ]; do sleep 0.01; done; touch {back}; echo \'{{"command": "two"}}\''
    with opened({"Shell": [["sh", "-c", one], ["sh", "-c", two]]}) as host:
        fire = host.fire("toy:Shell", {"session": "s1", "command": "ls"})
    assert [answer.value for answer in fire.answers] == [{"command": "one"}, {"command": "two"}]
    last = max(fire.answers, key=lambda answer: answer.turn)
    assert fire.outcome.command == last.value["command"]


def test_responders_of_one_fire_draw_from_one_account(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.dialects.agents.toy import Handler

    seen: list[Any] = []
    real = Handler.ask
    lock = threading.Lock()

    def ask(self: Handler, event: Any) -> Any:
        with lock:
            seen.append(event.account)
        return real(self, event)

    monkeypatch.setattr(Handler, "ask", ask)
    with opened({"Shell": [["true"], ["true"]]}) as host:
        host.fire("toy:Shell", {"session": "s1", "command": "ls"})
    assert len(seen) == 2
    assert seen[0] is seen[1]


def test_settings_are_loaded_again_and_keep_their_last_good_version(opened: Open, tmp_path: Path) -> None:
    settings = tmp_path / "work/.toy.json"
    with opened({}) as host:
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).answers == []
        settings.write_text('{"Shell": [["sh", "-c", "echo no >&2; exit 2"]]}')
        reloaded = host.reload()
        assert reloaded is not None
        assert [str(each) for each in reloaded.added] == ["toy:Shell sh"]
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).outcome.why == "no"
        settings.write_text("{")
        broken = host.reload()
        assert broken is not None
        assert not broken.published
        assert host.status.stale == ("toy",)
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).outcome.verdict == "deny"
        host.rollback()
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).answers == []


@pytest.mark.parametrize("between", ["emptied", "removed"])
def test_settings_that_an_editor_empties_or_removes_before_it_writes_stay_as_they_were(
    opened: Open, tmp_path: Path, between: str
) -> None:
    settings = tmp_path / "work/.toy.json"
    with opened({"Shell": [["sh", "-c", "echo no >&2; exit 2"]]}) as host:
        now = host.reloader.clock()
        host.reloader.clock = lambda: now
        if between == "emptied":
            settings.write_text("")
        else:
            settings.unlink()
        assert host.reload() is None
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).outcome.why == "no"
        assert host.reloader.due is not None
        settings.write_text('{"Shell": [["sh", "-c", "echo never >&2; exit 2"]]}')
        assert host.reload() is not None
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).outcome.why == "never"
        settings.unlink()
        assert host.reload() is None
        assert host.reloader.due is not None
        now = host.reloader.due
        assert host.reload() is not None  # nobody brings it back
        assert host.fire("toy:Shell", {"session": "s1", "command": "ls"}).answers == []


def test_what_nobody_objects_to_is_settled_by_a_host_and_left_open_for_a_guest(opened: Open) -> None:
    payload = {"tool_name": "shell_exec", "command": "ls"}
    with opened({}, {"hooks/guard.scm": SILENT}) as host:
        assert host.fire("pre_shell_exec", payload).outcome.denied is True
        assert host.fire("pre_shell_exec", payload, settle=False).folded.values == {}
