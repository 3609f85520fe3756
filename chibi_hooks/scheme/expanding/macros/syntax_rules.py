"""`(syntax-rules …)` comes in, a `Macro` goes out, which takes uses of itself and gives what to put in their place.

R7RS 4.3.2. Theory: patterns and templates are compiled to Python closures over a row of *slots*. A pattern variable has
a slot (under an ellipsis it holds a list), every name the template inserts has one (holding an `Alias`, fresh for each
use), and every ellipsis of a template has one for each variable it runs over. Matching fills slots, building reads
them; neither looks at a name again.

A variable with more ellipses around it in the template than in the pattern runs with the outermost ones (SRFI 149:
`((key (value key) ...) ...)`), or, if that leaves an ellipsis without anything to run over, with the innermost.
"""

from __future__ import annotations

from typing import Any, Final

from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.macros.patterns import (
    TRASH,
    Matcher,
    Slots,
    datum_matcher,
    dotted_matcher,
    ellipsis_matcher,
    fixed_matcher,
    literal_matcher,
    vector_matcher,
)
from chibi_hooks.scheme.expanding.macros.templates import (
    Extend,
    Rebuild,
    Repetition,
    constant_builder,
    extender,
    list_builder,
    outer_extender,
    reader,
    vector_builder,
)
from chibi_hooks.scheme.expanding.scope import (
    CORE_FORMS,
    Alias,
    CoreForm,
    Macro,
    NameKey,
    Scope,
    auxiliary,
    flat,
    is_identifier,
    key_of,
    means,
    shown,
)
from chibi_hooks.scheme.reading.syntax import Form, Labelled, Syntax, VectorForm

NESTING: Final = 60  # brackets inside a pattern or template; matching and building recurse once or twice per level
ELLIPSIS: Final = auxiliary("...", "(syntax-rules () ((_ pattern ...) template))")
UNDERSCORE: Final = auxiliary("_", "(syntax-rules () ((_ pattern …) template))")


class SyntaxRule:
    """One pattern with its template. `inserted`: the names of the template that are no pattern variables, by slot."""

    __slots__ = ("pattern", "complains", "match", "build", "slots", "inserted", "size")

    def __init__(self, pattern: Form, *, complains: bool) -> None:
        self.pattern = pattern
        self.complains = complains  # what fits it is a mistake, by its template
        self.match: Matcher
        self.build: Rebuild
        self.slots = 1
        self.inserted: list[tuple[int, Any]] = []
        self.size = 1  # members of the template: what one use costs at least


class SyntaxRules:
    """What a keyword made by `syntax-rules` goes by."""

    __slots__ = ("name", "scope", "rules")

    def __init__(self, name: str, scope: Scope) -> None:
        self.name = name
        self.scope = scope
        self.rules: list[SyntaxRule] = []

    def expand(self, x: Expander, form: Form, scope: Scope) -> Syntax:
        """What to put in the place of a use. Raises a "syntax" error if no pattern fits."""
        for rule in self.rules:
            slots: Slots = [None] * rule.slots
            if rule.match(form, slots, scope):
                place, defined_in = form.place, self.scope
                for slot, identifier in rule.inserted:
                    slots[slot] = Alias(identifier.name, identifier, defined_in, place)
                x.spend(rule.size)
                return rule.build(slots, place, x)
        name = form.items[0]
        patterns = "  ".join(shown(Form([name, *each.items[1:]], each.place, each.tail)) for each in self.usages()[:8])
        hint = f"its patterns are: {patterns}" if patterns else "it has no patterns: it may not be used as a form"
        raise x.refuse(form, f"no pattern fits {shown(form)}", who=self.name, hint=hint)

    def usages(self) -> list[Form]:
        """The patterns of those rules whose template is no complaint about a use."""
        return [rule.pattern for rule in self.rules if not rule.complains]


