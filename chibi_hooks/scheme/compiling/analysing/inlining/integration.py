"""Procedures in, what their calls come down to out: a primitive, or the body itself put in the place of the call.

Theory (procedure integration). Two kinds of body are worth their copies:

* *templates*: library procedures that call one of their parameters, like `map`. With a lambda expression as operand,
  or the name of a primitive, `(map (lambda (x) …) l)` becomes the loop that one would write by hand;
* small procedures that call no other one of the program but such as are put in line themselves: local ones, and those
  that are defined once at the unit's top level. Is it a loop, the loop moves to the place of the call.

The tree stays as it is (a redefinition compiles it again, with other knowledge): analysis keeps an *expansion* beside
the call. An operand's lambda expression is moved into it, not copied, so that each stands in the code once.

Rules: variables of the copy are new ones; what is copied of a library stands at the place of the call, what is copied
of the program keeps its places. A body is copied only if nothing in it makes a procedure or assigns a variable of its
own, so no closure and no location is made twice; procedures that use none of the variables around them are not copied,
they are what they are in both.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import (
    Along,
    GlobalFacts,
    Taker,
    Twin,
    Versions,
    called_primitive,
    facts,
    global_facts,
    procedure_held,
)
from chibi_hooks.scheme.compiling.analysing.inlining.affixing import asked_at_once
from chibi_hooks.scheme.compiling.analysing.inlining.comparing import comparison, made_by
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.handing import (
    asks_for_comparison,
    calls_only,
    foreseen,
    handed_on,
    is_asked,
    operands_given,
    receiving_template,
)
from chibi_hooks.scheme.compiling.analysing.inlining.having import with_members
from chibi_hooks.scheme.compiling.analysing.inlining.measuring import (
    CALLS,
    DEFINED_NODES,
    NOT_DEFINED,
    TEMPLATE_NODES,
    is_plain,
    size_of_defined,
    size_of_local,
)
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.inlining.specialising import parameters_called, specialised, updated_in
from chibi_hooks.scheme.compiling.analysing.inlining.tables import on_certain_table, table_made
from chibi_hooks.scheme.compiling.analysing.inlining.unfolding import order_of
from chibi_hooks.scheme.compiling.analysing.trees import calls_of, references
from chibi_hooks.scheme.core import Call, Const, Global, GlobalRef, If, Lambda, Letrec, LocalRef, Node, Variable

SELDOM_NODES: Final = 80  # of a procedure of the top level that few places call
SELDOM: Final = 2  # places that name it
NESTED: Final = 4  # such procedures in line, one inside the other
COPIED_NODES: Final = 400  # of one such procedure in all its copies

NO_CLAUSES: Final[dict[int, Twin]] = {}


class Expansions(dict[Call, Node]):
    """What stands in the place of calls; `copied`: how many nodes of each procedure of the program have been copied;
    `known`: those that are defined once at this top level, and for certain before the form at hand runs.
    """

    def __init__(self, counting: bool) -> None:
        super().__init__()
        self.counting = counting  # steps are counted: each procedure that is called is one
        self.copied: dict[Lambda, int] = {}
        self.left_over: set[Call] = set()  # calls for what is not foreseen: nothing stands in their place
        self.bare: set[Call] = set()  # calls that make a list of which the members are wanted (`members`)
        self.pieces: set[Call] = set()  # those of them of which the texts of the members are wanted (`bare`)
        self.backwards: set[LocalRef] = set()  # of what grew at its head: of which the members are wanted (`stacks`)
        self.kept: set[Call] = set()  # calls of `car` and the like that make a string of a text among such
        self.spelt: set[If] = set()  # choices between strings of which the text is wanted
        self.taken: dict[Call, bool] = {}  # calls of primitives that get members at once; whether those are a text
        self.proven: set[Call] = set()  # operations on records whose type was asked for before
        self.updating: dict[Lambda, set[int]] = {}  # which parameters of known procedures are lists that they update
        self.reused: dict[Variable, Variable] = {}  # collectors, and whose pairs they may link instead of new ones
        self.undropped: dict[Variable, Variable] = {}  # those of them that get all pairs: which are linked already
        self.sure: set[Call] = set()  # calls of `car` that get members of which there are some
        self.unsure: set[Call] = set()  # calls of `cdr` that get members of which there may be none
        self.twins: dict[Global, Twin] = {}  # of known procedures that gather what they answer
        self.takers: dict[Global, Taker] = {}  # of those that look at a list which they are given
        self.given: dict[Call, Along] = {}  # calls that go to such a twin, and what they give
        self.clauses: dict[Global, dict[int, Twin]] = {}  # of case-lambdas that are known, by number of parameters
        self.has_letters = False  # does the program take single characters, or parts of strings?
        self.literals: dict[Global, Const] = {}  # what is defined once, as a literal, before the form at hand runs
        self.among: dict[Call, Const] = {}  # calls whose second operand is such a variable, and what it holds
        self.versions: dict[Lambda | Variable, Versions] = {}  # of loops, by their variable, and of procedures
        self.turning: set[Node] = set()  # procedures that call themselves and were put in line, mostly as loops
        self.plain: dict[Lambda, bool] = {}  # which templates are
        self.only_called: dict[Variable, int] = {}  # how often their parameters are, those that are only called
        self.comparing: dict[Variable, bool] = {}  # which of them ask for a comparison
        self.measured: dict[Lambda, tuple[int, set[Variable]]] = {}
        self.known: dict[Global, Lambda] = {}
        self.called: dict[Lambda, tuple[int, dict[Variable, int]]] = {}  # of known procedures that can be copied
        self.defined: dict[Lambda, int] = {}  # size of those of them that are worth copying, else 0
        self.seldom: set[Lambda] = set()  # those that are called from few places only

    def of(self, node: Call, owner: Node | None) -> Node | None:
        """What stands in the place of the call in the function `owner`; None: the call itself."""
        found = self.get(node)
        if found is None:
            found = self._expansion(node, owner)
            if found is not None:
                self[node] = found
        return found

    def _expansion(self, node: Call, owner: Node | None) -> Node | None:
        operator = node.operator
        if type(operator) is GlobalRef:
            location = operator.location
            procedure = self.known.get(location)
            if procedure is not None:
                ways = [self._defined, self._for_this_call]
                if any(map(_is_large, node.operands)):  # it is to stand where it is called, and not to be made
                    ways.reverse()
                made = ways[0](location, procedure, node, owner) or ways[1](location, procedure, node, owner)
                return made or self._work(location, procedure, node)
            if (clause := self.clauses.get(location, NO_CLAUSES).get(len(node.operands))) in self.known:
                assert clause is not None
                return Call(GlobalRef(clause, operator.place), node.operands, node.place)
            if location.primitive is not None or location.library is None:
                return None
            call = on_certain_table(node) or asked_at_once(node, self.literals)
            if call is not None:
                return call
            if (choice := with_members(location, node, self.known, self.left_over)) is not None:
                return choice
            return self._of_library(global_facts(location), node)
        if type(operator) is Call:
            made = self._made(operator)
            return Call(made, node.operands, node.place) if type(made) is Lambda else None
        if type(operator) is not LocalRef:
            return None
        found = facts(operator.variable)
        known = found.known
        if known is None or known is owner or found.loop or found.late or known in self.turning:
            return None
        if known.rest is not None or len(known.params) != len(node.operands):
            return None
        size = self.size_if_small(operator.variable, known)
        copied = self.copied.get(known, 0) + size
        if not size or copied > COPIED_NODES:
            return None
        self.copied[known] = copied
        made = _moved(operator.variable, known, node, self.known)
        if type(made) is Letrec:
            self.turning.update(made.inits)
        return made

    def _made(self, operand: Node) -> Node:
        """What is only called: the procedure that is made there by one of the program which does nothing else, or the
        operand.
        """
        made = made_by(operand, self.known) if isinstance(operand, Call) and not self.counting else None
        return operand if made is None else made

    def _of_library(self, told: GlobalFacts, node: Call) -> Node | None:
        """A library's procedure in the place of its call, if it does little or is better for what it is given."""
        template = told.templates.get(len(node.operands))
        if template is None:
            return None
        if (table := table_made(template, node)) is not None:
            return table
        made = self._from_template(template, node) if any(map(self._tells, node.operands)) else None
        if made is None and len(node.operands) not in told.stands_for and self._is_plain(template):
            made = Copier(node.place, self.known).bound(template, node.operands)
        return made

    def _is_plain(self, template: Lambda) -> bool:
        found = self.plain.get(template)
        if found is None:
            found = self.plain[template] = is_plain(template)
        return found

    def _calls_only(self, template: Lambda, param: Variable) -> int:
        found = self.only_called.get(param)
        if found is None:
            found = self.only_called[param] = calls_only(template, param)
        return found

    def _compares(self, template: Lambda, param: Variable) -> bool:
        found = self.comparing.get(param)
        if found is None:
            found = self.comparing[param] = asks_for_comparison(template.body, param)
        return found

    def _work(self, location: Global, known: Lambda, node: Call) -> Node | None:
        """The call of a procedure's twin, a list of what that answers."""
        twin = self.twins.get(location)
        if twin is None or len(known.params) != len(node.operands):
            return None
        return call_of("%collected", [Call(GlobalRef(twin, node.operator.place), node.operands, node.place)], node)

    def _defined(self, _: Global, known: Lambda, node: Call, owner: Node | None) -> Node | None:
        """A small procedure of the unit in the place of its call."""
        more = len(node.operands) - len(known.params)
        fits = known is not owner and (more == 0 if known.rest is None else more >= 0)
        size = self.size_if_leaf(known) if fits else 0
        copied = self.copied.get(known, 0) + size
        if not size or copied > COPIED_NODES:
            return None
        self.copied[known] = copied
        return Copier(node.place, self.known, keeping=True).bound(known, node.operands)

    def _for_this_call(self, location: Global, known: Lambda, node: Call, owner: Node | None) -> Node | None:
        """A procedure of the unit whose parameter is called, where it is given one that is known."""
        if self.counting or known is owner or known.rest is not None or len(known.params) != len(node.operands):
            return None
        updates = self._updates(location, known, node)
        if not updates and not any(self.is_known(self._made(each)) for each in node.operands):
            return None
        size, called = self._called(location, known)
        chosen: dict[Variable, Node] = {}
        for param, operand in zip(known.params, map(self._made, node.operands), strict=True):
            most = 1 if _is_large(operand) else CALLS
            if 0 < called.get(param, 0) <= most and self.is_known(operand):
                if not self._takes(operand, operands_given(known.body, param, self._receiver)):
                    return None
                chosen[param] = operand
        copied = self.copied.get(known, 0) + size
        if not (chosen or updates) or not size or copied > COPIED_NODES or any(each.assigned for each in known.params):
            return None
        made = specialised(location, known, node, chosen, self.known)
        if made is None:
            self.called[known] = 0, {}
        else:
            self.copied[known] = copied
        if isinstance(made, Letrec):
            self.turning.update(made.inits)
        return made

    def _updates(self, location: Global, known: Lambda, node: Call) -> bool:
        """Whether a list that a variable holds is given to a procedure that copies it up to where it changes it: in
        line it may do without the copy (`reusing`).
        """
        held = [i for i, each in enumerate(node.operands) if type(each) is LocalRef]
        if not held:
            return False
        found = self.updating.get(known)
        if found is None:
            found = self.updating[known] = updated_in(known, location)
        return not found.isdisjoint(held)

    def _called(self, location: Global, known: Lambda) -> tuple[int, dict[Variable, int]]:
        """The size of a procedure if it can be copied, and which of its parameters are only called."""
        found = self.called.get(known)
        if found is None:
            size = copyable_size(known.body, TEMPLATE_NODES, own=True, receiving=True)
            if not references(known.body).issuperset(known.params):
                size = 0  # as in `size_of_defined`
            self.called[known] = 0, {}  # for one that hands its own on to itself by way of others
            found = self.called[known] = size, parameters_called(known, location, self._handed_on) if size else {}
        return found

    def _handed_on(self, node: Call, i: int) -> int:
        """How many calls the operand at this place comes to in the procedure that is called, if that does nothing else
        with it and can be put in line.
        """
        return handed_on(node, i) or self._calls_in(node, i)[1]

    def _receiver(self, node: Call, i: int) -> Lambda | None:
        """The procedure where that is so."""
        return receiving_template(node, i) or self._calls_in(node, i)[0]

    def _calls_in(self, node: Call, i: int) -> tuple[Lambda | None, int]:
        """The same of a procedure of the unit."""
        operator = node.operator
        known = self.known.get(operator.location) if isinstance(operator, GlobalRef) else None
        if known is None or known.rest is not None or len(known.params) != len(node.operands):
            return None, 0
        assert isinstance(operator, GlobalRef)
        count = self._called(operator.location, known)[1].get(known.params[i], 0)
        return (known, count) if count else (None, 0)

    def size_if_leaf(self, known: Lambda, depth: int = NESTED) -> int:
        """The size of a procedure of the unit that is worth copying, with what stands in line in it; else 0. It calls
        primitives and other such ones, never itself, and one more of which nothing is known, or two, if it has no loop.
        """
        found = self.defined.get(known)
        if found is None:
            self.defined[known] = 0  # one that comes back to itself is none
            most = SELDOM_NODES if known in self.seldom else DEFINED_NODES
            with_loops = not self.counting
            size, calls = size_of_defined(known, with_loops, most) if depth else NOT_DEFINED
            inner = [self.size_if_leaf(self.known[each], depth - 1) if each in self.known else 0 for each in calls]
            whole = size + sum(inner)
            found = self.defined[known] = whole if all(inner) and whole <= most else 0
        return found

    def _tells(self, operand: Node) -> bool:
        """Whether a library's procedure may be better in line because of this operand."""
        return isinstance(operand, Const) or self.is_known(operand) or order_of(operand, self.known) is not None

    def is_known(self, operand: Node) -> bool:
        """Whether it is clear what a call of the operand does: a lambda expression, or the name of a primitive or of a
        procedure of the unit, or a local one.
        """
        if type(operand) is GlobalRef:
            location = operand.location
            if location.primitive is not None:
                return location.primitive.leaf
            return location in self.known or _is_of_library(location)
        return type(operand) is Lambda or procedure_held(operand) is not None

    def _from_template(self, template: Lambda, node: Call) -> Node | None:
        """The body of a library's procedure with its parameters bound; an operand's lambda expression takes the place
        of the parameter that is called.
        """
        copy = Copier(node.place, self.known)
        named = False  # is one that is called twice, and large, a local procedure there?
        for param, operand in zip(template.params, node.operands, strict=True):
            if _answers_list(operand):
                copy.lists.add(param)
            expected = foreseen(operand)
            if expected is not None and is_asked(template.body, param):
                copy.instead[param] = expected
                copy.foreseen.add(param)
                continue
            procedure = self._made(operand)
            calls = self._calls_only(template, param) if self.is_known(procedure) else 0
            if calls:
                operand = procedure
            if 0 < calls <= (1 if _is_large(operand) else CALLS):
                if not self._takes(operand, operands_given(template.body, param)):
                    return None
                copy.instead[param] = operand
            elif calls and type(operand) is Lambda and self._takes(operand, operands_given(template.body, param)):
                named = True
            elif self._compares(template, param):
                compared = comparison(order_of(operand, self.known))
                if compared is not None:
                    copy.compared[param] = compared
                elif isinstance(operand, GlobalRef) and foreseen(operand) is not None:
                    copy.instead[param] = operand
        return copy.bound(template, node.operands) if named or copy.instead or copy.compared else None

    def _procedure(self, operand: Node) -> Node | None:
        """The procedure that an operand is, where it is one of the program that is known, or makes."""
        if isinstance(operand, GlobalRef):
            return self.known.get(operand.location)
        return procedure_held(operand) or made_by(operand, self.known)

    def _takes(self, operand: Node, count: int) -> bool:
        procedure = self._procedure(operand)
        if isinstance(procedure, Lambda):
            return procedure.rest is None and len(procedure.params) == count
        assert isinstance(operand, GlobalRef)
        primitive = operand.location.primitive
        if primitive is None:
            told = global_facts(operand.location)
            return count in told.stands_for or count in told.clauses or count in _plain_clauses(told)
        return primitive.minimum <= count and (primitive.maximum is None or count <= primitive.maximum)

    def size_if_small(self, variable: Variable, known: Lambda) -> int:
        """The size of a procedure that is worth copying, else 0: one that names others of the program is better
        left.
        """
        found = self.measured.get(known)
        if found is None:
            found = self.measured[known] = size_of_local(variable, known)
        size, free = found
        return 0 if any(facts(each).known is not None for each in free) else size


