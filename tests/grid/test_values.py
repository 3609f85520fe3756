"""Every procedure that a library of ours exports, called as the rows of `good/` say: it gives what its specification
gives, changes nothing that its name does not say it changes (R7RS 1.3.5), and shares nothing that can be changed with
another world.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.running.link import HARMLESS
from chibi_hooks.scheme.values.data import TRUE, Pair, String, Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short
from tests.grid.cases import FOLDER, Row, libraries, rows_in, rows_of
from tests.grid.kinds import GOOD, HOSTILE
from tests.grid.reach import changeable, is_as_before, snapshot
from tests.grid.worlds import World
from tests.halves import dealt

LIBRARIES = list(standard_libraries())
EXITS = "exits"
STRIDE = 7  # of the kinds in each place; all of them take minutes


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(world: World, rows: list[Row]) -> None:
    """AssertionError for the first row that does not give what stands behind its arrow."""
    texts = [row.test() if row.observer == EXITS else f"(equal? '{row.value} {row.test()})" for row in rows]
    for row, (_, thunk) in zip(rows, world.compiled(texts), strict=True):
        if row.observer == EXITS:
            with pytest.raises(Exit) as ended:
                world.freely(thunk)
            assert str(ended.value.code) == row.value
        else:
            assert world.freely(thunk) is TRUE, f"{row}\ngave {short(world.value_of(row.test()))}"


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_procedure_stands_in_the_grid_with_the_value_of_its_specification(library: str, directory: Path) -> None:
    world = World(library, directory)
    rows = rows_of(library)
    missing = sorted(set(world.procedures()) - {row.name for row in rows})
    where = FOLDER.joinpath(*library[1:-1].split(" ")).with_suffix(".scm")
    assert not missing, (
        f"{library} exports {missing}: write a row `(procedure argument …) => value` for each in {where}"
    )
    check(world, rows)


def test_no_row_is_of_a_procedure_that_nobody_exports() -> None:
    exported = {name for library in LIBRARIES for name in exports_of(library)}
    rows = [(path.name, row.name) for path in FOLDER.glob("*/*.scm") for row in rows_in(path)]
    assert [row for row in rows if row[1] not in exported] == []
    assert len(rows) > 1000


@pytest.mark.parametrize("library", dealt(libraries(), 12))
def test_no_procedure_changes_its_arguments_without_a_mark(library: str, directory: Path) -> None:
    world = World(library, directory)
    calls = []
    for row in rows_of(library):
        unmarked = not row.name.endswith("!") or row.name.startswith(HARMLESS)
        if unmarked and "!" not in "".join(row.arguments) and row.observer != EXITS:
            calls += [(row.name, texts) for texts in (row.arguments, *list(_with_other_kinds(row))[::STRIDE])]
    makers = world.compiled([f"(vector {' '.join(texts)})" for _, texts in calls])
    for (name, texts), (_, maker) in zip(calls, makers, strict=True):
        try:
            arguments = world.freely(maker).v
        except SchemeError:  # an argument that is made of others refuses them
            continue
        assert untouched(world, name, arguments), f"({name} {' '.join(texts)}) changed an argument"


def _with_other_kinds(row: Row) -> Iterator[tuple[str, ...]]:
    for kind in (*GOOD.values(), *HOSTILE.values()):
        for place in range(len(row.arguments)):
            yield (*row.arguments[:place], kind, *row.arguments[place + 1 :])


def untouched(world: World, name: str, arguments: list[Value]) -> bool:
    """Whether a call changes no list, vector, string or bytevector that it is given; of one with a mark that is taken
    for harmless to payloads: no list or string.
    """
    before = [kept for kept in snapshot(arguments) if not name.endswith("!") or kept[0].__class__ in (Pair, String)]
    with contextlib.suppress(SchemeError):
        world.interpreter.call(world.interpreter.lookup(name), *arguments)
    return is_as_before(before)


@pytest.mark.parametrize("library", dealt(libraries(), 4))
def test_no_value_is_shared_with_another_world(library: str, directory: Path) -> None:
    rows = [row for row in rows_of(library) if row.observer != EXITS]
    given = [_given(World(library, directory), rows) for _ in range(2)]
    for row, mine, theirs in zip(rows, *given, strict=True):
        shared = changeable(mine).keys() & changeable(theirs).keys()
        assert not shared, f"{row}\nboth worlds have {[short(each) for each in map(changeable(mine).get, shared)]}"


def _given(world: World, rows: list[Row]) -> list[Value]:
    """What each call gives or raises, and what was observed of it."""
    texts = []
    for row in rows:
        call = f"(guard (e (#t (list e (if (error-object? e) (error-object-irritants e) 1)))) {row.call()})"
        texts.append(f"(call-with-values (lambda () {call}) (lambda every-value (cons {row.test()} every-value)))")
    return [world.freely(thunk) for _, thunk in world.compiled(texts)]