def make_macro(x: Expander, form: Form, scope: Scope, name: str) -> Macro:
    """The macro that a `syntax-rules` form describes, closed over the scope it stands in. Raises SchemeError."""
    found = SyntaxRules(name, scope)
    items = flat(form).items[1:]
    ellipsis: Any = None
    if items and is_identifier(items[0]):
        ellipsis = key_of(items.pop(0))
    if not items or items[0].__class__ is not Form:
        raise x.wrong("syntax-rules", form)
    literals = flat(items[0])
    for each in literals.items:
        if not is_identifier(each):
            raise x.refuse(each, f"wanted a name as literal, got {shown(each)}", who="syntax-rules", near=literals)
    words = {key_of(each) for each in literals.items}
    for rule in items[1:]:
        parts = flat(rule).items if rule.__class__ is Form else []
        if len(parts) != 2 or parts[0].__class__ is not Form or not parts[0].items:
            message = f"wanted a rule ((_ pattern …) template), got {shown(rule)}"
            raise x.refuse(rule, message, who="syntax-rules", near=form)
        found.rules.append(_RuleCompiler(x, scope, ellipsis, words, parts[0]).rule(parts[0], parts[1]))
    return Macro(name, found.expand, found.usages())


class _RuleCompiler:
    """One rule being compiled."""

    def __init__(self, x: Expander, scope: Scope, ellipsis: NameKey | None, literals: set[NameKey], near: Form) -> None:
        self.x = x
        self.scope = scope
        self.ellipsis = ellipsis  # the custom one
        self.literals = literals
        self.near = near  # whose place stands in for that of things without one
        self.variables: dict[NameKey, tuple[int, int]] = {}  # -> slot, depth
        self.inserted: dict[NameKey, tuple[int, Any]] = {}
        self.slots = 1
        self.size = 0
        self.escaped = False  # inside (... template)
        self.innermost = (
            False  # which ellipses a variable runs with that has more of them around it than in its pattern
        )
        self.level = 0

    def rule(self, pattern: Form, template: Syntax) -> SyntaxRule:
        head = template.items[0] if template.__class__ is Form and template.items else None
        complains = means(head, CORE_FORMS["syntax-error"], self.scope)
        rule = SyntaxRule(pattern := flat(pattern), complains=complains)
        rule.match = self.list_pattern(Form([CORE_FORMS["_"], *pattern.items[1:]], pattern.place, pattern.tail), 0)
        rule.build = reader(*self.template(template, []))
        rule.slots = self.slots
        rule.inserted = list(self.inserted.values())
        rule.size = self.size + 1
        return rule

    def error(self, at: Syntax, message: str) -> Exception:
        return self.x.refuse(at, message, who="syntax-rules", near=self.near)

    def new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def is_ellipsis(self, x: Syntax) -> bool:
        """Whether this is the ellipsis; an import may have given the standard one another name."""
        if self.escaped or not is_identifier(x):
            return False
        if self.ellipsis is not None:
            key = key_of(x)
            return bool(key == self.ellipsis) and key not in self.literals
        return means(x, ELLIPSIS, self.scope) and key_of(x) not in self.literals

    def enter(self, at: Syntax) -> None:
        self.level += 1
        if self.level > NESTING:
            raise self.error(at, f"a pattern or template nested more than {NESTING} deep")

    # ---- patterns: each gives (slot, None) for a variable and (TRASH, matcher) for anything else

    def pattern(self, x: Syntax, depth: int) -> tuple[int, Matcher | None]:
        if x.__class__ is CoreForm:  # the place of the keyword
            return TRASH, None
        if is_identifier(x):
            return self.name_pattern(x, depth)
        if x.__class__ is Form:
            return TRASH, self.list_pattern(flat(x), depth)
        if x.__class__ is VectorForm:
            return TRASH, vector_matcher(self.list_pattern(Form(x.items, x.place), depth))
        if x.__class__ is Labelled:
            raise self.error(x, "a pattern cannot contain datum labels")
        return TRASH, datum_matcher(x)

    def name_pattern(self, x: Any, depth: int) -> tuple[int, Matcher | None]:
        key = key_of(x)
        if key in self.literals:
            return TRASH, literal_matcher(x, self.scope)
        if self.is_ellipsis(x):
            raise self.error(x, f"{x.name} in a pattern wants a pattern before it, once in a list")
        if means(x, UNDERSCORE, self.scope):
            return TRASH, None
        if key in self.variables:
            raise self.error(x, f"the pattern has the variable {x.name} twice")
        slot = self.new_slot()
        self.variables[key] = slot, depth
        return slot, None

    def list_pattern(self, x: Form, depth: int) -> Matcher:
        self.enter(x)
        items = x.items
        at = next((i for i, item in enumerate(items) if i and self.is_ellipsis(item)), None)
        if at is None:
            plan = [self.pattern(item, depth) for item in items]
            tail = None if x.tail is None else self.pattern(x.tail, depth)
            matcher = fixed_matcher(plan) if tail is None else dotted_matcher(plan, tail)
        else:
            before = [self.pattern(item, depth) for item in items[: at - 1]]
            first = self.slots
            repeated = self.pattern(items[at - 1], depth + 1)
            slots = range(first, self.slots)
            after = [self.pattern(item, depth) for item in items[at + 1 :]]
            tail = None if x.tail is None else self.pattern(x.tail, depth)
            matcher = ellipsis_matcher(before, repeated, slots, after, tail)
        self.level -= 1
        return matcher

    # ---- templates: each gives (slot, None) for what lies ready in a slot and (TRASH, builder) for anything else

    def template(self, x: Syntax, loops: list[Repetition]) -> tuple[int, Rebuild | None]:
        self.size += 1
        if is_identifier(x):
            return self.name_template(x, loops), None
        if x.__class__ is Form:
            return TRASH, self.list_template(flat(x), loops)
        if x.__class__ is VectorForm:
            return TRASH, vector_builder(self.list_template(Form(x.items, x.place), loops))
        return TRASH, constant_builder(x)

    def name_template(self, x: Any, loops: list[Repetition]) -> int:
        if self.is_ellipsis(x):
            message = f"{x.name} in a template wants something before it; write ({x.name} {x.name}) for itself"
            raise self.error(x, message)
        key = key_of(x)
        variable = self.variables.get(key)
        if variable is None:
            if key not in self.inserted:
                self.inserted[key] = self.new_slot(), x
            return self.inserted[key][0]
        slot, depth = variable
        if depth > len(loops):
            raise self.error(
                x, f"{x.name} stands for a list of matches: write {x.name}{' ...' * depth} in the template"
            )
        around = loops[len(loops) - depth :] if self.innermost else loops[:depth]
        for loop in around:
            if slot not in loop.drivers:
                loop.drivers[slot] = self.new_slot()
            slot = loop.drivers[slot]
        return slot

    def list_template(self, x: Form, loops: list[Repetition]) -> Rebuild:
        items = x.items
        if items and self.is_ellipsis(items[0]) and x.tail is None:
            return self.escape(x, loops)
        self.enter(x)
        if len(items) > 1 and is_identifier(items[0]) and is_identifier(items[1]) and items[0].name == "set!":
            self.x.set_by_macros.append((items[1], self.scope))
        steps: list[tuple[int, Rebuild | None, Extend | None]] = []
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            run = at
            while at < len(items) and self.is_ellipsis(items[at]):
                at += 1
            if at == run:
                steps.append((*self.template(item, loops), None))
            else:
                steps.append((TRASH, None, self.repeated(item, loops, at - run)))
        tail = None if x.tail is None else reader(*self.template(x.tail, loops))
        self.level -= 1
        return list_builder(steps, tail)

    def escape(self, x: Form, loops: list[Repetition]) -> Rebuild:
        """`(... template)`: in it the ellipsis is an ordinary name. Raises SchemeError."""
        if len(x.items) != 2:
            raise self.error(x, f"wanted ({x.items[0].name} template), got {shown(x)}")
        self.escaped = True
        build = reader(*self.template(x.items[1], loops))
        self.escaped = False
        return build

    def repeated(self, item: Syntax, loops: list[Repetition], ellipses: int) -> Extend:
        inner = [Repetition() for _ in range(ellipses)]
        outside = [dict(loop.drivers) for loop in loops]
        slot, build = self.template(item, [*loops, *inner])
        if not all(loop.drivers for loop in inner) and not self.innermost:  # try again with the other reading
            for loop, drivers in zip([*loops, *inner], [*outside, *({} for _ in inner)], strict=True):
                loop.drivers = drivers
            self.innermost = True
            slot, build = self.template(item, [*loops, *inner])
            self.innermost = False
        if not all(loop.drivers for loop in inner):
            raise self.error(item, f"nothing in {shown(item)} tells how often its ellipsis repeats")
        extend = extender(inner[-1], slot, build, self.near)
        for loop in reversed(inner[:-1]):
            extend = outer_extender(loop, extend, self.near)
        return extend
