"""That members are looked for wherever there may be some."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.scheme.compiling.analysing import analysis
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

CASES = Path(__file__).parents[2] / "cases"
TEXTS = ("lists/members-of-primitives.scm", "lists/walked.scm", "programs/regexp.scm", "programs/adventure.scm")


def emitted(text: str) -> str:
    return Interpreter(time_limit=None).show("python", SourceText("<test>", text))


@pytest.mark.parametrize("name", TEXTS)
def test_who_looks_for_members_everywhere_finds_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (CASES / name).read_text(encoding="utf-8")
    usual = emitted(text)
    monkeypatch.setattr(analysis, "may_give_members", lambda primitive: True)
    assert usual == emitted(text)
