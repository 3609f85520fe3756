"""The text of an inline template in, a function that builds its tree around given operands out.

A template is parsed once and turned into closures, one for each of its nodes, that make the Python nodes of a call:
looking at the parsed tree again for each call would take three times as long. What literal numbers decide is decided
there, and what is known of other operands (`tell_kind`): a test on them is left out, and with it the branch that is not
taken.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from collections.abc import Sequence as Items
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, text_of, text_or_end_of
from chibi_hooks.scheme.primitive import INTERNAL, PARAMETERS
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import FALSE, FIRST_FIELDS, NIL, TRUE, UNSPECIFIED, Char, String, Value
from chibi_hooks.scheme.values.errors import EngineFault

if TYPE_CHECKING:
    from chibi_hooks.scheme.compiling.emitting.builder import Builder

INLINE_CONSTANTS: Final[dict[str, Value]] = {"NIL": NIL, "TRUE": TRUE, "FALSE": FALSE, "UNSPECIFIED": UNSPECIFIED}
CONSTRUCTED: Final = {
    "Pair": ("car", "cdr"),
    "String": ("s",),
    "Text": ("s",),
    "Promise": ("state", "content"),
    "Values": ("values",),
    "Vector": ("v",),
    "Record": ("kind", *FIRST_FIELDS),  # as many as there are
}
"""Classes that a template seems to call: the compiler allocates one and fills its slots. A `Text` is a `String` that
may have become too long.
"""

Filled = Any  # a tree; of a test perhaps the bool that it comes down to
Filler = Callable[["Builder", Items[ast.expr]], Filled]


class Template:
    """One inline template, ready to be filled.

    `constructs`: it makes a new object, which takes statements; it does so at its head or not at all. `repeated`: which
    parameters it uses more than once, and `repeats`, whether there are any; `letters`: of which it uses the text of a
    character only. `computed_on`: numbers of the parameters that stand directly under an operator (Python would
    compute with a placeholder there at compile time). `reads`:
    numbers of the parameters, last first, of which it wants the text and nothing else; `looks`: it wants some text;
    `limited`: it asks itself whether that is too long; `asks`: it asks for the class of a parameter.
    """

    __slots__ = ("constructs", "repeated", "repeats", "letters", "computed_on", "reads", "looks", "limited", "asks",
                 "_filler")  # fmt: skip

    def __init__(self, text: str) -> None:
        tree = ast.parse(text, mode="eval").body
        self.constructs = _constructs(tree)
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        self.repeated = tuple(names.count(parameter) > 1 for parameter in PARAMETERS)
        self.repeats = any(self.repeated)
        asked = [node.value.id for node in ast.walk(tree) if _is_text_of_parameter(node, "c")]  # type: ignore[attr-defined]
        self.letters = tuple(0 < asked.count(name) == names.count(name) for name in PARAMETERS)
        self.computed_on = tuple(sorted({PARAMETERS.index(name) for name in _under_operators(tree)}))
        read = [node.value.id for node in ast.walk(tree) if _is_text_of_parameter(node)]  # type: ignore[attr-defined]
        self.reads = [i for i, name in enumerate(PARAMETERS) if 0 < read.count(name) == names.count(name)][::-1]
        self.looks = bool(read)
        self.limited = self.constructs and tree.func.id == "Text"  # type: ignore[attr-defined]
        self.asks = ".__class__" in text
        self._filler = _filler(tree)

    def fill(self, builder: Builder, operands: Items[ast.expr]) -> ast.expr:
        """The tree with its parameters replaced, on the builder's line."""
        made = self._filler(builder, operands)
        return _expression(builder, made)


@cache  # bounded by the number of templates
def template(text: str) -> Template:
    """The template of this text, made when it is first used: the names in it are those of what is loaded by then."""
    return Template(text)


def _is_text_of_parameter(node: ast.AST, slot: str = "s") -> bool:
    return isinstance(node, ast.Attribute) and node.attr == slot and isinstance(node.value, ast.Name)


def _constructs(part: ast.expr) -> bool:
    return isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in CONSTRUCTED


def _under_operators(tree: ast.expr) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        direct: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            direct = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            direct = [node.operand]
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            direct = [node.value, node.slice]
        elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            direct = [node.left, *node.comparators]
        names.update(part.id for part in direct if isinstance(part, ast.Name) and part.id in PARAMETERS)
    return names


