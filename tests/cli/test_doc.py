"""`doc`: a name, a point or a library, for people and programs."""

from __future__ import annotations

import json

from tests.cli.command import Command


def test_a_name_is_shown_with_usage_and_example(command: Command) -> None:
    shown = command("doc", "has-secret?")
    assert (shown.code, shown.stderr) == (0, "")
    assert shown.stdout.startswith("(has-secret? text [patterns])\n-> is there a credential in it?\n\n  (has-secret? ")
    assert shown.stdout.endswith("(import (harness secrets))\n")


def test_a_point_and_a_library_are_shown(command: Command) -> None:
    assert command("doc", "pre_tool").stdout.startswith("pre_tool: before a tool runs")
    assert command("doc", "harness", "paths").stdout.startswith("# (harness paths)\n")


def test_programs_read_json(command: Command) -> None:
    told = json.loads(command("doc", "fold", "--json").stdout)
    assert (told["kind"], told["libraries"][0]) == ("procedure", "(srfi 1)")


def test_an_unknown_name_is_64(command: Command) -> None:
    shown = command("doc", "pre_tol")
    assert (shown.code, shown.stdout) == (64, "")
    assert 'did you mean "pre_tool"?' in shown.stderr
