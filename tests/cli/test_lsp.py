"""`lsp`: what it says where its library is not installed. The conversation itself is in tests/lsp."""

from __future__ import annotations

import sys

import pytest

from tests.cli.command import Command


def test_without_the_extra_it_says_what_to_install(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "chibi_hooks.lsp.server", raising=False)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "pygls.exceptions", None)  # type: ignore[arg-type]
    told = command("lsp")
    assert (told.code, told.stdout) == (4, "")
    assert "pip install 'chibi-hooks[lsp]'" in told.stderr
