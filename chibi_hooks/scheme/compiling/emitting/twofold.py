"""A loop that has two versions in, both out, and before them what decides which one runs (`analysing.versions`)."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Versions, facts
from chibi_hooks.scheme.compiling.analysing.versions import supposed
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template


def put_versions(e: Emitter, versions: Versions, put: Callable[[], None]) -> None:
    """Put a loop once for each version. `put`: emits the statements of one, whose variables have values."""
    out = e.out
    asked = [template("a.__class__ is int").fill(out, [out.load(facts(each).name)]) for each in versions.whole]
    asked += [template("a >= 0").fill(out, [out.load(facts(each).name)]) for each in versions.natural]
    test = asked[0] if len(asked) == 1 else out.at(ast.BoolOp(ast.And(), asked))
    statement = out.at(ast.If(test, [], []))
    outer, out.block = out.block, []
    with supposed(versions):
        put()
    statement.body, out.block = out.block, []
    put()
    statement.orelse, out.block = out.block, outer
    out.put(statement)
