"""How a primitive is declared: one decorated Python function in `primitives/<family>.py`; everything else follows
from it.

    @primitive("vector-ref", inline="a.v[b] if b >= 0 else bad_index(a, b)")
    def vector_ref(a: Value, b: Value) -> Value:
        '''(vector-ref vector k) -> the element at k (R7RS 6.8).'''

Rules
-----
* A primitive never calls a Scheme procedure (those that do are Scheme source in `scheme_lib`, so that a continuation
  can be captured inside them) and never recurses over Scheme data.
* Arity is read off the Python signature: positional parameters (without annotation defaults) are required, a default
  makes one optional, `*rest` takes any number. Keyword parameters are not allowed.
* `returns="boolean"`: the Python function answers a Python bool; the Scheme value is wrapped, and the compiler uses
  the bare function in tests. `returns="members"`: it answers a Python list that nobody else has; the Scheme value is a
  list of them, and the compiler uses the bare function where that is only walked along. Everything else returns a
  Scheme value (`UNSPECIFIED` where there is none), never a Python bool, None or str.
* Wrong types may simply raise: an AttributeError on a slot (`x.car`), a TypeError of an operator, an IndexError and
  so on are turned into conditions that name the primitive and the argument. Raise `wrong_type`/`fail` where Python
  would succeed in silence.
* `inline`: a Python expression over the parameters (called a, b, c, d in order) and the names in `INTERNAL`; the
  compiler puts it where the call would stand. It must be type-sound by itself and free of assignment. `{2: "...", 1:
  "..."}` gives one per number of arguments. `fold=True`: more than two arguments are folded to the left over the
  two-argument template (`+`, `*`, `string-append`).
* `whether`: of a primitive that answers #f or something dear, the function that answers a Python bool, for tests.
* `seen`: of a test, what makes the Scheme value instead, for the usual arguments without a call of the function. One
  whose template is `a.__class__ is …` or `a is …` needs none.
* `idle=True`: what `scheme_lib` gives it is always right, so that nothing is lost where nobody wants its value and it
  is not called.
* Size and cost are predicted before work starts: `limits.size(who, n)`.
* A family is loaded when it is needed: with all others when something is compiled or asked for by name, and by itself
  when code comes from disk that names something of it (`FAMILIES`). So a family imports what it needs of another while
  it is loaded; when it runs it may ask `PRIMITIVES`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, ValuesView
from functools import wraps
from types import CodeType

from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, to_list
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import Any, Final, Literal

Returns = Literal["value", "boolean", "real", "integer", "unspecified", "string", "pair", "list", "members"]


class Primitive:
    """A primitive as the rest of the engine sees it."""

    __slots__ = ("name", "function", "test", "minimum", "maximum", "inline", "fold", "returns", "pure", "leaf", "doc",
                 "checks_first", "idle", "gives_members")  # fmt: skip

    def __init__(
        self,
        name: str,
        function: Callable[..., Value],
        test: Callable[..., bool] | None,
        minimum: int,
        maximum: int | None,
        inline: dict[int, str],
        fold: bool,
        returns: Returns,
        pure: bool,
        leaf: bool,
        doc: str,
        checks_first: bool = False,
        idle: bool = False,
    ) -> None:
        self.name = name
        self.function = function  # what Scheme sees as the procedure
        self.test = test  # what answers a Python bool, if there is such a function; for "members" a Python list
        self.minimum = minimum
        self.maximum = maximum  # None: any number
        self.inline = inline
        self.fold = fold
        self.returns: Returns = "list" if returns == "members" else returns
        self.pure = pure  # no effect and no state read: may be evaluated again to explain an error
        self.leaf = leaf  # never calls a Scheme procedure and never answers a tail call; all but the control primitives
        self.doc = doc
        self.checks_first = checks_first  # changes nothing when it fails: may be called again to explain that
        self.gives_members = returns == "members"  # `test` answers the members of the list
        self.idle = idle  # may stay undone where nobody wants its value

    @property
    def path(self) -> str:
        """Of an accessor, the slots that it reads of its only argument, one of another; "" for any other primitive."""
        first, *steps = self.inline.get(1, "").split(".")
        return ".".join(steps) if first == "a" and all(map(str.isidentifier, steps)) else ""

    def takes(self, count: int) -> bool:
        """Whether a call may have so many operands."""
        return count >= self.minimum and (self.maximum is None or count <= self.maximum)


Wrapping = Callable[[Callable[..., Any]], Callable[..., Value]]
PARAMETERS: Final = "abcdefghijkl"  # of templates
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08  # of inspect, which takes 4 ms to import
INTERNAL: Final[dict[str, Any]] = {}  # names that inline templates may use; those of the families that are loaded
WRAPPERS: Final[set[CodeType]] = set()  # what makes Python tests predicates, and members lists
NAMES: Final[dict[str, Any]] = {"__builtins__": {}}  # what generated code calls them: "car", "%null?", "%Pair"
FAMILIES: Final[dict[str, str]] = {}  # the module that declares each of these names
_declared: Final[dict[str, Primitive]] = {}


class _Primitives(Mapping[str, Primitive]):
    """All primitives by Scheme name: whoever asks for what is not there yet has all families loaded."""

    def __getitem__(self, name: str) -> Primitive:
        found = _declared.get(name)
        return _all()[name] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(_all())

    def __len__(self) -> int:
        return len(_all())

    def values(self) -> ValuesView[Primitive]:
        """As a dict gives them."""
        return _all().values()


PRIMITIVES: Final = _Primitives()


def _all() -> Mapping[str, Primitive]:
    late_module("chibi_hooks.scheme.primitives").load_families()
    return _declared


def named_in_code(name: str) -> Primitive | None:
    """The primitive of that name, for a name in code that can run: its family is loaded."""
    return _declared.get(name)


def internal(value: Any, name: str | None = None) -> Any:
    """Make a Python object known to generated code and inline templates under its own name (usable as a decorator)."""
    _make_internal(value, name or value.__name__, sys._getframe(1).f_globals["__name__"])
    return value


def _make_internal(value: Any, name: str, family: str) -> None:
    _name("%" + name, value)
    INTERNAL[name] = value
    FAMILIES.setdefault("%" + name, family)


def _name(name: str, value: Any) -> None:
    """Have generated code call it so. Raises ValueError where something else has that name."""
    if NAMES.setdefault(name, value) is not value:
        raise ValueError(f"{name} means two things in generated code")


def add_primitive(made: Primitive, family: str) -> None:
    """Make a primitive known, that the module `family` declares. Raises ValueError if something has that name."""
    if made.name in _declared:
        raise ValueError(f"primitive {made.name} is declared twice")
    _name(made.name, made.function)
    _declared[made.name] = made
    FAMILIES[made.name] = family
    if made.test is not None:
        _name("%" + made.name, made.test)
        FAMILIES["%" + made.name] = family


def primitive(
    name: str,
    *also: str,
    inline: str | dict[int, str] | None = None,
    fold: bool = False,
    returns: Returns = "value",
    pure: bool = True,
    leaf: bool = True,
    checks_first: bool = False,
    idle: bool = False,
    whether: Callable[..., bool] | None = None,
    seen: Wrapping | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare the decorated function as the primitive `name` (and under the names in `also`)."""
    family = sys._getframe(1).f_globals["__name__"]

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        minimum, maximum = _arity(function)
        test = function if returns in ("boolean", "members") else whether
        wrapping = seen or _asked_in_line(inline, function) or WRAPPED.get(returns)
        visible = wrapping(function) if wrapping else function
        templates = {minimum: inline} if isinstance(inline, str) else dict(inline or {})
        if returns == "members" and inline is None:
            _make_internal(function, function.__name__, family)
            most = min(maximum or minimum, len(PARAMETERS))
            templates = {n: members_template(function.__name__, n) for n in range(minimum, most + 1)}
        for each in (name, *also):
            doc = (function.__doc__ or "").strip()
            made = Primitive(
                each,
                visible,
                test,
                minimum,
                maximum,
                templates,
                fold,
                returns,
                pure,
                leaf,
                doc,
                checks_first,
                idle,
            )
            add_primitive(made, family)
        return function

    return declare


