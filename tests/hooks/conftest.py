"""Homes and hosts that know nothing of this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from tests.homes import make_home


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    """Surroundings in a temporary directory."""
    directory = tmp_path / "work"
    directory.mkdir()
    environment = {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(tmp_path / "state"), "KEEP": "k", "DROP": "d"}
    return Surroundings(environment, directory, tmp_path / "user")


@pytest.fixture
def opened(tmp_path: Path, around: Surroundings) -> Callable[..., Host]:
    """Make a home of these files and open it."""

    def open_home(files: dict[str, str | bytes], **options: Any) -> Host:
        return Host.open(home=make_home(tmp_path / "home", files), around=around, **options)

    return open_home
