"""Syntax from the reader comes in, core nodes go out: names resolved, macros used up, every form one of a dozen.

Rules
-----
* What a form means stands in `forms` and its neighbours; here is only the walk: names, calls, macro uses, budgets,
  complaints.
* Python's stack: a nesting level of the program costs three to five frames. After `STRETCH` levels the walk leaves a
  `Hole` and comes back to it later from the bottom of the stack, so that depth never meets Python's recursion limit;
  more than `NESTING` levels are refused. Nothing depends on the order of expansion: the definitions of a body are
  found before anything in it is expanded.
* Macros may loop and may multiply: uses and the syntax they make are counted for the unit (`USES`, `MEMBERS`).
"""

from __future__ import annotations

from typing import Any, Final

from chibi_hooks.scheme import core
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Const,
    Global,
    GlobalRef,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.expanding.scope import (
    CORE_FORMS,
    Alias,
    CoreForm,
    Denotation,
    Macro,
    Scope,
    flat,
    home,
    lookup,
    shown,
)
from chibi_hooks.scheme.expanding.toplevel import TopLevel, primitive_location
from chibi_hooks.scheme.reading.datum_syntax import syntax_of
from chibi_hooks.scheme.reading.reader import datum_of
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, Syntax, VectorForm
from chibi_hooks.scheme.values.data import NIL, UNSPECIFIED, Value, intern
from chibi_hooks.scheme.values.errors import ConditionKind, SchemeError, fail
from chibi_hooks.scheme.values.frozen import frozen
from chibi_hooks.scheme.values.source import Place

STRETCH: Final = 40  # levels before the walk starts again from the bottom: about 200 frames
NESTING: Final = 1000  # levels in all; the compiler refuses some shapes earlier, with an error of its own
USES: Final = 200_000  # macro uses in one unit: 10,000 lines of hooks need about 20,000
MEMBERS: Final = 1_000_000  # forms expanded and members made by macros, in one unit: 100 MB or more


class Hole:
    """Stands for a node that is made later."""

    __slots__ = ("node",)

    def __init__(self) -> None:
        self.node: Any = None