def members_template(name: str, count: int) -> str:
    """The list of the members that a function answers, in line."""
    return f"list({name}({', '.join(PARAMETERS[:count])}))"


def _arity(function: Callable[..., Any]) -> tuple[int, int | None]:
    code = function.__code__
    if code.co_kwonlyargcount or code.co_flags & CO_VARKEYWORDS:
        raise ValueError(f"{function.__name__}: a primitive has no keyword parameters")
    total = code.co_argcount
    return total - len(function.__defaults__ or ()), None if code.co_flags & CO_VARARGS else total


def _as_scheme_predicate(function: Callable[..., bool]) -> Callable[..., Value]:
    """What Scheme sees of a Python test. Its code is in `WRAPPERS`, and `function` a local of its frames."""
    count = function.__code__.co_argcount
    if count == 1 and not function.__code__.co_flags & CO_VARARGS and not function.__defaults__:

        def predicate1(a: Value, /) -> Value:
            return TRUE if function(a) else FALSE

        WRAPPERS.add(predicate1.__code__)
        return wraps(function)(predicate1)

    if count == 2 and function.__defaults__ in (None, (None,)):  # (=), (string<?), …: nearly always of two

        def predicate2(a: Value, b: Value = None, /, *rest: Value) -> Value:
            if rest:
                return TRUE if function(a, b, *rest) else FALSE
            return TRUE if function(a, b) else FALSE

        if function.__defaults__ is None:
            predicate2.__defaults__ = None
        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    def predicate(*args: Value) -> Value:
        if len(args) == 2:  # by count: on 3.11 `f(*args)` goes through C, `f(a, b)` does not
            a, b = args
            return TRUE if function(a, b) else FALSE
        return TRUE if function(*args) else FALSE

    WRAPPERS.add(predicate.__code__)
    return wraps(function)(predicate)


