"""What is said of a file when it is saved is what `check` says, without running it."""

from __future__ import annotations

from pathlib import Path

from chibi_hooks.hooks.checking.on_save import MOST, mistakes_saved
from tests.homes import make_home

WRONG = '(define-hook pre_tool (tool-name)\n  (if (eq? tool-name "x") (block) (no-opinion)))\n'


def changed(*places: str) -> dict[str, object]:
    return {"changes": [{"kind": "changed", "place": place, "why": ""} for place in places]}


def test_a_mistake_in_what_was_saved_is_told_with_the_line_to_write(tmp_path: Path) -> None:
    make_home(tmp_path, {"hooks/a.scm": WRONG, "hooks/b.scm": WRONG, "hooks/c.scm": "(error 5)"})
    assert list(mistakes_saved(changed("hooks/a.scm", "hooks/c.scm"), [tmp_path])) == [
        "hooks/a.scm:2:7: error: eq? compares by identity: two strings are never the same one, so this is never true"
        "  [identity]",
        '    (if (eq? tool-name "x") (block) (no-opinion)))',
        "        ^^^^^^^^^^^^^^^^^^^",
        '  write (equal? tool-name "x")',
    ]


def test_nothing_is_said_after_a_checkout_of_very_many(tmp_path: Path) -> None:
    files = {f"hooks/{number}.scm": WRONG for number in range(MOST + 1)}
    make_home(tmp_path, files)
    assert list(mistakes_saved(changed(*files), [tmp_path])) == []
