"""try and raise: records checked field by field; the messages are counted."""

from __future__ import annotations

SMALL = 2
FULL = 2_000
PROMISE = 4
PEOPLE = [
    ("ann", 31, "ann@example.org"),
    ("bob", -4, "bob@example.org"),
    ("", 20, "x@y"),
    ("cy", 44, "nowhere"),
    ("dee", 27, "dee@example.org"),
    ("eve", 27, "eve@example.org"),
]

Person = tuple[str, int, str]


def validate(person: Person) -> Person:
    name, age, mail = person
    if name == "":
        raise ValueError("name: wanted a text")
    if not 0 <= age <= 150:
        raise ValueError("age: wanted 0 to 150", age)
    if "@" not in mail:
        raise ValueError("mail: wanted an address", mail)
    return person


def run(n: int) -> list[int]:
    good = bad = 0
    for _ in range(n):
        for person in PEOPLE:
            try:
                validate(person)
                size = 1
            except ValueError as error:
                size = -len(error.args[0])
            if size > 0:
                good += 1
            else:
                bad += 1
    return [good, bad]
