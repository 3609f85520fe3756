"""A policy that leaves a text unread would have had nothing to say of it, but that it cannot be read."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from chibi_hooks.scheme.shell.programs import mentions
from chibi_hooks.scheme.shell.values import commands_in
from tests.halves import dealt
from tests.policies.tables import Judge, verdict_of
from tests.policies.test_pack import PACK
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT
from tests.scheme.shell.test_plain import labelled, made

COUNTING = ("budget", "rate-limit", "repeats")  # they answer the second time in another way


def verdicts(judge: Judge, texts: Iterable[str]) -> dict[str, str]:
    """What is decided of each command line, in a session of its own."""
    found = {}
    for text in texts:
        judge.session += 1
        found[text] = verdict_of(judge.ask("$ " + text))
    return found


def differing(name: str, texts: list[str], directory: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of which a policy says something else when it reads everything."""
    judge = Judge(directory, {name: {}})
    judge.moment = time.mktime(time.strptime("2026-01-04T03:00", "%Y-%m-%dT%H:%M"))  # on a Sunday nobody works
    try:
        quick = verdicts(judge, texts)
        for each in ("may_run", "may_name", "may_hold", "may_match"):
            monkeypatch.setattr(mentions, each, lambda text, names: True)
        whole = verdicts(judge, texts)
    finally:
        judge.close()
    return [text for text in texts if quick[text] != whole[text] and not isinstance(commands_in(text), str)]


@pytest.mark.parametrize("name", dealt([each for each in PACK if each not in COUNTING], 0))
def test_what_is_left_unread_is_nothing_to_object_to(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = list(dict.fromkeys((*labelled(), *HIDDEN, *ONLY_TEXT, *made(71, 300))))
    assert differing(name, texts, tmp_path, monkeypatch) == []