def _asked_in_line(inline: object, function: Callable[..., Any]) -> Wrapping | None:
    """What Scheme sees of a test whose template asks for a class or for one object and nothing else: who is given it
    calls it for each member of a list, and it shall call no other.
    """
    if not isinstance(inline, str):
        return None
    subject, _, name = inline.rpartition(" is ")
    wanted = int if name == "int" else function.__globals__.get(name)
    if wanted is None or subject not in ("a", "a.__class__"):
        return None
    return _of_class(wanted) if subject == "a.__class__" else _that_is(wanted)


def _of_class(kind: type) -> Wrapping:
    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate1(a: Value, /) -> Value:
            return TRUE if a.__class__ is kind else FALSE

        WRAPPERS.add(predicate1.__code__)
        return wraps(function)(predicate1)

    return wrapping


def _that_is(wanted: Value) -> Wrapping:
    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate1(a: Value, /) -> Value:
            return TRUE if a is wanted else FALSE

        WRAPPERS.add(predicate1.__code__)
        return wraps(function)(predicate1)

    return wrapping


def comparing_quickly(holds: Callable[[Any, Any], bool]) -> Wrapping:
    """What Scheme sees of a comparison: an operator of Python's that fails for what is not to be compared."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate2(a: Value, b: Value = None, /, *rest: Value) -> Value:
            try:
                if not rest:
                    return TRUE if holds(a, b) else FALSE
            except TypeError:
                pass  # the function has the words for it
            return TRUE if function(a, b, *rest) else FALSE

        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    return wrapping


def equal_in(kind: type) -> Wrapping:
    """What Scheme sees of an equality that is Python's where both are of this class."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate2(a: Value, b: Value = None, /, *rest: Value) -> Value:
            if a.__class__ is kind and b.__class__ is kind and not rest:
                return TRUE if a == b else FALSE
            return TRUE if function(a, b, *rest) else FALSE

        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    return wrapping


def _as_scheme_list(function: Callable[..., list[Value]]) -> Callable[..., Value]:
    """What Scheme sees of a function that answers members; as above."""

    def listed(*args: Value) -> Value:
        return to_list(function(*args))

    WRAPPERS.add(listed.__code__)
    return wraps(function)(listed)


WRAPPED: Final[dict[str, Wrapping]] = {"boolean": _as_scheme_predicate, "members": _as_scheme_list}
