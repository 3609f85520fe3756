"""`bench`: finds its tables, and says which there are."""

from __future__ import annotations

import pytest

from tests.bench.__main__ import main, reports
from tests.cli.command import Command


def test_the_promises_have_their_tables() -> None:
    assert {"fire", "language", "libraries", "procedures", "reload", "start", "tools"} <= set(reports())


def test_an_unknown_table_is_refused_with_the_names_of_those_there_are(command: Command) -> None:
    result = command("bench", "speed")
    assert result.code == 64
    assert result.stdout == ""


def test_the_refusal_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 64
    assert "there is no table speed; there are: " in capsys.readouterr().err


def test_named_tables_are_printed_in_their_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.bench.__main__.reports", lambda: {"a": lambda: "A", "b": lambda: "B"})
    assert main(["b", "a"]) == 0
    assert capsys.readouterr().out == "B\n\nA\n\n"


def test_options_go_to_the_reports_that_heed_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def heeds(quick: bool = False) -> str:
        return f"quick: {quick}"

    monkeypatch.setattr("tests.bench.__main__.reports", lambda: {"a": heeds, "b": lambda: "B"})
    assert main(["--quick", "a", "b"]) == 0
    assert capsys.readouterr().out == "quick: True\n\nB\n\n"
