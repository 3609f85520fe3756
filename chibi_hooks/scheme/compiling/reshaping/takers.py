"""The forms of a unit in, the same with twins out beside each procedure that looks at a list which it is given.

    (define (total l) … (car l) … (cdr l) …)    ⇒    (define (total' m) (let ((l (%given m))) … (car l) … (cdr l) …))

Theory. Who calls such a procedure often has just gathered that list, and had its members before it made pairs of them
(`members`), or the texts of strings that it was cut into (`bare`). So there is a twin that takes the members, and one
that takes texts, for calls in the unit that have them. Whether a twin may do with them is found where it is analysed:
one that would make the list after all is forgotten.

Rules: as for other twins (`twins`). Where nobody in the unit could give such a list, there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from collections.abc import Set as AbstractSet
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import FormContents, Forms
from chibi_hooks.scheme.compiling.analysing.facts import Taker, Twin, answers, called_primitive, global_facts
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.lists.sources import PLACES, gathered, names_members, pieces_of
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of
from chibi_hooks.scheme.core import Call, Define, Global, GlobalRef, Lambda, Let, Letrec, LocalRef, Node, Variable

NODES: Final = 200  # of a body that there may be twice more
LOOKS: Final = frozenset({*PLACES, "cdr", "null?", "pair?", "length", "list-ref", "reverse"})
NOTHING: Final[Mapping[Call, Node]] = {}


def with_takers(
    nodes: list[Node],
    known: Mapping[Global, Lambda],
    twins: Mapping[Global, Twin],
    new_key: Callable[[], str],
    forms: Forms,
) -> tuple[list[Node], dict[Global, Taker]]:
    """The forms with the definitions of the twins, each before that of its procedure; and which those are. `twins`:
    what answers the members of the list that a procedure gathers.
    """
    places = _given([forms.inside(node) for node in nodes], known, twins)
    takers: dict[Global, Taker] = {}
    if not places:
        return nodes, takers
    made: list[Node] = []
    for node in nodes:
        if isinstance(node, Define) and node.location in places:
            location, procedure = node.location, known[node.location]
            taker = takers[location] = Taker(places[location], _twin(location, new_key), _twin(location, new_key))
            for twin, source in ((taker.members, "%given"), (taker.pieces, "%given-pieces")):
                assert twin is not None
                made.append(Define(twin, _taking(procedure, taker.place, source), node.place))
        made.append(node)
    return made, takers


def _twin(location: Global, new_key: Callable[[], str]) -> Twin:
    return Twin(location.name, new_key(), location.library)


def _place(location: Global, procedure: Lambda) -> int | None:
    """Which parameter of a procedure is a list for all that is known, if there may be twins of it."""
    if location.library is not None or procedure.rest is not None or any(each.assigned for each in procedure.params):
        return None
    looked = _looked_at(procedure.body)
    place = next((i for i, param in enumerate(procedure.params) if param in looked), None)
    return place if place is not None and copyable_size(procedure.body, NODES) else None


def _looked_at(root: Node) -> set[Variable]:
    """The variables that something is asked of which only lists tell, here or in a loop that begins with them."""
    found: set[Variable] = set()
    loops: dict[Variable, Lambda] = {}
    entries: list[tuple[Variable, Variable]] = []
    for node in nodes_of(root, LOOKED_AT):
        if isinstance(node, Letrec):
            for variable, init in zip(node.variables, node.inits, strict=True):
                if isinstance(init, Lambda):
                    loops[variable] = init
            continue
        primitive = called_primitive(node)
        first = node.operands[0] if node.operands else None
        if primitive is not None and primitive.name in LOOKS and isinstance(first, LocalRef):
            found.add(first.variable)
        elif isinstance(node.operator, LocalRef) and (loop := loops.get(node.operator.variable)) is not None:
            pairs = zip(loop.params, node.operands, strict=False)
            entries += [(param, each.variable) for param, each in pairs if isinstance(each, LocalRef)]
    found.update(given for param, given in entries if param in found)
    return found


LOOKED_AT: Final = frozenset({Call, Letrec})


def _given(
    forms: Items[FormContents], known: Mapping[Global, Lambda], twins: Mapping[Global, Twin]
) -> dict[Global, int]:
    """Those procedures that some call may give members, and as which parameter."""
    sources: set[Global] | None = None
    places: dict[Global, int] = {}
    found: dict[Global, int | None] = {}
    for inside in forms:
        calls = [(called, node) for node in inside.calls if (called := _procedure_called(node, known)) is not None]
        if not calls:
            continue
        sources = givers(known, twins) if sources is None else sources
        held: set[Variable] = set()
        for let in inside.lets:
            held.update(v for v, init in zip(let.variables, let.inits, strict=True) if gives(init, sources))
        for node in inside.calls:
            if type(node.operator) is Lambda:
                pairs = zip(node.operator.params, node.operands, strict=False)
                held.update(param for param, each in pairs if gives(each, sources))
        for location, call in calls:
            for i, each in enumerate(call.operands):
                if each.variable in held if type(each) is LocalRef else gives(each, sources):
                    if location not in found:
                        found[location] = _place(location, known[location])  # few are asked: it takes a walk
                    if found[location] == i:
                        places[location] = i
    return places


def _procedure_called(node: Call, known: Mapping[Global, Lambda]) -> Global | None:
    """The procedure of the program that is called, if that is certain; one of a library has no such twins."""
    operator = node.operator
    if type(operator) is not GlobalRef or operator.location.library is not None or operator.location not in known:
        return None
    return operator.location


def givers(known: Mapping[Global, Lambda], twins: Mapping[Global, Twin]) -> set[Global]:
    """The procedures of a unit that may have the members of what they answer."""
    return set(twins) | {location for location, each in known.items() if _cuts(each)}


def gives(node: Node, sources: AbstractSet[Global]) -> bool:
    """Whether it is a call that may have the members of what it answers."""
    if not isinstance(node, Call) or not isinstance(node.operator, GlobalRef):
        return False
    location, primitive = node.operator.location, called_primitive(node)
    if primitive is not None:
        if primitive.name == "reverse":
            return gives(node.operands[0], sources)
        return primitive.gives_members or any(found(node) for found in (gathered, pieces_of, names_members))
    if location.library is None:
        return location in sources
    three = global_facts(location).guarded.get(len(node.operands))
    return three is not None and three[1].gives_members


def _cuts(procedure: Lambda) -> bool:
    """Whether a procedure answers a list that it cuts a string into."""
    return any(pieces_of(each) is not None for each in answers(procedure.body, NOTHING))


def _taking(procedure: Lambda, place: int, source: str) -> Lambda:
    """A copy of the procedure that takes members."""
    taken = procedure.params[place]
    given = Variable(taken.name, procedure.place)
    params = [given if each is taken else each for each in procedure.params]
    held = call_of(source, [LocalRef(given, procedure.place)], procedure)
    body = Let([taken], [held], procedure.body, procedure.place)
    copied = Copier(procedure.place, (), keeping=True).node(Lambda(params, None, body, procedure.name, procedure.place))
    assert isinstance(copied, Lambda)
    return copied


def held_by(procedure: Lambda) -> Variable:
    """The variable that holds what a twin is given."""
    assert isinstance(procedure.body, Let)
    return procedure.body.variables[0]