class Expander:
    """The expansion of one unit."""

    __slots__ = (
        "top", "room", "level", "later", "uses", "members", "brackets", "origins", "using", "set_by_macros", "globals",
    )  # fmt: skip

    def __init__(self, top: TopLevel) -> None:
        self.top = top
        self.room = STRETCH  # levels left before a hole
        self.level = 0  # levels outside this stretch
        self.later: list[tuple[Hole, Form, Scope, int]] = []
        self.uses = 0
        self.members = 0
        self.brackets = 0  # of quasi-quote templates open in this stretch
        self.origins: dict[Place, str] = {}  # place of a macro use -> name of the macro, the outermost one
        self.using: Syntax = None  # the last use of a macro
        self.globals: set[Global] = set()  # locations that are named in this unit
        self.set_by_macros: list[tuple[Any, Scope]] = []  # names that templates of this unit put after set!

    def begin(self) -> None:
        """Be at the bottom of the walk; after a stop in the middle it may start once more."""
        self.room, self.level, self.brackets, self.later = STRETCH, 0, 0, []

    def expand(self, x: Syntax, scope: Scope) -> Node:
        """The node of an expression. Raises SchemeError."""
        kind = x.__class__
        if kind is Identifier or kind is Alias:
            meaning = scope.meaning(x.name) if kind is Identifier else lookup(x, scope)
            if meaning.__class__ is Variable:
                return LocalRef(meaning, x.place)
            return self.reference(x, meaning, scope)
        if kind is not Form:
            return self.expand(self.written_out(x), scope) if kind is Labelled else self.literal(x)
        room = self.room
        if not room:
            return self.postpone(x, scope)  # type: ignore[no-any-return]  # a hole passes for a node until it is filled
        self.room = room - 1
        self.members += 1  # a macro may put one piece of syntax into many places, each of which is expanded
        if self.members > MEMBERS:
            self.spend(0)
        node: Node | None = None
        while node is None:
            items = x.items
            if not items:
                raise self.refuse(x, "() is no expression", hint="write '() for the empty list")
            head = items[0]
            kind = head.__class__
            if kind is Identifier or kind is Alias:
                meaning = scope.meaning(head.name) if kind is Identifier else lookup(head, scope)
                kind = meaning.__class__
                if kind is Variable:
                    operator: Node = LocalRef(meaning, head.place)
                elif kind is CoreForm:
                    if x.tail is not None:
                        x = self.proper(x)
                    if meaning.expand is None:
                        raise self.misplaced(x, meaning)
                    node = meaning.expand(self, x, scope)
                    break
                elif kind is Macro:
                    x = self.use(meaning, x, scope)
                    if x.__class__ is not Form:
                        node = self.expand(x, scope)
                    continue
                else:
                    operator = self.reference(head, meaning, scope)
            else:
                operator = self.expand(head, scope)
            if x.tail is not None:
                x = self.proper(x)
                items = x.items
            operands: list[Node] = []
            for item in items[1:]:
                if item.__class__ is Identifier:  # as above: half of all expressions are names
                    meaning = scope.meaning(item.name)
                    here = LocalRef(meaning, item.place) if meaning.__class__ is Variable else None
                    operands.append(here or self.reference(item, meaning, scope))
                else:
                    operands.append(self.expand(item, scope))
            node = Call(operator, operands, x.place)
        self.room = room
        return node

    def sequence(self, forms: list[Syntax], scope: Scope, place: Place) -> Node:
        """The node of one or more expressions in a row; none are unspecified."""
        if len(forms) == 1:
            return self.expand(forms[0], scope)
        parts = [self.expand(form, scope) for form in forms]
        return Sequence(parts, place) if parts else Const(UNSPECIFIED, place)

    def named(self, x: Syntax, scope: Scope, name: str) -> Node:
        """The node of an expression whose value gets a name: a procedure takes it."""
        node = self.expand(x, scope)
        give_name(node, name)
        return node

    def reference(self, x: Any, meaning: Denotation, scope: Scope) -> Node:
        """The node of a name that is no local variable. Raises SchemeError."""
        if meaning.__class__ is Global:
            node = GlobalRef(meaning, x.place)
            self.globals.add(meaning)
            if self.top.library is None and meaning not in self.top.own and self.is_own_text(x, scope):
                self.top.borrowed.append(node)
            return node
        if meaning.__class__ is Variable:
            return LocalRef(meaning, x.place)
        if meaning is None:
            identifier, top = home(x, scope)
            return GlobalRef(top.unbound_location(identifier.name, x.place), x.place)  # type: ignore[attr-defined]
        if meaning.__class__ is Macro:
            message = f"{x.name} is a macro: wanted ({x.name} …), got {x.name} alone"
            hint = f"a macro is no value: wrap a use of it in a lambda, or write ( before {x.name}"
            raise self.refuse(x, message, hint=hint)
        raise self.refuse(x, f"{x.name} is a keyword, not a variable: wanted {meaning.usage}")

    def is_own_text(self, x: Any, scope: Scope) -> bool:
        """Whether an identifier stands in the text of this unit, or in a macro's that was defined in its top level."""
        return x.__class__ is Identifier or home(x, scope)[1] is self.top

    def literal(self, x: Syntax) -> Node:
        """The node of a datum that stands for itself."""
        return Const(self.datum(x), x.place) if x.__class__ is VectorForm else Const(frozen(x))

    def written_out(self, x: Labelled) -> Syntax:
        """An expression with datum labels as if every use of a label were what it stands for (R7RS 2.4).

        Raises SchemeError.
        """
        try:
            return syntax_of(x.value, x.place)
        except SchemeError:
            message = "datum labels that make a circle may stand only inside quoted data"
            raise self.refuse(x, message, hint="write a quote before it: '#0=…") from None

    def datum(self, x: Syntax) -> Value:
        """Syntax as data, what `quote` gives: constant, but for an object that `eval` was given (`Labelled`)."""
        kind = x.__class__
        if kind is Identifier or kind is Alias:
            return intern(x.name)
        if kind is Form and not x.items:
            return NIL
        if self.uses and (kind is Form or kind is VectorForm):
            self.spend_on(x)
        return datum_of(x) if kind is Labelled else frozen(datum_of(x))

    def postpone(self, x: Form, scope: Scope) -> Any:
        """A hole for an expression that is nested too deeply for this stretch of the walk. Raises SchemeError."""
        level = self.level + STRETCH
        if level >= NESTING:
            message = f"expressions are nested more than {NESTING} deep"
            raise self.refuse(x, message, kind="limit", hint="move a part into a procedure")
        hole = Hole()
        self.later.append((hole, x, scope, level))
        return hole

    def finished(self, nodes: list[Node]) -> list[Node]:
        """Make what was put off, and fill the holes. Every unit ends here."""
        if not self.later:
            return nodes
        while self.later:
            hole, x, scope, self.level = self.later.pop()
            self.room, self.brackets = STRETCH, 0
            hole.node = self.expand(x, scope)
        self.room, self.level = STRETCH, 0
        _fill(nodes)
        return nodes

    # ---- macros

    def use(self, macro: Macro, form: Form, scope: Scope) -> Syntax:
        """What a macro puts in the place of a use of it. Raises SchemeError."""
        self.uses += 1
        if self.uses > USES:
            raise self.refuse(form, f"more than {USES} macro uses in one file", kind="limit", who=macro.name)
        self.using = form
        if form.place not in self.origins:
            result = macro.expand(self, form, scope)  # an error of the use itself shall not say "in the expansion of"
            self.origins[form.place] = macro.name
            return result
        return macro.expand(self, form, scope)

    def spend(self, members: int) -> None:
        """Count pieces of code, those that macros made above all. Raises SchemeError."""
        self.members += members
        if self.members > MEMBERS:
            message = f"one file became more than {MEMBERS} pieces of code"
            raise self.refuse(self.using, message, kind="limit", hint="some macro multiplies them")

    def spend_on(self, x: Syntax) -> None:
        """Count the members of syntax that macros may have made, where each part may stand in many places."""
        stack = [x]
        while stack:
            x = stack.pop()
            self.spend(len(x.items))
            for item in x.items:
                if item.__class__ is Form or item.__class__ is VectorForm:
                    stack.append(item)
            if x.__class__ is Form and x.tail.__class__ is Form:
                stack.append(x.tail)

    # ---- complaints

    def refuse(
        self,
        at: Syntax,
        message: str,
        *,
        who: str | None = None,
        hint: str | None = None,
        kind: ConditionKind = "syntax",
        near: Syntax = None,
    ) -> SchemeError:
        """The error about a piece of syntax; `near` has the place when the piece itself may have none."""
        place = getattr(at, "place", None) or getattr(near, "place", None)
        macro = self.origins.get(place) if place is not None else None
        if macro is not None and macro != who:
            origin = f"in the expansion of the macro {macro}"
            hint = f"{hint}; {origin}" if hint else origin
        return fail(kind, message, who=who, place=place, hint=hint)

    def wrong(self, name: str, form: Form, hint: str | None = None) -> SchemeError:
        """The error about a core form that is not written as it should be."""
        return self.refuse(form, f"wanted {CORE_FORMS[name].usage}, got {shown(form)}", who=name, hint=hint)

    def misplaced(self, form: Form, meaning: CoreForm) -> SchemeError:
        """The error about a core form that stands where an expression should."""
        if meaning.discover is not None:
            message = "a definition may stand only at the top of a file or at the beginning of a body"
            hint = "write (let () (define …) …) for a body inside an expression"
            return self.refuse(form, message, who=meaning.name, hint=hint)
        return self.refuse(form, f"wanted {meaning.usage}, got {shown(form)}", who=meaning.name)

    def proper(self, form: Form) -> Form:
        """The form as a list without a dot. Raises a "syntax" error if it is none."""
        form = flat(form)
        if form.tail is not None:
            raise self.refuse(form, f"a dot has no place here: {shown(form)}")
        return form


