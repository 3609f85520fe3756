"""What somebody wrote: every line of Scheme is run, every command and page that is named exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chibi_hooks.cli import command_names
from chibi_hooks.cli.init import EXAMPLE
from chibi_hooks.docs.pages import PROSE, all_pages
from chibi_hooks.hooks.scripts.script import ThreadScript
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.halves import once
from tests.scheme.test_cases import steps
from tests.test_readme import blocks, commands_of, run

PAGES = sorted(PROSE.glob("*.md"))
FOR_PYTHON = PROSE / "scheme-for-python.md"
CONSOLE = [block for page in PAGES for block in blocks([page]) if block.language == "console"]
TIMES = re.compile(r"\d[\d.e+-]* ms")


def test_every_line_of_the_page_for_people_who_write_python_gives_what_it_says() -> None:
    text = "\n".join(block.text for block in blocks([FOR_PYTHON]) if block.language == "scheme")
    script = ThreadScript("<page>", "sandboxed", 10.0, None, [])
    with script.edited() as (world, revision):
        wrong = [told for step in steps(text) if (told := misses(world, step.text, step.wanted))]
    assert wrong == []
    assert [hook.point for hook in revision.hooks] == ["pre_tool"]


def misses(world: Interpreter, text: str, wanted: list[tuple[str, str]]) -> str:
    """What a line gave other than it says; "" when it is right."""
    try:
        got = ("=>", write_text(world.run(SourceText("<page>", text))))
    except SchemeError as error:
        got = ("error:", error.message)
    return "" if not wanted or got == wanted[0] else f"{text.strip()}: {got}, not {wanted[0]}"


def test_the_values_on_the_page_stand_in_their_lines() -> None:
    lines = [line for line in FOR_PYTHON.read_text("utf-8").splitlines() if "; =>" in line or "; error:" in line]
    assert len(lines) > 50


def test_the_first_hook_is_what_init_writes() -> None:
    texts = [block.text for block in blocks([PROSE / "first-hook.md"]) if block.language == "scheme"]
    assert texts == [EXAMPLE]


@once
@pytest.mark.parametrize("page", sorted({block.file.name for block in CONSOLE}))
def test_commands_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    for block in CONSOLE:
        if block.file.name == page:
            printed = "".join(f"$ {each}\n{run(each, tmp_path, tmp_path)}" for each in commands_of(block))
            assert TIMES.sub("… ms", printed) == block.text


def test_commands_options_and_pages_that_are_named_exist() -> None:
    pages = all_pages(str)
    for page in PAGES:
        text = page.read_text("utf-8")
        assert set(re.findall(r"`(?:\$ )?chibi-hooks ([a-z]+)(?: |`)", text)) <= set(command_names()), page.name
        assert set(re.findall(r"\]\(([^):]+)\)", text)) <= set(pages), page.name
