"""A rate limit: the calls of the last sixty seconds per user."""

from __future__ import annotations

from collections.abc import Callable

SMALL = 40
FULL = 5_000
USERS = ["ann", "bob", "cy"]


def make_limiter(limit: int, window: int) -> Callable[[str, int], bool]:
    calls: dict[str, list[int]] = {}

    def allow(user: str, now: int) -> bool:
        recent = [t for t in calls.get(user, []) if t > now - window]
        ok = len(recent) < limit
        if ok:
            recent.append(now)
        calls[user] = recent
        return ok

    return allow


def run(n: int) -> int:
    allow = make_limiter(10, 60)
    allowed = 0
    for i in range(n):
        if allow(USERS[i * 5 % 3], i * 3 // 2):
            allowed += 1
    return allowed