def primitive(name: str, *operands: Node, place: Place | None) -> Node:
    """A call of a primitive, whatever the program has made of its name."""
    return Call(GlobalRef(primitive_location(name), place), list(operands), place)


def location_of(target: Variable | Global, place: Place | None) -> Node:
    """A reference to a variable of either kind."""
    return GlobalRef(target, place) if target.__class__ is Global else LocalRef(target, place)  # type: ignore[arg-type]


def give_name(node: Node, name: str) -> None:
    """Tell a procedure its name, also one that stands at the end of a let."""
    kind = node.__class__
    while kind in _BODIES:
        node = node.parts[-1] if kind is Sequence else node.body  # type: ignore[union-attr]
        kind = node.__class__
    if kind is Lambda or kind is CaseLambda:
        if node.name is None:  # type: ignore[union-attr]
            node.name = name  # type: ignore[union-attr]
        if kind is CaseLambda:
            for clause in node.clauses:  # type: ignore[union-attr]
                clause.name = clause.name or name


_BODIES: Final = frozenset({Sequence, Let, Letrec})


def _fill(nodes: list[Node]) -> None:
    """Put the nodes that came late in the places of their holes."""
    stack: list[Any] = [nodes]
    while stack:
        part = stack.pop()
        if part.__class__ is list:
            for index, item in enumerate(part):
                while item.__class__ is Hole:
                    item = part[index] = item.node
                stack.append(item)
            continue
        for name in _SUBNODES.get(part.__class__, ()):
            item = getattr(part, name)
            while item.__class__ is Hole:
                item = item.node
                setattr(part, name, item)
            stack.append(item)


_SUBNODES: Final = {
    kind: tuple(name for name, each in fields.items() if each in ("child", "children"))
    for kind, fields in core.FIELDS.items()
}
