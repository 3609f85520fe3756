"""Events (JSON objects) -> everybody who follows them: whoever tells one never waits, whoever is slow misses some and
is told so."""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

from chibi_hooks.hooks.answer import Json

FeedEvent = dict[str, Json]  # {"event": what, …}

WAITING: Final = 256  # events kept for a follower; one per save, so that is a long coffee


class Feed:
    """Where events are told. Any thread may."""

    def __init__(self) -> None:
        self._followers: list[Following] = []
        self._lock = threading.Lock()
        self._ended = False

    def tell(self, event: FeedEvent) -> None:
        """Hand the event to everybody who follows."""
        with self._lock:
            followers = tuple(self._followers)
        for each in followers:
            each.put(event)

    def follow(self) -> Following:
        """Begin to follow; leave with `Following.close`."""
        following = Following(self)
        with self._lock:
            self._followers.append(following)
            ended = self._ended
        if ended:
            following.end()
        return following

    def end(self) -> None:
        """There will be no more events."""
        with self._lock:
            self._ended = True
            followers = tuple(self._followers)
        for each in followers:
            each.end()

    def _leave(self, following: Following) -> None:
        with self._lock:
            if following in self._followers:
                self._followers.remove(following)


class Following:
    """One follower's queue."""

    def __init__(self, feed: Feed) -> None:
        self.has_ended = False
        self._feed = feed
        self._events: deque[FeedEvent] = deque()
        self._missed = 0
        self._arrived = threading.Condition()

    def put(self, event: FeedEvent) -> None:
        """An event; the oldest one goes when there is no room."""
        with self._arrived:
            if len(self._events) >= WAITING:
                self._events.popleft()
                self._missed += 1
            self._events.append(event)
            self._arrived.notify()

    def end(self) -> None:
        """No more events: `next` gives those that are left, then None at once."""
        with self._arrived:
            self.has_ended = True
            self._arrived.notify()

    def next(self, timeout: float) -> FeedEvent | None:
        """The next event; None when there was none for so many seconds."""
        with self._arrived:
            if not self._events and not self.has_ended:
                self._arrived.wait(timeout)
            if self._missed:
                missed, self._missed = self._missed, 0
                return {"event": "missed", "count": missed}
            return self._events.popleft() if self._events else None

    def close(self) -> None:
        """Follow no longer."""
        self._feed._leave(self)
        self.end()
