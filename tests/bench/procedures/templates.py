"""The Python side of a line of *procedures* -> functions: an expression, or a template of a loop, its holes filled."""

from __future__ import annotations

import bisect
import contextvars
import fractions
import functools
import hashlib
import heapq
import hmac
import io
import itertools
import json
import math
import operator
import posixpath
import random
import re
import secrets
import statistics
import sys
import tomllib
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from textwrap import indent
from typing import Any, Final

from chibi_hooks.scheme.values.data import NIL, Pair, String, cons, from_list, string_of, to_list


@dataclass(frozen=True, slots=True)
class Template:
    """The Python side of a line, ready to run."""

    once: Callable[[], Any]
    often: Callable[[int], Any]


WALK = "rest = {list}\nwhile rest is not NIL:\n    x = rest.car\n    rest = rest.cdr\n"
WALK2 = (
    "rest = l\nother = k\nwhile rest is not NIL:\n    x = rest.car\n    rest = rest.cdr\n"
    "    y = other.car\n    other = other.cdr\n"
)
START = "head = tail = Pair()\n"
PUT = "    node = Pair()\n    node.car = {0}\n    tail.cdr = node\n    tail = node\n"
PUT_IF = "    if {0}:\n        node = Pair()\n        node.car = {1}\n        tail.cdr = node\n        tail = node\n"
END = "tail.cdr = NIL\nreturn head.cdr"
SPLIT = (
    "a = ahead = Pair()\nb = behind = Pair()\nrest = l\nwhile rest is not NIL:\n    x = rest.car\n    rest = rest.cdr\n"
    "    node = Pair()\n    node.car = x\n    if {0}:\n        ahead.cdr = node\n        ahead = node\n"
    "    else:\n        behind.cdr = node\n        behind = node\n"
    "ahead.cdr = behind.cdr = NIL\na = a.cdr\nb = b.cdr\nreturn {1}"
)

# {0}, {1} …: what stands behind the name, between semicolons. Loops over pairs first.
TEMPLATES: Final[dict[str, str]] = {
    "fold": "acc = {0}\n" + WALK.format(list="l") + "    acc = {1}\nreturn acc",
    "fold2": "acc = {0}\n" + WALK2 + "    acc = {1}\nreturn acc",
    "map": START + WALK.format(list="l") + PUT + END,
    "map2": START + WALK2 + PUT + END,
    "map_of": START + WALK.replace("{list}", "{0}") + PUT.replace("{0}", "{1}") + END,
    "keep": START + WALK.format(list="l") + PUT_IF.replace("{1}", "x") + END,
    "keep_of": START + WALK.replace("{list}", "{0}") + PUT_IF.replace("{1}", "x").replace("{0}", "{1}") + END,
    "keep_map": START + WALK.format(list="l") + PUT_IF + END,
    "keep_map2": START + WALK2 + PUT_IF + END,
    "map_twice": START + WALK.format(list="l") + PUT.replace("{0}", "x") * 2 + END,
    "weave": START + WALK2 + PUT.replace("{0}", "x") + PUT.replace("{0}", "y") + END,
    "keep_in_set": "wanted = set(from_list({0}))\n"
    + START + WALK.format(list="l") + PUT_IF.replace("{0}", "x in wanted").replace("{1}", "x") + END,
    "keep_not_in_set": "wanted = set(from_list({0}))\n"
    + START + WALK.format(list="l") + PUT_IF.replace("{0}", "x not in wanted").replace("{1}", "x") + END,
    "distinct_texts": "seen = set()\n" + START + WALK.replace("{list}", "{0}")
    + PUT_IF.replace("{0}", "x.s not in seen").replace("{1}", "x") + "        seen.add(x.s)\n" + END,
    "first": WALK.format(list="l") + "    if {0}:\n        return {1}\nreturn {2}",
    "first_of": WALK.replace("{list}", "{0}") + "    if {1}:\n        return {2}\nreturn {3}",
    "first2": WALK2 + "    if {0}:\n        return {1}\nreturn {2}",
    "tail": "rest = l\nwhile rest is not NIL:\n    x = rest.car\n    if {0}:\n        return rest\n    rest = rest.cdr",
    "tail_of": "rest = {0}\nwhile rest is not NIL:\n    x = rest.car\n    if {1}:\n        return rest\n"
    "    rest = rest.cdr",
    "index": "i = 0\n" + WALK.format(list="l") + "    if {0}:\n        return i\n    i += 1\nreturn False",
    "take": START + "rest = l\nfor _ in range({0}):\n    x = rest.car\n    rest = rest.cdr\n"
    + PUT.replace("{0}", "x") + END,
    "nthcdr": "rest = l\nfor _ in range({0}):\n    rest = rest.cdr\nreturn rest",
    "set_nth": "rest = k\nfor _ in range({0}):\n    rest = rest.cdr\nrest.car = {1}\nreturn nth(k, {0})",
    "last_pair": "rest = l\nwhile rest.cdr is not NIL:\n    rest = rest.cdr\nreturn rest",
    "split": SPLIT,
    "same": "other = {0}\nrest = l\nwhile rest is not NIL:\n    if other is NIL or rest.car != other.car:\n"
    "        return False\n    rest = rest.cdr\n    other = other.cdr\nreturn other is NIL",
    "listed": "found = []\n" + WALK.format(list="l") + "    found.append({0})\nreturn found",
    # loops over what Python has
    "count": "acc = {0}\nfor i in range(1000):\n    acc = {1}\nreturn acc",
    "python_fold": "acc = {0}\nfor x in v:\n    acc = {1}\nreturn acc",
    "python_fold2": "acc = {0}\nfor x, y in zip(v, w):\n    acc = {1}\nreturn acc",
    "python_fold_of": "acc = {1}\nfor x in {0}:\n    acc = {2}\nreturn acc",
    "chars_fold": "acc = {0}\nfor x in long:\n    acc = {1}\nreturn acc",
    "items_fold": "acc = {0}\nfor k, v in t.items():\n    acc = {1}\nreturn acc",
    "collected": "found = []\nfor x in {0}:\n    found.append(x)\nreturn found",
    "written_chars": "out = io.StringIO()\nfor c in long:\n    out.write(c)\nreturn out.getvalue()",
    "written_texts": "out = io.StringIO()\nfor text in texts:\n    out.write(text)\nreturn out.getvalue()",
    "written_numbers": "out = io.StringIO()\nfor i in numbers:\n    out.write(str(i))\nreturn out.getvalue()",
    "bytes_fold": "acc = {0}\nfor x in bytes:\n    acc = {1}\nreturn acc",
    "written_bytes": 'out = io.BytesIO()\nout.write(b"x")\nout.write(bytes)\nreturn len(out.getvalue())',
    "written_long": "out = io.StringIO()\nout.write(long)\nreturn out.getvalue()",
    "first_char": 'with io.StringIO("abc") as file:\n    return file.read(1)',
    "newline": 'out = io.StringIO()\nout.write("\\n")\nreturn out.getvalue()',
    "closed": 'file = io.StringIO("a")\nfile.close()\nreturn not file.closed',
    "closed_input": 'file = io.StringIO("a")\nfile.close()\nreturn file.closed',
    "json_small": 'json.loads(\'{{"a": 1, "b": [true, null]}}\')\nreturn [["a", 1], ["b", True, "null"]]',
    "swapped": "c = [1, 2, 3]\nc[0] = 5\nc[0], c[1] = c[1], c[0]\nreturn c[1]",
    "changed": "pair = cons(1, cons(2, NIL))\npair.car = 3\npair.cdr = 4\nreturn pair.car",
    # control
    "record": "q = Point(1, 2)\nq.x = 3\nreturn q.x + q.y",
    "block": "return {0}",
    "two_values": "a, b = two_values()\nreturn a + b",
    "raised": "try:\n    raise Raised\nexcept Raised:\n    return {0}",
    "try_nothing": "try:\n    return {0}\nexcept Raised:\n    return None",
    "with_finally": "try:\n    return {0}\nfinally:\n    nothing()",
    "parameter": "token = p.set({0})\ntry:\n    return p.get()\nfinally:\n    p.reset(token)",
    "matched": 'x = "d"\nif x == "a" or x == "b":\n    return 1\nif x == "c" or x == "d":\n    return 2\nreturn 3',
}  # fmt: skip


