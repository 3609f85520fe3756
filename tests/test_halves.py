"""What the halves of the suite leave out, they leave to each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.halves import dealt, first, is_anothers, is_first, once, sampled


def value(case: Any) -> int:
    return case if isinstance(case, int) else case.values[0]


def test_the_parts_have_every_long_case_once_and_every_short_one_each() -> None:
    parts = [[value(case) for case in dealt(range(20), 6, f"{part}/3")] for part in (1, 2, 3)]
    assert sorted({*parts[0], *parts[1], *parts[2]}) == list(range(20))
    assert {*parts[0]} & {*parts[1]} == {*parts[1]} & {*parts[2]} == {0, 6, 12, 18}
    assert sorted(map(len, parts)) == [9, 9, 10]


def test_a_run_alone_has_them_all() -> None:
    assert [*map(value, dealt(range(20), 6, "1/1"))] == [*map(value, sampled(range(20), 6))] == list(range(20))


def test_a_case_that_has_a_name_keeps_it() -> None:
    short, long = sampled([pytest.param(1, 2, id="one"), pytest.param(3, 4, id="two")], 2)
    assert (short.id, long.id, long.values) == ("one", "two", (3, 4))
    assert [each.name for each in long.marks] == ["long"]


def test_what_one_run_is_enough_for_has_one(request: pytest.FixtureRequest) -> None:
    item = request.node
    assert not is_anothers(item, "1/2") and not is_anothers(item, "2/2")
    item.add_marker(once)
    assert [is_anothers(item, part) for part in ("1/1", "1/2", "2/2")] in ([False, True, False], [False, False, True])


def test_what_is_longest_begins_before_all_others(request: pytest.FixtureRequest) -> None:
    item = request.node
    assert not is_first(item)
    item.add_marker(once)
    assert not is_first(item)
    item.add_marker(first)
    assert is_first(item)
