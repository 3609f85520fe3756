"""The forms of a whole program or library body in, its unit of core nodes out."""

from __future__ import annotations

from chibi_hooks.scheme.core import GlobalRef, Node, Unit
from chibi_hooks.scheme.expanding.bodies import TopDefinitions, collect
from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.reading.syntax import Syntax


def expand_program(forms: list[Syntax], top: TopLevel, name: str | None = None) -> Unit:
    """Expand what one file or one REPL input holds; the top level keeps its definitions.

    The whole input is one scope: a definition holds in all of it. Raises SchemeError; the top level is then as it was.
    """
    x = Expander(top)
    before = top.state()
    try:
        definitions = TopDefinitions(top)
        collect(x, definitions, forms)
        return finished_unit(x, definitions, name or _name_of(forms))
    except BaseException:
        top.restore(before)
        raise


def finished_unit(x: Expander, definitions: TopDefinitions, name: str) -> Unit:
    """The unit of what was collected; after a stop in the middle it may be asked for again. Raises SchemeError."""
    x.begin()
    nodes: list[Node] = x.finished(definitions.nodes(x))
    carried = x.top.carried_over(nodes)
    x.globals.update(node.value.location for node in carried if isinstance(node.value, GlobalRef))
    return Unit(name, [*carried, *nodes], x.origins, x.globals)


def _name_of(forms: list[Syntax]) -> str:
    """The name of the source the forms stand in."""
    return next((form.place.source.name for form in forms if hasattr(form, "place")), "<program>")
