"""What a world is made from, and the key under which it is kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar

from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.scheme.libraries.library import Provided
    from chibi_hooks.scheme.libraries.shared import SharedTable
    from chibi_hooks.scheme.running.asking import Tier

COVERAGE: Final[ContextVar[Any]] = ContextVar("chibi_hooks_coverage", default=None)
"""Who counts the branches of what is compiled in this context (`coverage`); such worlds are not kept."""


class WorldRecipe:
    """What a world begins with. `imports`: libraries of ours in scope from the start, or what gives their names when
    they are needed; `own`: libraries that belong to this world alone, imported by the host; `refusal_of`: why a file
    may not be read; `given`: the user's files as they were read before, instead of those on disk; `table`: what its
    code falls back to, by whether it counts its steps.
    """

    def __init__(
        self,
        table: SharedTable,
        tier: Tier,
        roots: Sequence[Path],
        directory: Path | None,
        provided: Provided,
        imports: Sequence[str] | Callable[[], Sequence[str]],
        own: Sequence[str] = (),
        refusal_of: Callable[[Path], str | None] | None = None,
        given: Mapping[Path, str] | None = None,
    ) -> None:
        self.table = table
        self.tier = tier
        self.roots = roots
        self.directory = directory
        self.provided = provided
        self.imports = imports
        self.own = own
        self.refusal_of = refusal_of
        self.given = given

    def key(self, source: SourceText) -> str:
        """The key of the world that this text makes: everything that its expansion can depend on, except files that
        it reads, which the image itself names.
        """
        provided = [f"{library} {' '.join(names)}" for library, names in sorted(self.provided.items())]
        imports = [] if callable(self.imports) else self.imports
        importable = _importable(self.roots) if self.roots else []
        lists = ["\n".join(each) for each in (imports, self.own, provided, importable)]
        return self.table.key("world", source.name, source.text, self.tier, str(self.directory), *lists)


def _importable(roots: Sequence[Path]) -> list[str]:
    from chibi_hooks.scheme.libraries.finding import libraries_in  # cold start: most worlds have our libraries only

    return [name for root in roots for name in libraries_in(root)]
