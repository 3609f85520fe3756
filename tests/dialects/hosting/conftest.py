"""A machine for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dialects.hosting.agents import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One with nothing on it."""
    return Machine(tmp_path)
