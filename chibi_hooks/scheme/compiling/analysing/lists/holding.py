"""What is bound below a form in, which variables may hold the members of a list, or walk along them, out.

Rules: a guess by what they are bound to; what speaks against it is found by `members`.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import Along, answers, facts, is_call, is_failure
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.analysing.lists.sources import (
    appended,
    gathered,
    makes_members,
    makes_strings,
    names_members,
    sorted_letters,
    taken_from,
)
from chibi_hooks.scheme.compiling.analysing.trees import Nesting
from chibi_hooks.scheme.core import Call, If, Lambda, Let, Letrec, LocalRef, Node, Variable


class Holders:
    """The variables that may hold members or walk along them."""

    def __init__(
        self,
        root: Node,
        bound: list[tuple[Variable, Node]],
        loops: list[tuple[Variable, Lambda]],
        rests: list[Variable],
        stacks: dict[LocalRef, Variable],
        expansions: Expansions,
    ) -> None:
        self.nesting = Nesting(root, expansions)
        self.expansions = expansions
        self.stacks = stacks
        # what their values may be
        self.arrays: dict[Variable, list[Node]] = {rest: [] for rest in rests if not rest.assigned}
        self.walks: dict[Variable, Along] = {}
        self.texts: set[Variable] = set()  # those of `arrays` that hold a text
        for variable, init in bound:
            found = facts(variable)
            if not (found.captured or found.late or found.loop):
                values = answers(init, expansions)
                if self.gives(values, init):
                    self.arrays[variable] = values
                    if self.is_text(values):
                        self.texts.add(variable)
        for variable, procedure in loops:
            for i, param in enumerate(procedure.params):
                if param.assigned or facts(param).captured:
                    continue
                first = next((each[i] for each in facts(variable).entries if self.is_source(each[i])), None)
                if first is not None:
                    values = answers(first, self.expansions)
                    self.walks[param] = Along(self.is_text(values), self.are_strings(values))

    def gives(self, values: list[Node], init: Node) -> bool:
        """Whether these values of `init` are members, or may be had as such."""
        kinds: set[bool] = set()
        for each in values:
            if is_failure(each):
                continue
            if type(each) is LocalRef:
                if each.variable not in self.arrays and each not in self.stacks:
                    return False
            elif type(each) is not Call:
                return False
            elif (held := gathered(each)) is None:
                if not self.is_view(each, init):
                    return False
            elif isinstance(held, LocalRef) and not self.nesting.binds(init, held.variable):
                return False  # it may be gathered in again
            kinds.add(self.is_text([each]))
        return len(kinds) == 1

    def is_view(self, node: Node, around: Node) -> bool:
        """Whether it is a list of characters, of what a primitive has as members or a call names, one backwards, or
        what comes behind the first ones. `around`: a node that it stands in.
        """
        if (whole := taken_from(node)) is not None:
            return self.is_source(whole, around)
        if both := appended(node):
            return not any(map(self.may_be_text, both)) and all(self.is_source(each, around) for each in both)
        if is_call(node, "string->list", 1) or names_members(node):
            return True
        return makes_members(node) or makes_strings(node) or self.is_rest(node)

    def is_rest(self, node: Node) -> bool:
        """Whether it is what comes after the first of members."""
        held = node.operands[0] if is_call(node, "cdr", 1) and isinstance(node, Call) else None
        return isinstance(held, LocalRef) and held.variable in self.arrays and held.variable not in self.texts

    def is_text(self, values: list[Node]) -> bool:
        """Whether these values, which are members, are a text."""
        for each in values:
            if (whole := taken_from(each)) is not None:
                return self.is_text(answers(whole, self.expansions))
            if (whole := sorted_letters(each)) is not None:
                return self.is_source(whole) and self.is_text(answers(whole, self.expansions))
            if not is_failure(each):
                return each.variable in self.texts if isinstance(each, LocalRef) else is_call(each, "string->list", 1)
        return False

    def may_be_text(self, operand: Node) -> bool:
        return self.is_text(answers(operand, self.expansions))

    def is_source(self, operand: Node, around: Node | None = None) -> bool:
        return operand.__class__ in (Call, LocalRef, If, Let, Letrec) and self.gives(
            answers(operand, self.expansions), around or operand
        )

    def are_strings(self, values: list[Node]) -> bool:
        """Whether these values, which are members, are strings."""
        for each in values:
            if isinstance(each, LocalRef):
                if not self.are_strings(self.arrays.get(each.variable, [])):
                    return False
            elif not is_failure(each):
                held = gathered(each) if is_call(each, "%collected", 1) else None
                if held is None or not is_call(held, "%collect-strings", 3):
                    return False
        return len(values) > 0

    def is_gathered(self, value: Node) -> bool:
        if (whole := taken_from(value)) is not None:
            return all(is_failure(each) or self.is_gathered(each) for each in answers(whole, self.expansions))
        if both := appended(value):
            values = [each for one in both for each in answers(one, self.expansions)]
            return all(is_failure(each) or self.is_gathered(each) for each in values)
        if gathered(value) is not None or self.is_view(value, value):
            return True
        return isinstance(value, LocalRef) and (value.variable in self.arrays or value in self.stacks)