def _filler(part: ast.expr) -> Filler:
    kind = _FILLERS.get(part.__class__)
    if kind is None:
        raise EngineFault(f"an inline template has no use for {part.__class__.__name__}")
    return kind(part)


def _name(part: ast.Name) -> Filler:
    name = part.id
    if name in PARAMETERS:
        number = PARAMETERS.index(name)
        return lambda builder, operands: operands[number]
    if name in INLINE_CONSTANTS:
        value = INLINE_CONSTANTS[name]
        return lambda builder, operands: builder.constant(value)
    if name not in INTERNAL:
        raise EngineFault(f"an inline template names {name}, which is not in INTERNAL")
    return lambda builder, operands: builder.helper(name)


def _constant(part: ast.Constant) -> Filler:
    value: Any = part.value
    return lambda builder, operands: builder.python(value)


def _attribute(part: ast.Attribute) -> Filler:
    inner, slot = _filler(part.value), part.attr

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        holder = inner(builder, operands)
        if slot == "c" or slot == "s":
            text = text_of(holder, slot)
            if text is not None:
                return text  # char(x).c is x, and so is String(x).s
        return builder.at(ast.Attribute(holder, slot, LOAD))

    return fill


def _text_or_end(part: ast.expr) -> Filler:
    """The text of a character where the end of input may stand in its place: what is done with it refuses that."""
    inner = _filler(part.value) if isinstance(part, ast.Attribute) and part.attr == "c" else None
    whole = _filler(part)

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        text = text_or_end_of(inner(builder, operands)) if inner is not None else None
        return whole(builder, operands) if text is None else text

    return fill


def _subscript(part: ast.Subscript) -> Filler:
    holder, index = _filler(part.value), _text_or_end(part.slice)
    return lambda builder, operands: builder.at(
        ast.Subscript(holder(builder, operands), index(builder, operands), LOAD)
    )


def _slice(part: ast.Slice) -> Filler:
    lower = _filler(part.lower) if part.lower is not None else None
    upper = _filler(part.upper) if part.upper is not None else None
    step = _filler(part.step) if part.step is not None else None

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        bounds = [each(builder, operands) if each is not None else None for each in (lower, upper, step)]
        return builder.at(ast.Slice(*bounds))

    return fill


def _list(part: ast.List) -> Filler:
    members = [_filler(each) for each in part.elts]
    return lambda builder, operands: builder.at(ast.List([each(builder, operands) for each in members], LOAD))


def _tuple(part: ast.Tuple) -> Filler:
    members = [_filler(each) for each in part.elts]
    return lambda builder, operands: builder.at(ast.Tuple([each(builder, operands) for each in members], LOAD))


def _unary(part: ast.UnaryOp) -> Filler:
    sign, inner = part.op, _filler(part.operand)
    return lambda builder, operands: builder.at(ast.UnaryOp(sign, inner(builder, operands)))


def _binary(part: ast.BinOp) -> Filler:
    left, sign, right = _filler(part.left), part.op, _filler(part.right)

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        first, second = _expression(builder, left(builder, operands)), _expression(builder, right(builder, operands))
        return builder.at(ast.BinOp(first, sign, second))

    return fill


def _texts(part: ast.JoinedStr) -> Filler:
    """Texts put together, and integers as they are: Python writes their digits without a call."""
    inner = [_filler(each.value) for each in part.values if isinstance(each, ast.FormattedValue)]

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        parts = [_unwritten(builder, each(builder, operands)) for each in inner]
        return builder.at(ast.JoinedStr([builder.at(ast.FormattedValue(each, -1)) for each in parts]))

    return fill


def _unwritten(builder: Builder, text: ast.expr) -> ast.expr:
    """A text, or what is written as such: an integer in the place of its digits."""
    if isinstance(text, ast.IfExp):
        branches = _unwritten(builder, text.body), _unwritten(builder, text.orelse)
        return builder.at(ast.IfExp(text.test, *branches))
    if isinstance(text, ast.Call) and isinstance(text.func, ast.Name) and text.func.id == "%decimal":
        return text.args[0]
    return builder.compared(text)


def _expression(builder: Builder, made: Filled) -> ast.expr:
    return builder.python(made) if made.__class__ is bool else made


