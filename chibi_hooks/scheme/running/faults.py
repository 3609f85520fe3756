"""Any Python exception out of compiled code in, a SchemeError with message, place and backtrace out.

Compiled code has no checks of its own: `x.car` raises when `x` is no pair. The line of the frame that raised is a
site, the site knows which primitive stood there and its operands; for a pure primitive those are evaluated again and
given to the full function, which names the argument and what it wanted. So the fast path carries nothing, and every
wording has one home. Where an operand fails when it is evaluated again, that is the error: a template may look into
its first operand before it evaluates the second.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache
from types import CodeType, FrameType, FunctionType, TracebackType

from chibi_hooks.scheme.primitive import INTERNAL, PRIMITIVES, WRAPPERS, Primitive, named_in_code
from chibi_hooks.scheme.running import backtrace
from chibi_hooks.scheme.running.build import Build
from chibi_hooks.scheme.running.frames import HeapFrame, role_of
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.site import Site
from chibi_hooks.scheme.values.data import FIRST_FIELDS, UNDEFINED, Value
from chibi_hooks.scheme.values.errors import Condition, EngineFault, Frame, SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.numbers import NUMBERS
from chibi_hooks.scheme.values.printer import procedure_names
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import Any, Final

OURS: Final = "chibi_hooks.scheme."  # modules whose functions have no business to raise what is no SchemeError
SLOT_TYPES: Final = {
    "car": "a pair",
    "cdr": "a pair",
    "s": "a string",
    "c": "a character",
    "v": "a vector",
    "b": "a bytevector",
    "text": "a symbol",
    "kind": "a record",
    **dict.fromkeys(FIRST_FIELDS, "a record"),
    "state": "a promise",
    "direct": "a hash table",
    "shell_parts": "a command out of shell-commands",
    "position": "an open textual input port",
    "unwritten": "an open textual output port",
    "offset": "an open binary input port",
    "gathered_bytes": "an open binary output port",
}


def explain(error: Exception, build: Build, waiting: HeapFrame | None = None) -> SchemeError:
    """Any exception out of compiled code as a SchemeError with place and frames; a fault of ours is one of kind
    "internal", and the host is told of it (`Build.told`). `waiting`: the frames on the heap below it.

    An error may be explained several times on its way out; each time the frames that it has left since are added.
    """
    trail = _trail(error.__traceback__)
    result = error if isinstance(error, SchemeError) else _explained(error, trail, build)
    if result is not error and result.kind == "internal":
        build.told(result)
    payload = result.payload
    made = payload.frames if isinstance(payload, Condition) else ()
    left = backtrace.of_traceback(error.__traceback__)
    if waiting is not None:
        left += backtrace.of_heap(waiting)
    if left:
        result.frames = tuple(backtrace.cut([*(result.frames or made), *left]))
    if isinstance(payload, Condition) and not made:
        payload.frames = result.frames
    if result.place is None:
        known = payload.place if isinstance(payload, Condition) else None
        result.place = known or trail.place() or place_here() or _place_of(result.frames)
    if isinstance(payload, Condition) and payload.place is None:
        payload.place = result.place
    return result


def _place_of(frames: Iterable[Frame]) -> Place | None:
    """Where the innermost frame of a script is that is known."""
    return next((frame.place for frame in frames if not frame.library and frame.place is not None), None)


def place_here(inner: int = 0) -> Place | None:
    """The place of the innermost frame of a script on Python's stack; of a library of ours when there is no script.
    `inner`: how many frames that are none of a script's stand between; each would cost as much as the rest.
    """
    frame: FrameType | None = sys._getframe(1 + inner)
    assert frame is not None
    code = frame.f_code
    unit = unit_of(code)
    if unit is not None and not unit.trusted and (place := unit.site(code, frame.f_lasti).place) is not None:
        return place  # mostly
    ours: list[FrameType] = []  # their lines are looked for when nothing else is found
    for _ in range(64):  # the caller of `error` or `raise` is a few frames up
        if frame is None:
            break
        unit = unit_of(frame.f_code)
        if unit is not None:
            place = None if unit.trusted else unit.site(frame.f_code, frame.f_lasti).place
            if place is not None:
                return place
            ours.append(frame)
        frame = frame.f_back
    return next(filter(None, map(_place_in, ours)), None)


def _place_in(frame: FrameType) -> Place | None:
    unit = unit_of(frame.f_code)
    return unit.site(frame.f_code, frame.f_lasti).place if unit is not None else None


class _Trail:
    """The frames of a traceback that matter: compiled ones, and what Python function ran last."""

    def __init__(self) -> None:
        self.scheme: list[tuple[FrameType, Site, bool]] = []  # outermost first
        self.python: FrameType | None = None  # the innermost frame, if it is Python's

    def place(self) -> Place | None:
        fallback = None
        for _, site, trusted in reversed(self.scheme):
            if site.place is not None:
                if not trusted:
                    return site.place
                fallback = fallback or site.place
        return fallback


def _trail(traceback: TracebackType | None) -> _Trail:
    trail = _Trail()
    while traceback is not None:
        frame = traceback.tb_frame
        unit = unit_of(frame.f_code)
        if unit is not None:
            trail.scheme.append((frame, unit.site(frame.f_code, traceback.tb_lasti), unit.trusted))
            trail.python = None
        else:
            trail.python = frame
        traceback = traceback.tb_next
    return trail


def _explained(error: Exception, trail: _Trail, build: Build) -> SchemeError:
    """The same of what is no SchemeError yet; what fails in here is our fault, too."""
    try:
        result = _internal(error) if isinstance(error, EngineFault) else _translated(error, trail, build)
    except SchemeError as of_an_operand:
        result = of_an_operand
    except RecursionError:
        raise
    except Exception as fault:
        result = _internal(fault)
    result.__traceback__ = result.__context__ = None  # they hold frames, which would hold this error
    return result


def outside(fault: Exception) -> SchemeError:
    """What nothing of ours should have raised on the way from text to code, as an error of the program."""
    if isinstance(fault, (RecursionError, MemoryError)):
        return _exhausted(fault)
    return _internal(fault)


def _exhausted(error: Exception) -> SchemeError:
    return fail("limit", "nested too deeply" if isinstance(error, RecursionError) else "out of memory")


def _internal(fault: Exception) -> SchemeError:
    """Our own fault, as a script may meet it."""
    said = f"a fault of chibi-hooks: {fault.__class__.__name__}: {fault}"
    return fail("internal", said, hint="please report it, with this program")


def _translated(error: Exception, trail: _Trail, build: Build) -> SchemeError:
    frame, site = (trail.scheme[-1][0], trail.scheme[-1][1]) if trail.scheme else (None, None)
    if frame is not None:
        unit = unit_of(frame.f_code)
        assert unit is not None
        unit.complete()
    python = trail.python
    role = role_of(id(python.f_code)) if python is not None else None
    if python is not None and role is not None:
        if role.bounces is not None:
            function, *args = role.bounces(python.f_locals)
            return _call_error(function, args, error, "")
        if isinstance(error, TypeError) and role.calls is not None:
            function, *args = role.calls(python.f_locals)
            return _call_error(function, args, error, "")
    if isinstance(error, (RecursionError, MemoryError)):
        return _exhausted(error)
    if isinstance(error, NameError) and (python is None or not error.name):  # else a host's function raised it
        return _unbound(error, site)
    if frame is None or site is None:  # the host calls a primitive
        called = _primitive_of(python) if python is not None else None
        if called is None:
            return _foreign(error, None, python)
        return primitive_error(called, _arguments(python), error)
    if site.kind == "call" and site.expression is not None and (python is None or _primitive_of(python) is None):
        if python is not None:
            return _foreign(error, site.name, python)
        function, *args = _evaluated(site, frame, build)
        if function is INTERNAL["received"]:
            function(*args)  # raises what is to be said
        failed = _call_error(function, args, error, "" if trail.scheme[-1][2] else site.name)
        import ast  # cold start: the unit is complete here, so it is loaded

        operator = getattr(site.expression, "func", None)
        literal = operator.body if isinstance(operator, ast.IfExp) else operator  # see `builder.wrapped`
        if not callable(function) and isinstance(literal, ast.Constant):
            failed.payload.hint = LIST_HINT
        elif not callable(function) and not site.name and not args:
            failed.payload.hint = "perhaps there is one pair of parentheses too many"
        return failed
    primitive = named_in_code(site.name) if site.kind == "primitive" else None
    if primitive is None and python is not None:
        primitive = _primitive_of(python)
    if primitive is None:
        return _foreign(error, site.name, python)
    args = (
        _evaluated(site, frame, build)[1:]
        if site.kind == "primitive" and site.expression is not None
        else _arguments(python)
    )
    return primitive_error(primitive, args, error)


def primitive_error(primitive: Primitive, args: list[Value], error: Exception) -> SchemeError:
    """What the full function says about these arguments; else what can be read off the Python exception."""
    n = len(args)
    if n < primitive.minimum or (primitive.maximum is not None and n > primitive.maximum):
        return arity_error(primitive.name, primitive.minimum, primitive.maximum, n)
    if primitive.pure or primitive.checks_first:
        try:
            primitive.function(*args)
        except SchemeError as better:
            better.__traceback__ = None
            return better
        except RecursionError:  # no room left to explain anything here: that is done further down the stack
            raise
        except Exception as again:
            error = again
    if isinstance(error, AttributeError):
        wanted = SLOT_TYPES.get(error.name or "", "another type of value")
        position = next((i for i, arg in enumerate(args, 1) if arg is error.obj), 0)
        return wrong_type(primitive.name, position if len(args) > 1 else 0, wanted, error.obj)
    if isinstance(error, OverflowError):
        return fail("range", "the result is too large for an inexact number", *args, who=primitive.name)
    if isinstance(error, ZeroDivisionError):
        return fail("range", "division by zero", *args, who=primitive.name)
    if isinstance(error, TypeError):
        for i, arg in enumerate(args, 1):
            if arg.__class__ not in NUMBERS:
                return wrong_type(primitive.name, i if len(args) > 1 else 0, "a number", arg)
    return fail("type", "wrong arguments", *args, who=primitive.name)


def _call_error(function: Value, args: list[Value], error: Exception, written: str) -> SchemeError:
    """A call that did not start: what was called is no procedure, or the number of arguments is wrong."""
    if function is UNDEFINED:
        return fail("unbound", f"{written} is used before it has a value")
    if not callable(function):
        return wrong_type("call", 0, "a procedure", function)
    primitive = _known()[0].get(id(function))
    if primitive is not None:
        return primitive_error(primitive, args, error)
    called = function if isinstance(function, FunctionType) else function.__class__.__call__
    code = getattr(called, "__code__", None)
    if code is None or not isinstance(error, TypeError):
        return _foreign(error, procedure_name(function))
    itself = 0 if called is function else 1
    minimum = code.co_argcount - len(called.__defaults__ or ()) - itself
    maximum = None if code.co_flags & 0x04 else code.co_argcount - itself
    if minimum <= len(args) and (maximum is None or len(args) <= maximum):
        return _foreign(error, procedure_name(function))
    return arity_error(procedure_name(function) or written or "#<procedure>", minimum, maximum, len(args))


def arity_error(who: str, minimum: int, maximum: int | None, got: int) -> SchemeError:
    """What is said of a call with so many arguments, of a procedure that takes others; no `maximum`: any number."""
    if maximum is None:
        wanted = f"at least {minimum}"
    elif minimum == maximum:
        wanted = str(minimum)
    else:
        wanted = f"{minimum} to {maximum}"
    return fail(
        "arity", f"wanted {wanted} argument{'s' if wanted not in ('1', 'at least 1') else ''}, got {got}", who=who
    )


def _unbound(error: NameError, site: Site | None) -> SchemeError:
    name = error.name or ""
    if site is not None and site.body is not None and name in site.body.names:
        name = site.body.names[name]
        return fail("unbound", f"{name} is used before it has a value")
    if site is not None and site.kind in ("global", "call"):  # a call: of a procedure that is defined further down
        name = site.name
    if not error.name:  # raised by `defined`
        return fail("unbound", f"{site.name if site else name} is used before it has a value")
    return fail("unbound", f"unbound variable: {name}", who=None)


def _foreign(error: Exception, who: str | None, python: FrameType | None = None) -> SchemeError:
    """An exception of a Python function that the host lent to the script; of one of ours it is our fault."""
    if python is not None and str(python.f_globals.get("__name__")).startswith(OURS):
        return _internal(error)
    return fail("error", f"{error.__class__.__name__}: {error}", who=who or None)


def _evaluated(site: Site, frame: FrameType, build: Build) -> list[Value]:
    """Function and operands of a call once more. Raises the SchemeError of an operand that fails."""
    unit = unit_of(frame.f_code)
    assert unit is not None and site.expression is not None
    mutated = site.body.mutated if site.body is not None else ()
    try:
        return build.rest_of_bodies().evaluated(site.expression, frame, unit, mutated)
    except RecursionError:  # as above
        raise
    except Exception as failed:
        raise _of_operand(failed, build) from None


def _of_operand(failed: Exception, build: Build) -> SchemeError:
    """The error of an operand that fails when it is evaluated again, with the place where that stands."""
    trail = _trail(failed.__traceback__)
    result = failed if isinstance(failed, SchemeError) else _explained(failed, trail, build)
    result.place = result.place or trail.place()
    return result


def _arguments(frame: FrameType | None) -> list[Value]:
    if frame is None:
        return []
    code = frame.f_code
    args = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount] if name in frame.f_locals]
    if code.co_flags & 0x04:
        args += frame.f_locals.get(code.co_varnames[code.co_argcount + code.co_kwonlyargcount], ())
    return args


LIST_HINT: Final = "if a list is meant, write a quote before it: '(…), or (list …)"


@cache
def _known() -> tuple[Mapping[int, Primitive], Mapping[CodeType, Primitive]]:
    """The primitives by the id of their functions, and by the code that is of one of them alone."""
    functions: dict[int, Primitive] = {}
    codes: dict[CodeType, set[str]] = {}
    for primitive in PRIMITIVES.values():
        for function in filter(None, (primitive.function, primitive.test)):
            code = getattr(function, "__code__", None)
            functions.setdefault(id(function), primitive)
            if code is not None and code not in WRAPPERS:
                codes.setdefault(code, set()).add(functions[id(function)].name)
    alone = {code: PRIMITIVES[min(names)] for code, names in codes.items() if len(names) == 1}
    return functions, alone


def _primitive_of(frame: FrameType) -> Primitive | None:
    """The primitive that runs in a frame; that of a predicate is a wrapper around its Python test, and so on."""
    functions, codes = _known()
    if frame.f_code in WRAPPERS:
        return functions.get(id(frame.f_locals.get("function")))
    return codes.get(frame.f_code)


def procedure_name(x: Any) -> str | None:
    """The name a procedure was defined under, or None."""
    primitive = _known()[0].get(id(x))
    if primitive is not None:
        return primitive.name
    code = getattr(getattr(x, "__wrapped__", x), "__code__", None)
    unit = unit_of(code) if code is not None else None
    if unit is None or code is None:
        return getattr(x, "scheme_name", None)  # lent by the host
    site = unit.sites[code.co_firstlineno]
    return site.name or None


procedure_names.append(procedure_name)


def stopped_at(error: BaseException, waiting: HeapFrame | None = None) -> tuple[Place | None, tuple[Frame, ...]]:
    """Where the script was when it was stopped, and in which frames; `waiting`: those on the heap."""
    frames = tuple(backtrace.cut([*backtrace.of_traceback(error.__traceback__), *backtrace.of_heap(waiting)]))
    return _trail(error.__traceback__).place() or _place_of(frames), frames
