"""The files that are made are those that would be made now; what cannot be put together is refused."""

from __future__ import annotations

import ast
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from tests.flat import texts
from tests.flat.files import FILES
from tests.flat.flattening import flattened
from tests.flat.forwarding import forwarded

MARK = "from chibi_hooks.inlined import inlined\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_what_would_be_made_now(path: Path) -> None:
    """`python -m tests.flat` makes it."""
    made, there = (ast.dump(ast.parse(text)) for text in (FILES[path](), path.read_text("utf-8")))
    assert made == there


@pytest.fixture
def flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """A text of a module with a function `make` -> what that makes, put together."""
    monkeypatch.syspath_prepend(tmp_path)
    numbers = iter(range(100))

    def made(text: str) -> object:
        name = f"chibi_hooks_pieces_{next(numbers)}"
        (tmp_path / f"{name}.py").write_text(MARK + text, encoding="utf-8")
        texts.module_of.cache_clear()
        module = ModuleType(name)
        exec(compile(flattened(name, "make", "t"), name, "exec"), module.__dict__)
        sys.modules.pop(name, None)
        return module.make()

    return made


PIECES = """
@inlined
def smaller(a, b):
    found = a
    if b < a:
        found = b
    return found

@inlined
def sign(x):
    if x < 0:
        return -1
    if x == 0:
        return 0
    return 1

@inlined
def noted(where, x):
    where.append(x)

@inlined
def seldom(x):
    if x > 5:
        return x

@inlined
def first_of(x):
    return x[0]

@inlined
def risky(x):
    found = 7
    found = found / x
    return found

@inlined
def riskier(x):
    return risky(x)

@inlined
def named_as_a_builtin(x):
    len = x
    return len + 0

@inlined
def of_a_builtin(x):
    found = len(x)
    return found

MOST = 10

@inlined
def bounded(x):
    return min(x, MOST)
"""

