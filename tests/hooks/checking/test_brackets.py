"""Brackets that are not in pairs: the linter and the load of a file tell one place, by one rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.hooks.checking.linting.lint import check_script
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.script import BrokenScript

TEXTS = {
    "(register-hook 'pre_tool (lambda (p) '()": "it.scm:1:40",
    "(define-hook pre_tool (arguments)\n  (if arguments\n      (block)\n\n(define x 1)\n": "it.scm:3:13",
    "(define-hook pre_tool () (no-opinion)))\n": "it.scm:1:39",
    "(define-hook pre_tool ())\n  (no-opinion))\n": "it.scm:1:25",
    "(define x '": "it.scm:1:1",
    '(define-hook pre_tool (arguments)\n  (block "a)\n  (no-opinion)))\n': "it.scm:2:10",
    '(define-hook pre_tool (arguments)\n  (block "no)\n  (block "b"))\n': "it.scm:2:10",
    '(define-hook pre_tool () (block "no))\n': "it.scm:1:33",
}


@pytest.mark.parametrize("text", TEXTS)
def test_check_and_load_tell_one_place(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.scm"
    path.write_text(text)
    (found,) = check_script(path, "it.scm", Config())
    with pytest.raises(BrokenScript) as broken:
        load_script(path, "it.scm")
    assert str(found.place) == broken.value.place == TEXTS[text]


def test_of_a_quote_that_is_missing_the_string_that_goes_over_lines_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "it.scm"
    path.write_text('(define-hook pre_tool (arguments)\n  (block "no)\n  (block " b"))\n')
    (found,) = check_script(path, "it.scm", Config())
    assert "unclosed string" in found.message
    assert found.hint == 'add the closing ", or that of it.scm:2:10, which goes over several lines'
