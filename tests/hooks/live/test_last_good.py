"""What is kept of hook files, and at what price."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from chibi_hooks.hooks.live.last_good import LastGood


def test_many_files_are_kept_with_one_look_at_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    listed = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: looks.append(path) or listed(path))  # type: ignore[func-returns-value]
    last = LastGood(tmp_path, tmp_path / "home")
    for version in ("1", "2"):
        for number in range(20):
            last.keep(f"hooks/{number}.scm", {f"hooks/{number}.scm": version})
    assert len(looks) == 1
    assert len(listed(last.directory)) == 20  # one version of each
    found = LastGood(tmp_path, tmp_path / "home").find("hooks/7.scm")
    assert found is not None and found[0] == {"hooks/7.scm": "2"}


def test_a_version_that_another_process_put_beside_ours_goes_with_the_next(tmp_path: Path) -> None:
    ours, theirs = (LastGood(tmp_path, tmp_path / "home") for _ in range(2))
    ours.keep("a.scm", {"a.scm": "1"})
    theirs.keep("a.scm", {"a.scm": "2"})
    ours.keep("b.scm", {"b.scm": "1"})
    found = ours.find("a.scm")
    assert found is not None and found[0] == {"a.scm": "2"}
