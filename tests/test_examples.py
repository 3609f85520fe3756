"""Every example runs: the quickstart, and each seed example as a plugin and as a hook file, which decide the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.docs.pages import recipe_folders, recipe_title
from chibi_hooks.hooks.checking.testing import run_test_file
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.homes.home import Surroundings

EXAMPLES = Path(__file__).parent.parent / "examples"
RECIPES = EXAMPLES / "recipes"
PAIRS = sorted(path.parent.name for path in EXAMPLES.glob("*/cases"))
CASES = sorted(
    str(path.relative_to(EXAMPLES))[: -len(".payload.json")] for path in EXAMPLES.glob("*/cases/*.payload.json")
)
TIME = re.compile(r"\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\]")


def path_with_jq(tmp_path: Path, *, own: bool = False) -> str:
    """The PATH for plugins; with a stand-in for jq where there is none, or when our `own` is wanted."""
    if shutil.which("jq") and not own:
        return os.environ["PATH"]
    stand_in = tmp_path / "bin/jq"
    stand_in.parent.mkdir(exist_ok=True)
    stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{Path(__file__).parent / "jq.py"}" "$@"\n')
    stand_in.chmod(0o755)
    return f"{stand_in.parent}:{os.environ['PATH']}"


def fire_example(home: Path, point: str, payload: Any, tmp_path: Path, *, own_jq: bool = False) -> Fire:
    environment = {
        "PATH": path_with_jq(tmp_path, own=own_jq),
        "CHIBI_HOOKS_STATE": str(tmp_path / "state"),
        "HOOK_LOG": str(tmp_path / "hook.log"),
    }
    with Host.open(home=home, around=Surroundings(environment, tmp_path, tmp_path)) as host:
        assert host.notices == ()
        return host.fire(point, payload)


def outcome_of(fire: Fire) -> Any:
    """The outcome, with times of day made equal."""
    assert [answer.error for answer in fire.answers] == [None]
    return json.loads(TIME.sub("[TIME]", json.dumps(fire.to_json()["outcome"])))


def read(path: str) -> Any:
    return json.loads((EXAMPLES / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("form", ["plugin", "scheme"])
@pytest.mark.parametrize("case", CASES)
def test_a_recorded_payload_has_the_expected_outcome_in_both_forms(case: str, form: str, tmp_path: Path) -> None:
    example, _, name = case.partition("/cases/")
    home = EXAMPLES / example / form
    fire = fire_example(home, name.partition(".")[0], read(f"{case}.payload.json"), tmp_path)
    assert outcome_of(fire) == read(f"{case}.outcome.json")


@pytest.mark.parametrize("example", ["tool-filter", "tool-blocker", "logger"])
def test_the_stand_in_for_jq_is_as_good_as_jq_for_the_examples(example: str, tmp_path: Path) -> None:
    for case in (each for each in CASES if each.startswith(f"{example}/")):
        point = case.rpartition("/")[2].partition(".")[0]
        home = EXAMPLES / example / "plugin"
        fire = fire_example(home, point, read(f"{case}.payload.json"), tmp_path, own_jq=True)
        assert outcome_of(fire) == read(f"{case}.outcome.json")


def test_every_case_has_both_of_its_files() -> None:
    outcomes = {str(path.relative_to(EXAMPLES)) for path in EXAMPLES.glob("*/cases/*.outcome.json")}
    assert outcomes == {f"{case}.outcome.json" for case in CASES}


@pytest.mark.parametrize("example", PAIRS)
def test_every_seed_example_exists_as_one_plugin_and_one_hook_file(example: str) -> None:
    assert len(list((EXAMPLES / example / "plugin/plugins").iterdir())) == 1
    assert len(list((EXAMPLES / example / "scheme/hooks").glob("*.scm"))) == 1


def test_the_logger_plugin_writes_what_it_sees(tmp_path: Path) -> None:
    payload = read("logger/cases/pre_message.question.payload.json")
    fire_example(EXAMPLES / "logger/plugin", "pre_message", payload, tmp_path)
    logged = json.loads((tmp_path / "hook.log").read_text())
    assert (logged["point"], logged["payload"]) == ("pre_message", payload)


def test_in_the_quickstart_a_plugin_and_a_hook_file_both_speak(tmp_path: Path) -> None:
    fire = fire_example(EXAMPLES / "quickstart/home", "pre_tool", read("quickstart/payload.json"), tmp_path)
    assert [(answer.kind, answer.error) for answer in fire.answers] == [("plugin", None), ("scheme", None)]
    assert all(answer.value for answer in fire.answers)
    assert fire.to_json()["outcome"] == read("quickstart/outcome.json")


def test_the_table_of_the_examples_names_every_folder_and_the_points_it_answers(tmp_path: Path) -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| (.*) \|$", (EXAMPLES / "README.md").read_text("utf-8"), re.MULTILINE)
    told = {folder: set(re.findall(r"`(\w+)`", points)) for folder, points in rows}
    folders = [path for path in EXAMPLES.iterdir() if path.is_dir() and path != RECIPES]
    assert told == {path.name: points_of(path, tmp_path) for path in folders}


def points_of(example: Path, tmp_path: Path) -> set[str]:
    """The points at which a responder of the example's home answers, or of its form in Scheme."""
    home = example / "home" if (example / "home").is_dir() else example / "scheme"
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    with Host.open(home=home, around=around) as host:
        return {point for point, responders in host.generation.responders.items() if responders.hooks}


