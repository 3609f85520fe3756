"""Entries and pages: every exported name says how it is used, pages hold what the tables say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chibi_hooks.docs.pages import all_pages, library_file, library_page, page_named, title_of
from chibi_hooks.docs.reference import documented_libraries, entry, library_named, undocumented
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadRequest
from tests.halves import once


def test_an_entry_has_usage_meaning_example_and_libraries() -> None:
    found = entry("payload-ref")
    assert (found.kind, found.usage) == ("procedure", ["(payload-ref payload path default)"])
    assert found.about.startswith("-> the value at path")
    assert found.examples[0] == """(payload-ref '(("a" ("b" . 1))) "a.b" 0) => 1"""
    assert found.libraries == ["(harness answers)", "(harness hooks)"]
    assert found.text().endswith("a hook file has it without an import")


def test_a_name_means_what_the_library_says_that_hook_files_have() -> None:
    assert entry("if").kind == "syntax"
    assert entry("'pre_tool").kind == "point"
    assert entry("string-index").libraries[0] == "(srfi 130)"
    assert entry("delay").text().endswith("(import (scheme lazy))")


def test_an_unknown_name_is_told_a_near_one() -> None:
    with pytest.raises(BadRequest, match='"payload-reff": did you mean "payload-ref"'):
        entry("payload-reff")


@pytest.mark.parametrize("text", ["(harness shell)", "harness shell", "harness/shell"])
def test_a_library_is_found_however_it_is_written(text: str) -> None:
    assert library_named(text) == "(harness shell)"


def test_nobody_but_constants_and_internals_is_without_usage() -> None:
    silent = {each.rpartition(" ")[2] for each in undocumented() if not each.startswith("(harness policies")}
    assert {each for each in silent if not each.endswith("-comparator") and not each.startswith("current-test-")} <= {
        "<>", "<...>", "exact->inexact", "inexact->exact"
    }  # fmt: skip


SAID_FROM_DISK = """
import sys
from chibi_hooks.scheme.reading.store import keep_compiled
keep_compiled(sys.argv[1])
from chibi_hooks.docs.reference import undocumented
print(undocumented())
"""


@once
def test_libraries_that_come_from_disk_say_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SAID_FROM_DISK, str(tmp_path)]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert first == again and "exact->inexact" in first


def test_a_page_for_every_library_and_a_title_for_every_page() -> None:
    pages = all_pages(str)
    assert {library_file(each) for each in documented_libraries()} < set(pages)
    assert all(title_of(path) for path in pages if not path.startswith("libraries/") or "README" in path)


def test_a_page_of_a_library_holds_all_its_names() -> None:
    page = library_page("(harness paths)")
    assert page.startswith("# (harness paths)\n\npaths as text")
    for name in ("path-normalize", "tool-paths"):
        assert f"## `{name}`" in page
    policy = library_page("(harness policies git-discard)")
    assert policy.startswith("# (harness policies git-discard)\n\nWork that is not committed")
    assert "Only hook files" in library_page("(harness io)")


def test_the_page_of_points_describes_all_of_them() -> None:
    page = page_named(all_pages(str), "points")
    assert all(f"### `{name}`" in page for name in POINTS)


def test_the_page_of_agents_says_why_something_degrades() -> None:
    page = page_named(all_pages(str), "agents.md")
    assert "## codex" in page
    assert "- PreToolUse, ask: " in page


def test_a_page_that_there_is_not_is_told_a_near_one() -> None:
    with pytest.raises(BadRequest, match='did you mean "points"'):
        page_named(all_pages(str), "point")
