"""`hook chibi`: we are a plugin of chibi."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chibi_hooks import Host
from chibi_hooks.dialects.chibi.guest import ChibiGuest
from chibi_hooks.dialects.rows.memory import InProcess
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home

GUARD = """\
(define-hook pre_tool (tool_name) (if (equal? tool_name "rm") (block "no") (no-opinion)))
(define-hook pre_message () (car 1))
"""


def heard(root: Path, name: str, event: bytes, config: str = "") -> tuple[object, tuple[str, ...]]:
    home = make_home(root / "home", {"hooks/guard.scm": GUARD, "chibi-hooks.toml": config})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root)
    with Host.open(home=home, around=around) as host:
        said = ChibiGuest(name, event).answer(host, InProcess(lambda: 0.0))
    assert said.code == 0
    return json.loads(said.text), said.notes


def test_a_payload_comes_and_the_outcome_goes(tmp_path: Path) -> None:
    rm, ls = (json.dumps({"tool_name": each, "arguments": {}}).encode() for each in ("rm", "ls"))
    assert heard(tmp_path, "pre_tool", rm) == ({"block": True, "message": "no"}, ())
    assert heard(tmp_path, "pre_tool", ls) == ({}, ())
    assert heard(tmp_path, "post_tool", ls) == ({}, ())


def test_nobody_who_objects_is_no_denial(tmp_path: Path) -> None:
    event = json.dumps({"tool_name": "t", "path": "/a"}).encode()
    assert heard(tmp_path, "pre_file_read", event) == ({}, ())


def test_it_says_where_somebody_answers(tmp_path: Path) -> None:
    told, _ = heard(tmp_path, "--schema", b"")
    assert told["hooks"] == ["pre_message", "pre_tool"]  # type: ignore[index]


@pytest.mark.parametrize(("name", "event"), [("pre_tool", b"{"), ("pre_tool", b"\xff"), ("nonsense", b"{}"), ("", b"")])
def test_what_is_no_event_is_silence_and_a_denial_where_the_home_says_so(
    tmp_path: Path, name: str, event: bytes
) -> None:
    told, notes = heard(tmp_path, name, event)
    assert told == {}
    assert notes
    told, _ = heard(tmp_path, name, event, '[on_failure]\npre_tool = "deny"\n')
    assert ("on_failure" in str(told)) == (name == "pre_tool")


def test_a_failure_is_told(tmp_path: Path) -> None:
    told, notes = heard(tmp_path, "pre_message", b'{"prompt": "x"}')
    assert told == {}
    assert "wanted a pair" in notes[0]
