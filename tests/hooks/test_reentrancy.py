"""Which points are firing: per point, per chain of calls, released however a fire ends."""

from __future__ import annotations

import asyncio
import threading

import pytest

from chibi_hooks.hooks.reentrancy import firing, is_firing


def test_the_first_fire_of_a_point_is_not_nested() -> None:
    with firing("pre_tool") as nested:
        assert nested is False
        assert is_firing("pre_tool")
    assert not is_firing("pre_tool")


def test_a_fire_inside_a_fire_of_the_same_point_is_nested() -> None:
    with firing("pre_tool"):
        with firing("pre_tool") as nested:
            assert nested is True
        assert is_firing("pre_tool")


def test_other_points_nest_freely() -> None:
    with firing("pre_tool"), firing("post_tool") as inner:
        assert inner is False
        with firing("pre_tool") as again:
            assert again is True


def test_a_point_is_released_when_a_fire_fails() -> None:
    with pytest.raises(RuntimeError), firing("pre_tool"):
        raise RuntimeError
    with firing("pre_tool") as nested:
        assert nested is False


def test_a_nested_fire_that_fails_leaves_the_outer_one_marked() -> None:
    with firing("pre_tool"):
        with pytest.raises(RuntimeError), firing("pre_tool"):
            raise RuntimeError
        assert is_firing("pre_tool")


def test_a_thread_of_its_own_is_a_chain_of_its_own() -> None:
    seen: list[bool] = []
    with firing("pre_tool"):
        thread = threading.Thread(target=lambda: seen.append(is_firing("pre_tool")))
        thread.start()
        thread.join()
    assert seen == [False]


def test_the_chain_follows_into_a_thread_that_a_coroutine_waits_for() -> None:
    async def fire() -> bool:
        with firing("pre_tool"):
            return await asyncio.to_thread(is_firing, "pre_tool")

    assert asyncio.run(fire()) is True


def test_coroutines_side_by_side_do_not_see_each_other() -> None:
    async def fire(waiting: asyncio.Event, go: asyncio.Event) -> bool:
        with firing("pre_tool") as nested:
            waiting.set()
            await go.wait()
            return nested

    async def both() -> list[bool]:
        first, second = asyncio.Event(), asyncio.Event()
        return await asyncio.gather(fire(first, second), fire(second, first))

    assert asyncio.run(both()) == [False, False]