class Raised(Exception):
    """What a raise is compared with."""


@dataclass(slots=True)
class Point:
    """What a record is compared with."""

    x: int
    y: int


def append(a: Any, b: Any) -> Any:
    """Two lists of pairs in one, the second shared."""
    head = tail = Pair()
    while a is not NIL:
        node = Pair()
        node.car = a.car
        tail.cdr = node
        tail = node
        a = a.cdr
    tail.cdr = b
    return head.cdr


def nth(rest: Any, i: int) -> Any:
    """The element there in a list of pairs."""
    for _ in range(i):
        rest = rest.cdr
    return rest.car


def batches(items: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """So many at a time."""
    rest = iter(items)
    while batch := tuple(itertools.islice(rest, size)):
        yield batch


def two_values() -> tuple[int, int]:
    """What `values` is compared with."""
    return 1, 2


def texts_of(items: Any) -> Any:
    """Python strings in a list become the strings of our side."""
    return [string_of(each) if isinstance(each, str) else each for each in items]


def world_of_python() -> dict[str, Any]:
    """The names that the Python side of a line may use."""
    names: dict[str, Any] = {
        name: getattr(module, name)
        for module, given in (
            (itertools, "accumulate chain compress count cycle dropwhile groupby islice pairwise takewhile"),
            (functools, "cmp_to_key reduce"),
        )
        for name in given.split()
    }
    for module in (hashlib, hmac, io, json, math, operator, re, secrets, sys, tomllib, uuid):
        names[module.__name__] = module
    return names | {
        "ContextVar": contextvars.ContextVar,
        "Fraction": fractions.Fraction,
        "NIL": NIL,
        "Pair": Pair,
        "Point": Point,
        "Raised": Raised,
        "Random": random.Random,
        "String": String,
        "append": append,
        "batches": batches,
        "bisect_left": bisect.bisect_left,
        "commonprefix": posixpath.commonprefix,
        "cons": cons,
        "copied": lambda items: append(items, NIL),
        "from_list": from_list,
        "median": statistics.median,
        "merge": heapq.merge,
        "random": random.random,
        "randrange": random.randrange,
        "nothing": lambda: None,
        "nth": nth,
        "string_of": string_of,
        "to_list": lambda items: to_list(texts_of(items)),
        "two_values": two_values,
    }


def python_function(text: str, names: dict[str, Any]) -> Template:
    """The functions of a Python side. An expression is run in a loop of its own, without a call for each time."""
    body = f"return {text}"
    loop = f"for _ in range(n):\n    sink = {text}"
    if text.startswith("@"):
        name, _, rest = text[1:].partition(" ")
        body = TEMPLATES[name].format(*rest.split("; "))
        loop = "for _ in range(n):\n    once()"
    made = dict(names)
    exec(f"def once():\n{indent(body, '    ')}\ndef often(n):\n{indent(loop, '    ')}\n", made)
    return Template(made["once"], made["often"])
