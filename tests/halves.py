"""A long family of cases -> the same as parameters, of which every so many-th stays in the short half of the suite."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final
from zlib import crc32

import pytest
from hypothesis import settings

PART: Final = os.environ.get("CHIBI_HOOKS_TEST_PART", "1/1")  # "2/3": the second of three runs that share what is dealt


def examples(many: int) -> settings:
    """So many examples in the long half, of a test for which a hundred are too few, and a fifth in the short one."""
    is_long = settings().max_examples >= 100  # the profile of the half that runs: conftest has it loaded
    return settings(max_examples=many if is_long else many // 5)


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The first case and every so many-th after it as they are, the others marked `long`."""
    return [case if n % every == 0 else _long(case) for n, case in enumerate(cases)]


def _long(case: Any) -> Any:
    """The case, marked; one that is a `pytest.param` already stays what it is besides."""
    values, marks, name = case if isinstance(case, type(pytest.param())) else ((case,), (), None)
    return pytest.param(*values, marks=(*marks, pytest.mark.long), id=name)


once: Final = pytest.mark.long(once=True)
"""Long, and nothing about it depends on the CPython: of the runs that share the long half, one has it."""


first: Final = pytest.mark.long(first=True)
"""Long by itself, ten seconds and more of computing: it begins before all others, for at the end of a run one test
process would be alone with it."""


def is_first(item: pytest.Item) -> bool:
    """Whether it begins before all others."""
    return any(mark.kwargs.get("first") for mark in item.iter_markers("long"))


def is_anothers(item: pytest.Item, part: str = PART) -> bool:
    """Whether another run of those that share the long half has this test, which one of them has."""
    own, parts = map(int, part.split("/"))
    if parts == 1 or not any(mark.kwargs.get("once") for mark in item.iter_markers("long")):
        return False
    return crc32(item.nodeid.encode()) % parts != own - 1


def dealt(cases: Iterable[Any], every: int, part: str = PART) -> list[Any]:
    """As `sampled`, and of the long cases only those of `part`: for random programs and grids, of which the runs of CI
    that have the long half take a part each.
    """
    own, parts = map(int, part.split("/"))
    numbered = list(enumerate(cases))
    always = {n for n, _ in numbered if every and n % every == 0}
    mine = {n for n, _ in [pair for pair in numbered if pair[0] not in always][own - 1 :: parts]}
    return [case if n in always else _long(case) for n, case in numbered if n in always | mine]
