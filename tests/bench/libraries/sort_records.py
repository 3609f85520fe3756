"""sorted with keys: people by age, then by name; texts by length."""

from __future__ import annotations

from dataclasses import dataclass

SMALL = 10
FULL = 2_000


@dataclass(slots=True)
class Person:
    name: str
    age: int


def run(n: int) -> list[object]:
    everybody = [Person(f"p{i * 37 % 101}", i * 7919 % 60) for i in range(n)]
    by_age = sorted(everybody, key=lambda p: (-p.age, p.name))
    names = [p.name for p in everybody]
    by_length = sorted(names, key=len)
    in_order = sorted(names)
    is_sorted = all(a <= b for a, b in zip(names, names[1:], strict=False))
    return [by_age[0].name, by_age[-1].age, by_length[0], in_order[0], 1 if is_sorted else 0]