def _call(part: ast.Call) -> Filler:
    if _constructs(part):
        return _construction(part)
    if isinstance(part.func, ast.Name) and part.func.id == "char":
        return _character(part)
    function, given = _asked_of_text(part.func) or _filler(part.func), [_filler(each) for each in part.args]

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        callee = function(builder, operands)
        args = [each(builder, operands) for each in given]
        return builder.apply(callee, args)

    return fill


def _asked_of_text(part: ast.expr) -> Filler | None:
    """What is asked of the text of a character; None for any other function."""
    if not isinstance(part, ast.Attribute) or not isinstance(part.value, ast.Attribute) or part.value.attr != "c":
        return None
    text, question = _text_or_end(part.value), part.attr
    return lambda builder, operands: builder.at(ast.Attribute(text(builder, operands), question, LOAD))


def _character(part: ast.Call) -> Filler:
    """The character with a text: looked up, unless it is only the text that is wanted again."""
    inner = _filler(part.args[0])
    return lambda builder, operands: builder.char(inner(builder, operands))


def _construction(part: ast.Call) -> Filler:
    """The name of a new object, which is allocated and then filled: half the price of a call with arguments."""
    kind: str = part.func.id  # type: ignore[attr-defined]
    limited = kind == "Text"
    made_of = "String" if limited else kind
    slots = [(slot, _filler(each)) for slot, each in zip(CONSTRUCTED[kind], part.args, strict=False)]

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        made = builder.new_name()
        builder.put(builder.assign(made, builder.apply(builder.helper(made_of), [])))
        for slot, content in slots:
            value = content(builder, operands)
            builder.put(ast.Assign([builder.at(ast.Attribute(builder.load(made), slot, STORE))], value))
        if limited:
            put_limit(builder, builder.at(ast.Attribute(builder.load(made), "s", LOAD)))
        return builder.load(made)

    return fill


def put_limit(builder: Builder, text: ast.expr) -> None:
    """Put the question whether a text has become too long."""
    length = builder.apply(builder.helper("len"), [text])
    too_long = builder.at(ast.Compare(length, [ast.Gt()], [builder.python(limits.ELEMENTS)]))
    builder.put(ast.If(too_long, [builder.at(ast.Expr(builder.internal("too_long", text)))], []))


# ---- tests, which literals may decide


def _compare(part: ast.Compare) -> Filler:
    sign = part.ops[0]
    if len(part.ops) != 1:
        raise EngineFault("an inline template compares more than two")
    if isinstance(sign, (ast.Is, ast.IsNot)):
        return _same(part, sign)
    left, right = _text_or_end(part.left), _text_or_end(part.comparators[0])
    if isinstance(sign, ast.In):
        return lambda builder, operands: builder.at(
            ast.Compare(builder.compared(left(builder, operands)), [sign], [builder.compared(right(builder, operands))])
        )
    order = _ORDERS[sign.__class__]

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        first, second = left(builder, operands), right(builder, operands)
        a, b = _number(builder, first), _literal(second)
        if a is not None and b is not None:
            return order(a, b)
        if b is not None and b <= 0 and _is_natural(first) and order(0, b) is order(1, b):
            return order(0, b)
        return builder.at(ast.Compare(builder.compared(first), [sign], [builder.compared(second)]))

    return fill


def _same(part: ast.Compare, sign: ast.Is | ast.IsNot) -> Filler:
    other = part.comparators[0]
    left, right = _filler(part.left), _filler(other)
    if isinstance(part.left, ast.Attribute) and isinstance(other, ast.Name) and other.id in ("int", "float"):
        asked, same = other.id, isinstance(sign, ast.Is)

        def fill_type_test(builder: Builder, operands: Items[ast.expr]) -> Filled:
            kind = left(builder, operands)
            known = _classes(kind.value) if _may_be_left_out(kind.value) else ()
            if known and (asked not in known or len(known) == 1):
                return (asked in known) is same
            return builder.at(ast.Compare(kind, [sign], [right(builder, operands)]))

        return fill_type_test
    if isinstance(part.left, ast.Attribute) and isinstance(other, ast.Name) and other.id in TEXTUAL:
        return _text_test(left, right, other.id, sign)
    if isinstance(other, ast.Name) and other.id == "EOF":
        return lambda builder, operands: _is_end(builder, left(builder, operands), sign)
    value = INLINE_CONSTANTS.get(other.id) if isinstance(other, ast.Name) else None

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        first = builder.wrapped(left(builder, operands))
        second = builder.wrapped(right(builder, operands)) if value is None else builder.identity(value)
        return builder.at(ast.Compare(first, [sign], [second]))

    return fill


