"""Lines of generated code, and what of the source stands there."""

from __future__ import annotations

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    import ast

    from chibi_hooks.scheme.compiler.emission import Body
    from chibi_hooks.scheme.source import Place

KINDS: Final = ("call", "primitive", "global", "procedure", "define")


class Integrated:
    """A procedure that stands in line: its name, the place of the call it replaces, and its library if it has one."""

    __slots__ = ("name", "place", "library")

    def __init__(self, name: str, place: Place | None, library: str) -> None:
        self.name = name
        self.place = place
        self.library = library


class Site:
    """One line of generated code: what of the source stands there. One that was kept on disk has no trees."""

    inside = ""  # the procedure around it, where `body` is not known
    around: tuple[Integrated, ...] = ()  # between that procedure and the site, outermost first
    expression: ast.expr | None = None  # evaluated again to explain an error; operands only
    statement: ast.stmt | None = None  # the assignment of a capturable call; None: a tail call
    body: Body | None = None
    resumed: Any = None  # belongs to continuations, like all that follow
    redone: Any = None
    detached: Any = None
    captures = 0
    widened: Any = None

    def __init__(
        self, place: Place | None, kind: Literal["call", "primitive", "global", "procedure", "define"], name: str
    ) -> None:
        self.place = place
        self.kind = kind
        self.name = name  # the procedure, primitive or variable, in Scheme's words

    def procedure(self) -> str:
        """What people call the procedure in which it stands."""
        if self.body is None:
            return self.inside or "top level"
        found = self.body.lambda_
        return getattr(found, "name", None) or ("lambda" if found is not None else "top level")
