"""Members in, the list of them out, whose pairs are linked as they come: a *chain*.

    v5 = %Pair()                        begun: what stands before the first pair,
    v6 = v5                             and the last pair so far
    v7 = %Pair(); v7.car = x            one more
    v6.cdr = v7; v6 = v7
    v6.cdr = tail; return v5.cdr        the list, with what comes behind it

    v5 = v6 = v1                        begun along a list all of whose pairs come, one after the other:
    v6 = v1                             one more, which is linked already

Theory. To keep the members in a list of Python's and link them afterwards takes up to half as long again. Nobody sees
the pairs before the list is whole. A captured frame never goes on itself, and each resumed one begins a chain of its
own, which knows what stands before it (`resuming.chains`): so a continuation may come back any number of times.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, Linked


def chain(out: Builder) -> Linked:
    """The names of a new chain."""
    made = Linked(out.new_name(), out.new_name())
    out.body.collectors.add(made.head)
    out.body.chains[made.head] = made.last
    return made


def along(out: Builder) -> Linked:
    """The names of one that gets all pairs of a list. What is linked already is no matter of resumed frames."""
    return Linked(out.new_name(), out.new_name())


def begin(out: Builder, linked: Linked) -> None:
    """Put the beginning, with no member."""
    out.put(out.assign(linked.head, out.apply(out.helper("Pair"), []), binds=True))
    out.put(out.assign(linked.last, out.load(linked.head), binds=True))


def add(out: Builder, linked: Linked, member: ast.expr) -> None:
    """Put one more member."""
    made = out.new_name()
    out.put(out.assign(made, out.apply(out.helper("Pair"), [])))
    out.put(ast.Assign([out.at(ast.Attribute(out.load(made), "car", STORE))], member))
    _end(out, linked, out.load(made))
    out.put(out.assign(linked.last, out.load(made), binds=True))


def again(out: Builder, linked: Linked, pair: ast.expr, is_linked: bool) -> None:
    """Put a pair that there is, for a member that is its car; `is_linked`: to the one before it."""
    if not is_linked:
        _end(out, linked, pair)
    out.put(out.assign(linked.last, pair, binds=True))


def begin_along(out: Builder, linked: Linked, walked: str) -> None:
    """Put the beginning of one that gets all pairs of a list along which a loop walks: they are linked already. The
    first pair stands for the one before it, too."""
    out.put(out.assign(linked.head, out.load(walked), binds=True))
    out.put(out.assign(linked.last, out.load(walked), binds=True))


def whole_along(out: Builder, linked: Linked, walked: str, tail: ast.expr) -> ast.expr:
    """Put what comes behind the pairs that were walked along; the list."""
    test = out.at(ast.Compare(out.load(linked.last), [ast.Is()], [out.load(walked)]))
    statement = out.at(ast.If(test, [out.assign(linked.head, tail, binds=True)], []))
    block, out.block = out.block, []
    _end(out, linked, tail)
    statement.orelse, out.block = out.block, block
    out.put(statement)
    return out.load(linked.head)


def whole(out: Builder, linked: Linked, tail: ast.expr) -> ast.expr:
    """Put what comes behind the members; the list."""
    _end(out, linked, tail)
    return out.at(ast.Attribute(out.load(linked.head), "cdr", LOAD))


def _end(out: Builder, linked: Linked, tail: ast.expr) -> None:
    out.put(ast.Assign([out.at(ast.Attribute(out.load(linked.last), "cdr", STORE))], tail))


def is_empty(out: Builder, linked: Linked) -> ast.expr:
    """Whether there is no member."""
    return out.at(ast.Compare(out.load(linked.last), [ast.Is()], [out.load(linked.head)]))