REFUSED = [
    "rm -rf src",
    "cd x && sudo rm -r -- src",
    "sh -c 'rm -rf ~'",
    "find . -name x -exec rm -r {} +",
    "r''m -Rf build src",
    "rm -rf $X",
    "echo 'rm -rf /' | bash",
    "rm -rf build/../src",
    "rm -rf 'x",
    "git push -f",
    "git -C x push --force origin main",
    "X=push; git $X -f",
]
ALLOWED = [
    "rm -rf build",
    "rm -rf ./dist/",
    "rm -r build/a dist/b",
    "rm notes.txt",
    "git push --force-with-lease",
    "git commit -m 'rm -rf src'",
    "echo rm -rf src",
    "ls # rm -rf src",
    "cat <<E\nrm -rf src\nE",
    "git push",
    "man rm",
    "grep -rf patterns x",
]


@pytest.mark.parametrize("command", REFUSED + ALLOWED)
def test_the_command_guard_judges_what_would_run(command: str, tmp_path: Path) -> None:
    payload = {"tool_name": "shell_exec", "arguments": {"command": command}}
    outcome = outcome_of(fire_example(EXAMPLES / "command-guard/home", "pre_tool", payload, tmp_path))
    assert bool(outcome.get("block")) is (command in REFUSED)


def test_the_command_guard_keeps_credentials_out_of_files(tmp_path: Path) -> None:
    for content, refused in (("key: AKIA" + "A1B2" * 4, True), ("key: $KEY", False)):
        payload = {"tool_name": "write_file", "arguments": {"path": "x", "content": content}}
        outcome = outcome_of(fire_example(EXAMPLES / "command-guard/home", "pre_tool", payload, tmp_path))
        assert bool(outcome.get("block")) is refused


@pytest.mark.parametrize("recipe", sorted(path.name for path in RECIPES.iterdir()))
def test_a_recipe_does_what_its_test_says(recipe: str, tmp_path: Path) -> None:
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    ran = run_test_file(RECIPES / recipe / f"tests/{recipe}-test.scm", around=around, opened=Host.open)
    assert (ran.good, ran.notices) == (True, []), ran.output
    assert ran.passed > 1 or recipe == "house-rules"


def test_the_readme_lists_the_recipes_by_the_first_line_of_their_hook_files() -> None:
    folders = recipe_folders()
    rows = [f"| [{each.name}](recipes/{each.name}/hooks/{each.name}.scm) | {recipe_title(each)} |" for each in folders]
    assert len(rows) == 20
    assert [line for line in (EXAMPLES / "README.md").read_text("utf-8").splitlines() if "](recipes/" in line] == rows
