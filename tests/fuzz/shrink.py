"""A failing program in, a smaller one that still fails out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic

from tests.fuzz.generate import Form

Path = tuple[int, ...]


def shrink(forms: list[Form], fails: Callable[[list[Form]], bool], seconds: float = 60.0) -> list[Form]:
    """Cut while `fails` says yes: drop a form, put an inner form or `0` in the place of one. Stops after `seconds`."""
    end = monotonic() + seconds
    cut = True
    while cut and monotonic() < end:
        cut = False
        tried = 0
        while monotonic() < end:
            smaller = next(islice(_cuts(forms), tried, None), None)
            if smaller is None:
                break
            if fails(smaller):
                forms, cut = smaller, True  # go on here: what was tried before would most likely not fail now either
            else:
                tried += 1
    return forms


def _cuts(forms: list[Form]) -> Iterator[list[Form]]:
    """Programs with one cut each, the big cuts first."""
    paths = sorted(_paths(forms), key=len)
    for path in paths:
        if path:
            yield _replaced(forms, path, [])
    for path in paths:
        form = _at(forms, path)
        if path and isinstance(form, list):
            for inner in form:
                yield _replaced(forms, path, [inner])
            if form:
                yield _replaced(forms, path, ["0"])
                yield _replaced(forms, path, form)  # without the brackets


def _paths(form: Form) -> Iterator[Path]:
    waiting: list[tuple[Path, Form]] = [((), form)]
    while waiting:
        path, each = waiting.pop()
        yield path
        if isinstance(each, list):
            waiting.extend(((*path, index), inner) for index, inner in enumerate(each))


def _at(form: Form, path: Path) -> Form:
    for index in path:
        form = form[index]
    return form


def _replaced(forms: list[Form], path: Path, parts: list[Form]) -> list[Form]:
    """A copy with the form at `path` replaced by `parts`; what is not on the path is shared."""
    result: list[Form] = list(forms)
    here = result
    for index in path[:-1]:
        here[index] = list(here[index])
        here = here[index]
    here[path[-1] : path[-1] + 1] = parts
    return result