def _text_test(left: Filler, right: Filler, asked: str, sign: ast.Is | ast.IsNot) -> Filler:
    """Whether something is a string, or a character: it is known of literals and of what is made of a text."""
    slot, kind = TEXTUAL[asked]

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        holder = left(builder, operands)
        known = builder.literal(holder.value)
        is_one = text_of(holder.value, slot) is not None or _classes(holder.value) == (asked,)
        if known is None and not (is_one and _may_be_left_out(holder.value)):
            return builder.at(ast.Compare(holder, [sign], [right(builder, operands)]))
        return (known is None or known.__class__ is kind) is isinstance(sign, ast.Is)

    return fill


def _is_end(builder: Builder, value: ast.expr, sign: ast.Is | ast.IsNot) -> ast.expr:
    """Whether a value is the end of input, which stands for its own text."""
    return builder.at(ast.Compare(builder.wrapped(text_or_end_of(value) or value), [sign], [builder.helper("EOF")]))


def _connective(part: ast.BoolOp) -> Filler:
    sign, tests, deciding = part.op, [_filler(each) for each in part.values], isinstance(part.op, ast.Or)

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        parts: list[ast.expr] = []
        for test in tests:
            made = test(builder, operands)
            if made is deciding:
                return deciding
            if made.__class__ is not bool:
                parts.append(made)
        if len(parts) > 1:
            return builder.at(ast.BoolOp(sign, parts))
        return parts[0] if parts else not deciding

    return fill


def _choice(part: ast.IfExp) -> Filler:
    test, then, otherwise = _filler(part.test), _filler(part.body), _filler(part.orelse)

    def fill(builder: Builder, operands: Items[ast.expr]) -> Filled:
        condition = test(builder, operands)
        if condition.__class__ is bool:
            return (then if condition else otherwise)(builder, operands)
        branches = [_expression(builder, made) for made in (then(builder, operands), otherwise(builder, operands))]
        return builder.at(ast.IfExp(condition, *branches))

    return fill


def tell_kind(expression: ast.expr, kind: Literal["whole", "natural", "inexact", "string"]) -> None:
    """Say what is known of the value: an exact integer, one that is not negative, an inexact number, or a string."""
    expression.kind = kind  # type: ignore[attr-defined]


TEXTUAL: Final = {"String": ("s", String), "Char": ("c", Char)}
CLASSES: Final = {"whole": ("int",), "natural": ("int",), "inexact": ("float", "complex"), "string": ("String",)}


def _classes(part: ast.expr) -> Items[str]:
    """The classes that the value of an expression may be of; none: nothing is known."""
    literal = _literal(part)
    return CLASSES.get(getattr(part, "kind", ""), ()) if literal is None else (literal.__class__.__name__,)


def _may_be_left_out(part: ast.expr) -> bool:
    """Whether an expression of which the value is known need not be evaluated: it cannot fail."""
    return isinstance(part, (ast.Name, ast.Constant)) or _literal(part) is not None


def _is_natural(part: ast.expr) -> bool:
    return getattr(part, "kind", "") == "natural"


def _number(builder: Builder, part: Any) -> int | float | None:
    """The number that an expression is, or that of the characters of a literal string which it counts."""
    counts = part.__class__ is ast.Call and part.func.__class__ is ast.Name and part.func.id == "%len"
    text = part.args[0] if counts else None
    if text.__class__ is not ast.Attribute or text.attr != "s":
        return _literal(part)
    value = builder.literal(text.value)
    return len(value.s) if value.__class__ is String and hasattr(value, "literal") else None


def _literal(part: Any) -> int | float | None:
    """The number that an expression is, if it is one."""
    if part.__class__ is ast.Constant:
        return part.value if part.value.__class__ is int or part.value.__class__ is float else None
    if part.__class__ is ast.UnaryOp and part.op.__class__ is ast.USub:
        inner = _literal(part.operand)
        return None if inner is None else -inner
    return None


_ORDERS: Final[dict[type, Callable[[float, float], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}
_FILLERS: Final[dict[type, Callable[[Any], Filler]]] = {
    ast.Name: _name,
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.List: _list,
    ast.Tuple: _tuple,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.BoolOp: _connective,
    ast.IfExp: _choice,
    ast.JoinedStr: _texts,
}
