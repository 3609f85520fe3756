"""`list`: what is loaded, in the order in which it answers, and what was left out."""

from __future__ import annotations

import json

from tests.cli.command import Command
from tests.homes import answering, make_home


def test_hooks_are_listed_by_point_with_their_places(command: Command) -> None:
    files = {name: answering(name[8:], ["pre_tool", "post_tool"], {}) for name in ("plugins/b", "plugins/a")}
    make_home(command.directory / "home", files)
    result = command("list", "--home", "home")
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["POINT", "KIND", "RESPONDER", "PLACE"],
        ["pre_tool", "plugin", "a", "plugins/a"],
        ["pre_tool", "plugin", "b", "plugins/b"],
        ["post_tool", "plugin", "a", "plugins/a"],
        ["post_tool", "plugin", "b", "plugins/b"],
    ]


def test_json_names_homes_hooks_and_what_was_left_out(command: Command) -> None:
    make_home(command.directory / "home", {"plugins/a": answering("a", ["pre_tool"], {}), "plugins/bad": "#!/bin/sh\n"})
    found = json.loads(command("list", "--json", "--home", "home").stdout)
    assert found["homes"] == [str(command.directory / "home")]
    assert found["hooks"] == [{"point": "pre_tool", "kind": "plugin", "responder": "a", "place": "plugins/a"}]
    assert [each["place"] for each in found["skipped"]] == ["plugins/bad"]


def test_without_a_home_it_says_how_to_make_one(command: Command) -> None:
    result = command("list")
    assert (result.code, result.stdout) == (0, "")
    assert "`chibi-hooks init` makes one" in result.stderr


def test_a_project_home_that_is_not_run_is_mentioned(command: Command) -> None:
    make_home(command.directory / ".chibi", {"plugins/a": answering("a", ["pre_tool"], {})})
    assert "runs only after `chibi-hooks trust`" in command("list").stderr


def test_libraries_are_listed_with_their_tier(command: Command) -> None:
    make_home(command.directory / "home", {"lib/my/words.sld": "(define-library (my words))"})
    rows = [line.split("  ") for line in command("list", "--libraries", "--home", "home").stdout.splitlines()]
    tiers = {row[0]: row[-1] if len(row) == 1 else next(cell for cell in row[1:] if cell).strip() for row in rows}
    assert [tiers[name] for name in ("(srfi 1)", "(harness docs)", "(my words)")] == ["sandboxed"] * 3
    assert [tiers[name] for name in ("(harness io)", "(scheme file)", "(scheme eval)")] == ["unsandboxed"] * 3
    found = json.loads(command("list", "--libraries", "--json").stdout)["libraries"]
    assert {"library": "(scheme base)", "tier": "sandboxed", "place": ""} in found
    assert not any(each["library"].startswith("(engine") for each in found)
    assert command("list", "--libraries", "--tools").code == 64
