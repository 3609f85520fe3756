"""A long family of cases -> the same as parameters, of which every so many-th stays in the short half of the suite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The first case and every so many-th after it as they are, the others marked `long`."""
    return [case if n % every == 0 else pytest.param(case, marks=pytest.mark.long) for n, case in enumerate(cases)]