MADE = {
    "a local of its own": ("found = 10\n  r = smaller(a, b)\n  return found, r", (3, 2), (10, 2)),
    "an argument that is no name": ("r = smaller(a + b, 4)\n  return r", (3, 2), 4),
    "branches that return": ("x = sign(a)\n  y = sign(b)\n  z = sign(a + b)\n  return x, y, z", (-2, 2), (-1, 1, 0)),
    "one in the place of another": ("return sign(a)", (0, 1), 0),
    "one for what it does": ("r = []\n  noted(r, a)\n  noted(r, b)\n  return r", (1, 2), [1, 2]),
    "one twice, with the names exchanged": (
        "x = smaller(a, b)\n  y = smaller(b, a)\n  return x, y, a, b", (7, 5), (5, 5, 7, 5)
    ),
    "one in a loop": ("r = 0\n  for x in (a, b):\n    s = sign(x)\n    r += s\n  return r", (-1, -5), -2),
    "one whose result is what it is given": ("a = smaller(a, b)\n  return a", (9, 2), 2),
    "one that comes to its end without a return": ("if b:\n   return seldom(a)\n  return 2", (1, 1), None),
    "one that does so and is assigned": ("r = 9\n  r = seldom(a)\n  return r", (1, 1), None),
    "one without a return, assigned": ("x = []\n  r = noted(x, a)\n  return r, x", (1, 1), (None, [1])),
    "one whose result nobody wants": ("try:\n   first_of(())\n  except IndexError:\n   return a", (1, 1), 1),
    "one that fails where somebody looks": (
        "r = 1\n  try:\n   r = risky(a)\n  except ZeroDivisionError:\n   pass\n  return r", (0, 1), 1
    ),
    "one that fails in the place of another, where somebody looks": (
        "r = 1\n  try:\n   r = riskier(a)\n  except ZeroDivisionError:\n   pass\n  return r", (0, 1), 1
    ),
    "one that fails where somebody cleans up": (
        "r = 1\n  s = []\n  try:\n   try:\n    r = risky(a)\n   finally:\n    s.append(r)\n"
        "  except ZeroDivisionError:\n   return s", (0, 1), [1]
    ),
    "one that fails in a loop": (
        "r = 1\n  s = []\n  for x in (0, a):\n   try:\n    s.append(r)\n    r = risky(x)\n"
        "   except ZeroDivisionError:\n    pass\n  return s", (1, 1), [1, 1]
    ),
    "one with a local that is spelled as a builtin": (
        "x = named_as_a_builtin(a)\n  y = of_a_builtin('ab')\n  return x, y", (3, 1), (3, 2)
    ),
    "arguments by name, in their order": (
        "s = []\n  r = smaller(b=s.append(b) or 5, a=s.append(a) or 4)\n  return r, s", (1, 2), (4, [2, 1])
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_what_is_put_together_does_the_same(name: str, flat: object) -> None:
    body, given, wanted = MADE[name]
    text = f"{PIECES}\ndef make():\n def fire(a, b):\n  {body}\n return fire\n"
    plain: dict[str, object] = {}
    exec(MARK + text, plain)
    work = flat(text)  # type: ignore[operator]
    assert work(*given) == plain["make"]()(*given) == wanted  # type: ignore[operator]
    assert not {*plain} & {*work.__code__.co_names} - {"MOST"}


FOLLOWED = {
    "a variable": ("d = _new(Fire)\n d.id = a\n return d.id", "return a"),
    "a constant": ("d = _new(Share)\n d.tally = 3\n return d.tally", "return 3"),
    "of a point": ("d = _new(Fire)\n d.skipped = way.left_out\n return d.skipped", "return way.left_out"),
    "in what is nested": (
        "d = _new(Fire)\n d.id = a\n if b:\n  try:\n   b(d.id)\n  finally:\n   b()",
        "if b:\n try:\n  b(a)\n finally:\n  b()",
    ),
    "a variable that was assigned before": ("a = b\n d = _new(Fire)\n d.id = a\n return d.id", "return a"),
    "not where it is assigned behind that": ("d = _new(Fire)\n d.id = a\n a = 1\n return d.id", "return d.id"),
    "not where that may come again": (
        "for a in b:\n  d = _new(Fire)\n  d.id = a\n return d.id", "return d.id"
    ),
    "not where it is one of two": (
        "d = b\n if a:\n  d = _new(Fire)\n  d.id = a\n return d.id", "return d.id"
    ),
    "not where it is filled again": ("d = _new(Fire)\n d.id = a\n d.id = d.ms = b()\n return d.id", "return d.id"),
    "not where it may be filled again": (
        "d = _new(Fire)\n d.id = a\n if b:\n  d.id = 3\n return d.id", "return d.id"
    ),
    "not where that may be given up": (
        "d = _new(Fire)\n d.id = a\n try:\n  b()\n  d.id = 3\n except E:\n  pass\n return d.id", "return d.id"
    ),
    "not what may change": ("d = _new(Fire)\n d.journaled = a\n return d.journaled", "return d.journaled"),
    "not of others": ("d = _new(Folded)\n d.id = a\n return d.id", "return d.id"),
    "not what is computed": ("d = _new(Fire)\n d.calls = d.said = b.calls\n return d.said", "return d.said"),
    "not what a function inside reads": (
        "d = _new(Fire)\n d.id = a\n def f():\n  return d.id\n return f", "def f():\n return d.id\nreturn f"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_is_read_of_an_object_is_what_it_was_filled_with(name: str) -> None:
    body, last = FOLLOWED[name]
    (function,) = ast.parse(f"def f(a, b, way):\n {body}").body
    assert isinstance(function, ast.FunctionDef)
    assert ast.unparse(forwarded(function)).endswith(textwrap.indent(ast.unparse(ast.parse(last)), "    "))


REFUSED = {
    "inside of an expression": "return 1 + sign(a)",
    "in a condition": "if sign(a):\n   return 1\n  return 2",
    "one that returns before its end": "r = early(a)\n  return r",
    "one with a function that hides what it is given": "y = 1\n  r = hiding(y)\n  return r",
    "one with a function without a name": "r = unnamed(a)\n  return r",
    "one with a function whose parameter has a default": "r = defaulting(a)\n  return r",
    "one with a function that changes its variables": "r = counting(a)\n  return r",
    "one that is given what it gathers": "r = gathering(a, b)\n  return r",
    "one that is given too much": "r = sign(a, b)\n  return r",
    "one that is given too little": "r = smaller(a)\n  return r",
    "one that is given what nobody counts": "r = smaller(*a)\n  return r",
    "one with a name of its module that a local hides": "MOST = 1\n  r = bounded(a)\n  return r, MOST",
    "one with a name of Python's that a local hides": "min = 1\n  r = bounded(a)\n  return r, min",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_put_together_is_refused(name: str, flat: object) -> None:
    early = """
@inlined
def early(x):
    for y in x:
        return y
    return 0

@inlined
def hiding(x):
    def inside(y):
        return x + y
    return inside(2)

@inlined
def unnamed(x):
    return [*map(lambda y: x, (1, 2))]

@inlined
def defaulting(x):
    def inside(y=x):
        return y
    return inside()

@inlined
def counting(x):
    def up():
        nonlocal x
        x += 1
    up()
    return x

@inlined
def gathering(*x):
    return x
"""
    with pytest.raises(TypeError):
        flat(f"{PIECES}\n{early}\ndef make():\n def fire(a, b):\n  {REFUSED[name]}\n return fire\n")  # type: ignore[operator]
