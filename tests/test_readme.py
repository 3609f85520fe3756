"""Every block of the README, and of the examples' own, is executed: commands with their output, Python with its
comments, Scheme, TOML and JSON.

`console` blocks hold commands after `$ ` and what they print; `…` stands for what differs from run to run. The `sh`
block sets up and tests the project: .ci/run executes it. `README_UPDATE=1` writes the real output into the README.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from chibi_hooks.cli import command_names, root
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.homes.config import load_config

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
READMES = (README, ROOT / "examples/README.md")
TIMES = re.compile(r"\d[\d.e+-]* ms")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, its file, and the line of its fence there."""

    language: str
    text: str
    file: Path
    line: int


def blocks(files: Iterable[Path] = READMES) -> Iterator[Block]:
    for file in files:
        text = file.read_text(encoding="utf-8")
        for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            yield Block(match[1], match[2], file, text.count("\n", 0, match.start()) + 1)


BLOCKS = list(blocks())


def of(language: str) -> pytest.MarkDecorator:
    chosen = [block for block in BLOCKS if block.language == language]
    return pytest.mark.parametrize(
        "block", chosen, ids=[f"{block.file.relative_to(ROOT)}:{block.line}" for block in chosen]
    )


def test_every_language_has_a_test() -> None:
    assert {block.language for block in BLOCKS} <= {"sh", "console", "python", "scheme", "toml", "json", "text"}


def test_the_set_up_block_is_two_commands_that_ci_runs() -> None:
    commands = [block.text for block in BLOCKS if block.language == "sh"]
    assert len(commands) == 1
    assert [line.rpartition("&& ")[2].split()[0] for line in commands[0].splitlines()] == [
        ".venv/bin/chibi-hooks",
        ".venv/bin/python",
    ]
    assert "README.md" in (ROOT / ".ci/run").read_text()


@pytest.mark.parametrize(
    ("step", "oldest", "variable", "value"),
    [
        ("isolated", "3.98", "CHIBI_HOOKS_TEST_ISOLATION", "worker"),
        ("check", "3.98", "CHIBI_HOOKS_TEST_PART", "1/2"),
        ("check", "3.97", "CHIBI_HOOKS_TEST_PART", "2/2"),
    ],
)
def test_ci_hands_what_it_sets_to_every_command_of_the_second_line(
    step: str, oldest: str, variable: str, value: str
) -> None:
    text = (ROOT / ".ci/run").read_text()
    function = re.search(rf"^{step}\(\) \{{.*?^\}}$", text, re.DOTALL | re.MULTILINE)
    assert function is not None
    newest = "3.99" if oldest == "3.98" else "3.98"
    script = f"""
        declare -A pythons=([3.98]=python3); work=. oldest={oldest} newest={newest} halves=2
        setup=true tests='true && printenv {variable}; true'
        as_readme() {{ bash -c "$3"; }}
        copy() {{ true; }}
        {function[0]}
        {step} 3.98"""
    ran = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout == f"{value}\n", ran.stderr


@of("console")
def test_a_command_prints_what_the_readme_says(block: Block, tmp_path: Path) -> None:
    printed = "".join(f"$ {command}\n{run(command, tmp_path)}" for command in commands_of(block))
    printed = TIMES.sub("… ms", printed)
    if os.environ.get("README_UPDATE"):
        block.file.write_text(block.file.read_text(encoding="utf-8").replace(block.text, printed), encoding="utf-8")
    assert block.text == printed


def commands_of(block: Block) -> list[str]:
    return [line[2:] for line in block.text.splitlines() if line.startswith("$ ")]


def run(command: str, tmp_path: Path, directory: Path = ROOT) -> str:
    """What a command prints, on both streams, with `chibi-hooks` meaning this checkout's."""
    shim = tmp_path / "bin/chibi-hooks"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m chibi_hooks "$@"\n')
    shim.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{shim.parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "CHIBI_HOOKS_STATE": str(tmp_path / "state"),
        "CHIBI_HOOKS_RESIDENT": "0",
        "PYTHONPATH": str(ROOT),
        "NO_COLOR": "1",
    }
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=directory,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


@of("python")
def test_python_runs_and_prints_what_its_comments_say(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HOME", str(tmp_path))  # whoever runs this may have handlers of his own
    monkeypatch.setenv("CHIBI_HOOKS_STATE", str(tmp_path))
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(block.text, "README.md", "exec"), {})
    assert output.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", block.text)


@of("scheme")
def test_scheme_is_the_text_of_an_example(block: Block) -> None:
    assert block.text in {path.read_text(encoding="utf-8") for path in (ROOT / "examples").rglob("*.scm")}


@of("json")
def test_json_is_the_text_of_an_example(block: Block) -> None:
    json.loads(block.text)
    assert block.text in {path.read_text(encoding="utf-8") for path in (ROOT / "examples").rglob("*.json")}


@of("toml")
def test_the_configuration_is_accepted(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "chibi-hooks.toml"
    path.write_text(block.text, encoding="utf-8")
    load_config(path, {wire: can_refuse(point) for wire, point in POINTS.items()})


def test_every_command_and_option_that_the_readme_names_exists() -> None:
    import click

    named = set(re.findall(r"chibi-hooks ([a-z]+)(?: |`)", README.read_text(encoding="utf-8")))
    assert named <= set(command_names())
    for name in named:
        assert root.get_command(click.Context(root), name) is not None


def test_every_option_that_the_readme_names_exists() -> None:
    import click

    named = set()
    for name, rest in re.findall(r"`chibi-hooks ([a-z]+) ([^`]*)`", README.read_text(encoding="utf-8")):
        named |= {(name, option) for option in re.findall(r"(?<!\S)(--?[a-z][a-z-]*)", rest)}
    context = click.Context(root)
    commands = {name: root.get_command(context, name) for name, _ in named}
    taken = {(name, each) for name, one in commands.items() if one for param in one.params for each in param.opts}
    assert len(named) > 20
    assert named <= taken


def test_the_readme_counts_the_policies() -> None:
    written = re.search(r"^(\S+) policies come along", README.read_text(encoding="utf-8"), re.MULTILINE)
    count = len(list((ROOT / "scheme_lib/harness/policies").glob("*.sld")))
    tens = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
    units = ("", "-one", "-two", "-three", "-four", "-five", "-six", "-seven", "-eight", "-nine")
    assert written is not None
    assert written[1].lower() == tens[count // 10 - 2] + units[count % 10]


def test_the_rows_that_the_readme_calls_fast_or_slow_are_rows_of_the_bench() -> None:
    told = README.read_text(encoding="utf-8").partition("## What is fast, and what is not")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)*)`", told)) - {"try", "guard", "read"}
    folders = [ROOT / "tests" / "bench" / each for each in ("language", "libraries")]
    rows = {path.stem for folder in folders for path in folder.rglob("*.scm")}
    assert sorted(named - rows) == []


def test_paths_that_the_readme_names_exist() -> None:
    tree = next(block.text for block in BLOCKS if "scheme_lib/" in block.text)
    for line in tree.splitlines():
        assert (ROOT / line.split()[0]).is_dir(), line