def _is_of_library(location: Global) -> bool:
    """Whether it holds a procedure of a library of which something is told that its calls are better for."""
    if location.library is None or location.assigned:
        return False
    told = global_facts(location)
    return bool(told.stands_for or told.clauses or _plain_clauses(told))


def _plain_clauses(told: GlobalFacts) -> list[int]:
    """With how many arguments calls of a library's procedure are in line."""
    return [count for count, clause in told.templates.items() if is_plain(clause)]


def _answers_list(operand: Node) -> bool:
    """Whether the operand is the call of a primitive that answers a list."""
    primitive = called_primitive(operand) if isinstance(operand, Call) else None
    return primitive is not None and primitive.returns == "list"


def _is_large(operand: Node) -> bool:
    """Whether a lambda expression is to stand in one place only."""
    return isinstance(operand, Lambda) and not copyable_size(operand.body, DEFINED_NODES)


def _moved(variable: Variable, known: Lambda, node: Call, defined: Container[Global]) -> Node:
    """A small local procedure in the place of its call; one that calls itself as the loop it is."""
    copy = Copier(node.place, defined, keeping=True)
    if variable not in references(known.body):
        return copy.bound(known, node.operands)
    again = copy.variable(variable)
    moving = _moving(variable, known)
    kept = [i for i, operand in enumerate(node.operands) if i in moving or not copy.is_fixed(operand)]
    for i, param in enumerate(known.params):
        if i not in kept:
            copy.put_instead(param, node.operands[i])
    copy.kept[again] = kept
    params = [copy.variable(known.params[i]) for i in kept]
    loop = Lambda(params, None, copy.node(known.body), known.name, node.place)
    entry = Call(LocalRef(again, node.place), [node.operands[i] for i in kept], node.place)
    return Letrec([again], [loop], entry, node.place)


def _moving(variable: Variable, known: Lambda) -> set[int]:
    """Which parameters get another value where the procedure calls itself."""
    found: set[int] = set()
    for call in calls_of(known.body, variable):
        for i, (param, operand) in enumerate(zip(known.params, call.operands, strict=True)):
            if not (isinstance(operand, LocalRef) and operand.variable is param):
                found.add(i)
    return found
