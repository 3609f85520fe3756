"""The page: what a key lets a person see and do, and nothing for anybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.server.agents.page.keys import Right, key_of, right_of
from chibi_hooks.server.agents.page.saves import PATIENCE, Saves
from chibi_hooks.server.door import Door
from tests.server.conftest import World
from tests.server.test_loopback import Asked

GUARD = """
(import (harness hooks))
(register-hook 'pre_tool
  (lambda (payload)
    (if (equal? (payload-ref (payload-ref payload "arguments") "command") "rm") (block "no <b>rm</b>") '())))
"""
RM = {"tool_name": "shell_exec", "arguments": {"command": "rm"}}


class Shown(Asked):
    """A server that holds a home, as a browser asks it."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        (self.home / "hooks/guard.scm").write_text(GUARD)
        self.door = Door.open(str(self.home), around=world.around)
        self.homes.adopt(self.door)
        self.key = Path(self.door.address).stem

    def fire(self, command: str = "rm") -> None:
        host = self.door.resident.host
        host.fire("pre_tool", {**RM, "arguments": {"command": command}})
        assert host.recorder is not None and host.recorder.flush()

    def browse(self, path: str, right: Right | None = "looking", method: str = "GET", **more: str) -> tuple[int, Any]:
        token = Path(self.address.token).read_text().strip()
        headers = {"Authorization": f"Bearer {key_of(token, right)}" if right else "", "Content-Type": ""}
        status, text = self.post(path, b"", {**headers, **more}, method)
        return status, json.loads(text)

    def look(self, what: str, query: str = "") -> Any:
        status, told = self.browse(f"/page/{what}?home={self.key}{query}")
        assert status == 200, told
        return told

    def act(self, what: str, query: str = "", right: Right = "acting") -> tuple[int, Any]:
        return self.browse(f"/page/{what}?home={self.key}{query}", right, "POST")


@pytest.fixture
def shown(world: World) -> Iterator[Shown]:
    made = Shown(world)
    yield made
    made.server.close()
    made.homes.close()
    made.door.stop()


def test_it_shows_who_answers_the_fires_and_how_one_was_decided(shown: Shown) -> None:
    shown.fire()
    shown.fire("ls")
    assert shown.look("homes")["homes"] == [{"key": shown.key, "homes": [str(shown.home)]}]
    fires = shown.look("fires")["fires"]
    assert [(each["decision"], each["about"], each["command"]) for each in fires] == [
        ("blocked", 'shell_exec "rm"', "rm"), ("none", 'shell_exec "ls"', "ls")]  # fmt: skip
    assert shown.look("fires", f"&after={fires[0]['seq']}")["fires"] == fires[1:]
    (point,) = [each for each in shown.look("standing")["points"] if each["responders"]]
    assert point["fires"] == 2 and point["decisions"] == {"blocked": 1, "none": 1}
    (guard,) = point["responders"]
    assert (guard["name"], guard["asked"], guard["opinions"], guard["failed"]) == ("guard", 2, 1, 0)
    assert 0 < guard["p50"] <= guard["p95"]
    fire = shown.look("fire", f"&id={fires[0]['id']}")
    assert fire["answers"][0]["source"] == ["3 | (register-hook 'pre_tool"]
    assert fire["outcome"] == {"block": True, "message": "no <b>rm</b>"} and "no <b>rm</b>" in fire["why"]
    path = shown.look("path", f"&id={fires[0]['id']}")
    assert path["note"] == "" and path["lines"][0].startswith("guard  hooks/guard.scm:")
    assert "no <b>rm</b>" in path["lines"][1]
    assert shown.look("coverage")["percent"] == 100


def test_counts_stay_with_a_hook_whose_line_moves(shown: Shown) -> None:
    host = shown.door.resident.host
    shown.fire()
    (shown.home / "hooks/guard.scm").write_text(f"\n\n{GUARD}")
    host.reload()
    shown.fire()
    shown.look("fires")
    ((guard,),) = [each["responders"] for each in shown.look("standing")["points"]]
    assert guard["asked"] == 2 and guard["place"].startswith("hooks/guard.scm:5")


def test_a_save_is_shown_with_what_it_changes_and_accepted_or_rolled_back(shown: Shown) -> None:
    host = shown.door.resident.host
    shown.fire()
    shown.look("fires")
    assert shown.look("saves") == {"events": [], "accepted": -1}
    (shown.home / "hooks/guard.scm").write_text(GUARD.replace('"rm"', '"mv"'))
    host.reload()
    events = _until(lambda: [each for each in shown.look("saves")["events"] if each["event"] == "decisions"])
    (changed,) = events[0]["changed"]
    assert (changed["before"]["decision"], changed["after"]["decision"]) == ("blocked", "none")
    assert shown.act("rollback", right="looking")[0] == 403 and not host.status.departures
    assert shown.act("accept")[1] == {"accepted": host.generation.number} == {
        "accepted": shown.look("saves")["accepted"]}  # fmt: skip
    assert shown.act("rollback")[0] == 200
    assert host.fire("pre_tool", RM).folded.values["block"] is True
    assert "hooks/guard.scm" in shown.look("standing")["departures"][0]


def _until(look: Any) -> Any:
    while not (found := look()):
        pass
    return found


def test_a_fire_is_kept_as_a_test_once(shown: Shown) -> None:
    shown.fire()
    (fire,) = shown.look("fires")["fires"]
    assert shown.act("promote", f"&id={fire['id']}", "looking")[0] == 403
    status, told = shown.act("promote", f"&id={fire['id']}")
    assert status == 200 and Path(told["test"]).parent == shown.home / "tests" and Path(told["fixture"]).exists()
    assert shown.act("promote", f"&id={fire['id']}")[0] == 400
    assert shown.act("promote", "&id=none-such")[0] == 400


@pytest.mark.parametrize("path", ["/", "/page.css", "/page.js"])
def test_the_page_itself_holds_nothing_and_may_load_nothing_from_elsewhere(shown: Shown, path: str) -> None:
    status, text = shown.post(path, b"", {"Authorization": "", "Content-Type": ""}, "GET")
    assert status == 200 and b"http:" not in text and b"https:" not in text and b"innerHTML" not in text
    assert b"style=" not in text and b" onclick=" not in text


def test_whoever_has_no_key_sees_nothing(shown: Shown) -> None:
    token = Path(shown.address.token).read_text().strip()
    assert shown.browse("/page/homes", None)[0] == 401
    assert shown.browse("/page/homes", Authorization=f"Bearer {token}")[0] == 401
    assert shown.browse("/page/homes", Origin="http://elsewhere.example")[0] == 403
    assert shown.browse("/page/homes", Host="elsewhere.example")[0] == 403
    assert shown.browse("/hook/claude-code", "acting", "POST", **{"Content-Type": "application/json"})[0] == 401
    assert shown.browse("/page/standing?home=none")[0] == 404
    assert shown.browse(f"/page/fires?home={shown.key}&after=x")[0] == 400


def test_a_key_tells_no_other_key() -> None:
    assert [right_of("token", key_of("token", right)) for right in ("looking", "acting")] == ["looking", "acting"]
    assert right_of("token", "token") is None and right_of("other", key_of("token", "acting")) is None
    assert right_of("token", "é") is None


def test_saves_are_compared_only_while_somebody_looks(shown: Shown) -> None:
    now = 0.0
    saves = Saves(shown.door.resident, lambda: now)
    saves.last()
    assert shown.door.resident.decisions._users == 1
    saves.rest()
    assert shown.door.resident.decisions._users == 1
    now = PATIENCE + 1
    saves.rest()
    assert shown.door.resident.decisions._users == 0
    saves.close()
