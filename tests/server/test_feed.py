"""Events for many: nobody waits for a slow one, and a slow one is told what it missed."""

from __future__ import annotations

import threading

from chibi_hooks.server.feed import WAITING, Feed


def test_everybody_who_follows_gets_every_event_in_order() -> None:
    feed = Feed()
    followers = [feed.follow(), feed.follow()]
    for number in range(3):
        feed.tell({"event": "n", "n": number})
    assert [[each.next(0)["n"] for _ in range(3)] for each in followers] == [[0, 1, 2], [0, 1, 2]]  # type: ignore[index]


def test_a_follower_that_does_not_take_its_events_misses_the_oldest() -> None:
    feed = Feed()
    following = feed.follow()
    for number in range(WAITING + 5):
        feed.tell({"event": "n", "n": number})
    assert following.next(0) == {"event": "missed", "count": 5}
    assert following.next(0) == {"event": "n", "n": 5}


def test_nothing_comes_after_the_time_is_up() -> None:
    assert Feed().follow().next(0.001) is None


def test_the_end_lets_those_who_wait_go() -> None:
    feed = Feed()
    following = feed.follow()
    feed.tell({"event": "last"})
    threading.Thread(target=feed.end).start()
    assert following.next(60) == {"event": "last"}
    assert following.next(60) is None
    assert following.has_ended
    assert feed.follow().next(60) is None


def test_whoever_leaves_gets_no_more() -> None:
    feed = Feed()
    following = feed.follow()
    following.close()
    feed.tell({"event": "late"})
    assert following.next(60) is None
