"""try in try: what the inner one does not know goes to the outer one."""

from __future__ import annotations

SMALL = 8
FULL = 12_000
PROMISE = 4


class Timeout(Exception):
    pass


class Refused(Exception):
    pass


def fetch(i: int) -> int:
    which = i % 4
    if which == 0:
        raise Timeout
    if which == 1:
        raise Refused
    return i


def fetch_with_retry(i: int) -> int:
    try:
        return fetch(i)
    except Timeout:
        return fetch(i + 2)


def run(n: int) -> list[int]:
    total = refused = 0
    for i in range(n):
        try:
            total += fetch_with_retry(i)
        except Refused:
            refused += 1
    return [total, refused]
