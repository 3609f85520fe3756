"""Everything that can go wrong in the engine, by whose fault it is.

    SchemeError (Exception)      the script's fault; carries any Scheme object, usually a `Condition`
    Stop (BaseException)         a budget ran out; no handler of the script can meet it
    EngineFault (Exception)      our fault: an invariant of the engine does not hold; scripts meet it as a condition of
                                 kind "internal", and the host is told besides (`faults.explain`)

A `Condition` is what `(error …)` and the engine's own errors are: an R7RS error object (§6.11).
Messages read `who: wanted …, got …`; the place, the source line and the caret are added when the error is shown.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values.data import NIL, Datum, Value, to_list
from chibi_hooks.scheme.values.source import Place, caret
from chibi_hooks.typenames import Final, Literal

ConditionKind = Literal[
    "error", "type", "range", "arity", "unbound", "syntax", "read", "file", "library", "limit", "contract", "internal"
]


class Condition(Datum):
    """An error object: `kind` says which sort, `who` the procedure, `irritants` is a Scheme list.

    `kind` "error" is the script's own `(error …)`; "limit" a size or depth over what the budget allows; "internal" our
    own fault.
    """

    __slots__ = ("condition_kind", "who", "message", "irritants", "place", "hint", "frames")

    def __init__(
        self,
        kind: ConditionKind,
        message: Value,
        irritants: Value = NIL,
        *,
        who: str | None = None,
        place: Place | None = None,
        hint: str | None = None,
    ) -> None:
        self.condition_kind = kind
        self.who = who
        self.message = message  # a Python str from the engine, any value from `(error …)`
        self.irritants = irritants
        self.place = place
        self.hint = hint  # what to do next
        self.frames: tuple[Frame, ...] = ()  # where it was made, for the page of one that is raised again


_new: Final = object.__new__


def error_of_script(message: Value, irritants: Value, place: Place | None) -> Condition:
    """What `(error message irritant …)` makes, at half the price of a constructor with names."""
    made: Condition = _new(Condition)
    made.condition_kind = "error"
    made.who = None
    made.message = message
    made.irritants = irritants
    made.place = place
    made.hint = None
    made.frames = ()
    return made


class Frame:
    """One line of a Scheme backtrace: the procedure that was running and the place it had reached.

    `library`: the library of ours that it belongs to. `tail`: what called it is gone, because it was called in tail
    position. `skipped`: it stands for so many frames that were not kept. `held`: what its variables held, where
    somebody asked for it (`running.held`).
    """

    __slots__ = ("procedure", "place", "library", "tail", "skipped", "held")

    def __init__(
        self, procedure: str, place: Place | None, library: str = "", tail: bool = False, skipped: int = 0
    ) -> None:
        self.procedure = procedure
        self.place = place
        self.library = library
        self.tail = tail
        self.skipped = skipped
        self.held: object = None


class SchemeError(Exception):
    """A Scheme object that was raised and not handled (yet). `place`: where; `frames`: innermost first.

    `continuable` is True for `raise-continuable`.
    """

    def __init__(self, payload: Value, place: Place | None = None, frames: tuple[Frame, ...] = ()) -> None:
        super().__init__(payload)
        self.payload = payload
        self.place = place or (payload.place if isinstance(payload, Condition) else None)
        self.frames = frames

    @property
    def kind(self) -> str:
        """The condition's kind, or "raise" when the script raised some other object."""
        return self.payload.condition_kind if isinstance(self.payload, Condition) else "raise"

    @property
    def message(self) -> str:
        """One line without the place: `car: wanted a pair, got 42`."""
        return WORDING.line(self.payload)

    def report(self) -> str:
        """The whole page: place, message, source line with caret, next step; `backtrace.page` adds the frames."""
        head = f"{self.place}: {self.message}" if self.place else self.message
        parts = [head]
        if self.place:
            parts.append(caret(self.place))
        if isinstance(self.payload, Condition) and self.payload.hint:
            parts.append(self.payload.hint)
        return "\n".join(parts)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class EngineFault(Exception):
    """An invariant of the engine does not hold; never the script's fault."""


class Stop(BaseException):
    """The budget of this call into Scheme ran out. `reason` is "time", "memory", "steps" or "interrupt"."""

    reason: Literal["time", "memory", "steps", "interrupt"] = "time"


def fail(
    kind: ConditionKind,
    message: str,
    *irritants: Value,
    who: str | None = None,
    place: Place | None = None,
    hint: str | None = None,
) -> SchemeError:
    """The error to raise: `raise fail("range", "wanted 0 to 2, got 7", who="vector-ref")`."""
    return SchemeError(Condition(kind, message, to_list(irritants), who=who, place=place, hint=hint))


def wrong_type(who: str, position: int, wanted: str, got: Value) -> SchemeError:
    """The error of a primitive whose argument (counted from 1) has a wrong type: `car: wanted a pair, got 42`.

    The position is named only where a procedure has several arguments: `vector-ref: argument 2: wanted …` (position
    0: not named).
    """
    where = f"argument {position}: " if position else ""
    return fail("type", f"{where}wanted {wanted}, got {WORDING.short(got)}", got, who=who)


class Wording:
    """How messages put a value (`short`) and whatever was raised (`line`) into words.

    The printer stands above this module, for printing fails too; it fills this in when the folder is imported.
    """

    __slots__ = ("short", "line")

    def __init__(self) -> None:
        self.short: Callable[[Value], str] = repr
        self.line: Callable[[Value], str] = repr


WORDING: Final = Wording()
