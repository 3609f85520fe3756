"""A list that is only joined in, the texts of its members out: those that are made for it are not made.

    (apply string-append (map f l))     of a string that `f` makes at the end, its text is collected
    (list->string (map f l))            so is that of a character
    (apply append (map f l))            so are the members of a list

Theory. Nobody sees the members of a list that was gathered to be joined. So where one of them was just made, or is a
literal, its text will do; any other value is collected as it is. The primitives that join take both.

Rules: the collector is known from its beginning to the one place where it is joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target, answers, facts, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.lists.sources import gathered, makes_members, names_members
from chibi_hooks.scheme.compiling.analysing.trees import applied_primitive, bound_variables, directly_bound
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.core import Call, If, LocalRef, Node, Variable, children

JOINERS: Final = {"string-append": "%members-append", "+": "%members-sum", "append": "%appended"}
"""What takes all members in one list."""
OF_LISTS: Final = {"+": "%list-sum", "string-append": "%list-append"}  # what takes the list itself


def joiner(node: Call, gathered: bool) -> str | None:
    """What takes the list of `(apply primitive list)` at once, or its members where those are `gathered`, perhaps
    behind other arguments; None where nothing does.
    """
    primitive = applied_primitive(node)
    if primitive is None or (len(node.operands) != 2 and not (gathered and primitive.name == "+")):
        return None
    return (JOINERS if gathered else OF_LISTS).get(primitive.name)


def collect_texts(e: Emitter, source: Node, slot: str) -> None:
    """Have the texts of strings (`s`) or characters (`c`) collected for the list that `source` makes."""
    collectors, _ = _own_collectors(e, source)
    e.joined.update(dict.fromkeys(collectors, slot))


def collect_lists(e: Emitter, source: Node) -> None:
    """Have the members of lists collected for the list that `source` makes."""
    for each in _own_collectors(e, source)[1]:
        e.bare |= lists_in(e, each)


def _own_collectors(e: Emitter, source: Node) -> tuple[set[Variable], list[Call]]:
    """The collectors of the list that `source` makes, and the calls that collect in them; none where something else
    might be done with one.
    """
    gathered = {each for each in answers(source, e.expansions) if is_call(each, "%collected", 1)}
    found = {collector_of(each) for each in gathered}
    collectors = {each for each in found if each is not None}
    own = len(collectors) == len(found) and collectors <= bound_variables(source, e.expansions)
    calls = _all_calls(e, source, collectors, gathered) if own else None
    return (collectors, calls) if calls is not None else (set(), [])


def collected_in(e: Emitter, node: Call) -> set[Node]:
    """The calls of `%collected` and the like that make the list which `(apply primitive list)` gets, if one of them is
    sure to make it: then the members themselves will do.
    """
    found: set[Node] = set()
    for each in last_in(e, node.operands[-1]):
        if _makes_list(each) or each in e.expansions.backwards:
            found.add(each)
        elif not is_failure(each):
            return set()
    return found


def lists_in(e: Emitter, node: Call) -> set[Node]:
    """The calls that make a list which is collected to be appended."""
    return {each for each in last_in(e, node.operands[-1]) if _makes_list(each)}


def _makes_list(node: Node) -> bool:
    return names_members(node) or gathered(node) is not None or makes_members(node)


def collector_of(node: Node) -> Variable | None:
    """The variable of the collector that a call takes, perhaps behind members that are put there first."""
    while isinstance(node, Call) and node.operands:
        node = node.operands[0]
    return node.variable if isinstance(node, LocalRef) else None


def last_in(e: Emitter, node: Node) -> Iterator[Node]:
    """What a node may answer, also where a lambda expression that is called stands in between."""
    for each in answers(node, e.expansions):
        inner = directly_bound(each) if isinstance(each, Call) else None
        if inner is None:
            yield each
        else:
            yield from last_in(e, inner.body)


def _all_calls(e: Emitter, root: Node, collectors: set[Variable], gathered: set[Node]) -> list[Call] | None:
    """The calls that collect in the collectors, if those are but begun, collected in, and joined."""
    calls: list[Call] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node in gathered:
            continue
        if isinstance(node, LocalRef) and node.variable in collectors:
            return None
        if not isinstance(node, Call):
            stack += children(node)
        elif is_call(node, "%collect", 2) and collector_of(node) in collectors:
            calls.append(node)
            stack += [node.operands[1]] if isinstance(node.operands[0], LocalRef) else node.operands
        elif (expanded := e.expansions.get(node)) is not None:
            stack.append(expanded)
        elif isinstance(node.operator, LocalRef) and facts(node.operator.variable).loop:
            procedure = facts(node.operator.variable).known
            assert procedure is not None
            for param, operand in zip(procedure.params, node.operands, strict=True):
                ways = _ways(operand, stack) if param in collectors else [operand]
                stack += [each for each in ways if not (param in collectors and _is_begun(each, param))]
        else:
            stack += children(node)
    return calls


def _ways(node: Node, tests: list[Node]) -> list[Node]:
    """What an operand is chosen from; the tests are looked at, too."""
    if not isinstance(node, If):
        return [node]
    tests.append(node.test)
    return _ways(node.then, tests) + _ways(node.otherwise, tests)


def _is_begun(node: Node, collector: Variable) -> bool:
    """Whether it is a collector that nobody else has, or the one that there was."""
    return is_call(node, "%collector", 0) or (isinstance(node, LocalRef) and node.variable is collector)


def member(e: Emitter, node: Node, slot: str) -> ast.expr:
    """What is collected of the value of a node: its text where that is at hand, else the value."""
    out = e.out
    held = put_member(e, node, slot)
    last = out.block[-1] if out.block else None
    if isinstance(last, ast.Assign) and getattr(last.value, "is_part", False):
        out.block.pop()
        return last.value
    return held


def put_member(e: Emitter, node: Node, slot: str) -> ast.Name:
    """A variable with the text of what a node answers where that is at hand, else with its value."""
    name = e.out.new_name()
    e.parts[name] = slot
    e.emit(node, Target("assign", name, len(e.out.loops)))
    del e.parts[name]  # the next form begins with the same names
    return e.out.load(name)


def is_chosen(e: Emitter, node: Node) -> bool:
    """Whether the value of a node is chosen from several in the end."""
    return len({*last_in(e, node)}) > 1
