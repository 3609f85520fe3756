"""The linked units of a world's first program in, an image for the disk out; the image in, the same units out again.

A world that came from disk has no front (`front`), until somebody asks for its names or for the tree of a procedure:
then the text is expanded once more, which gives the same units with the same names. Files of the user's that it read
(libraries of a home) are part of the image by their digests: it counts while they are what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from os import fspath
from types import CodeType

from chibi_hooks.scheme.compiling import image
from chibi_hooks.scheme.libraries.loading import restored, sites_of
from chibi_hooks.scheme.libraries.shared import keys
from chibi_hooks.scheme.reading.store import key_of
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.pause import aside
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.scheme.compiling.emitting.emission import Emission
    from chibi_hooks.scheme.libraries.library import Provided
    from chibi_hooks.scheme.values.data import Value
    from chibi_hooks.scheme.worlds.front import Emitted, Front


KINDS: Final = 64  # of worlds, by what they can name and need, that are remembered; files of a home are mostly alike


class Keeping:
    """Collects what is kept of a world while its units are linked."""

    __slots__ = ("units", "needs", "linked")

    def __init__(self) -> None:
        self.linked: list[CompiledUnit] = []
        self.units: list[image.UnitImage] | None = []  # None: one cannot be kept, hence none
        self.needs: dict[str, None] = {}  # shared libraries, in order

    def add(self, part: Emitted, unit: CompiledUnit, code: CodeType) -> None:
        """One more unit of the world."""
        self.linked.append(unit)
        self.needs.update(dict.fromkeys(part.needs))
        try:
            if self.units is not None:
                self.units.append(image.written(unit, code, keys()))
        except image.Unstorable:
            self.units = None

    def image(self, front: Front, provided: Provided) -> Any:
        """What `marshal` can write of the world; None if it cannot be kept, as one that would perhaps read other files
        the next time."""
        files = [(fspath(path), each.name, digest(each.text)) for path, each in front.libraries.sources().items()]
        if self.units is None or not front.libraries.is_settled or len({name for _, name, _ in files}) < len(files):
            return None
        return tuple(self.units), tuple(self.needs), tuple(front.provided_keys(provided)), front.keys(), tuple(files)


def digest(text: str) -> str:
    """What tells a text from others."""
    return key_of(text)


def files_of(world: Any, refusal_of: Callable[[Path], str | None] | None) -> dict[Path, SourceText] | None:
    """The files that an image was made from besides the program; None when one of them is not what it was, or may not
    be read any more."""
    found: dict[Path, SourceText] = {}
    if not world[4]:
        return found
    from pathlib import Path  # cold start: few worlds read any

    from chibi_hooks.scheme.reading.textfiles import read_text

    for name, shown_as, kept in world[4]:
        path = Path(name)
        if refusal_of is not None and refusal_of(path):
            return None
        try:
            text = read_text(path, shown_as, None)
        except SchemeError:
            return None
        if digest(text) != kept:
            return None
        found[path] = SourceText(shown_as, text)
    return found


@lru_cache(KINDS)
def _once(
    needs: tuple[str, ...], provided: tuple[tuple[str, str, str], ...], keys: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...], Mapping[str, str]]:
    """What most worlds of a process have alike, once for all of them."""
    return needs, provided, dict(keys)


class KeptWorld:
    """A world that comes from disk: `needs` are its shared libraries, `keys` what its names are called in the code."""

    __slots__ = ("source", "files", "images", "needs", "provided", "keys", "units", "emitted")

    def __init__(self, source: SourceText, world: Any, files: Mapping[Path, SourceText]) -> None:
        self.source = source
        self.files = files  # that the program read
        self.images, needs, provided, keys, _ = world
        self.needs, self.provided, self.keys = _once(needs, tuple(provided), tuple(keys.items()))
        self.units: list[CompiledUnit] = []
        self.emitted: list[Emission] = []  # the units once more, when somebody needs their trees

    def values(self, provided: Provided) -> dict[str, Value]:
        """What the host provides of what the world had imported, by key."""
        return {key: provided[library][name] for library, name, key in self.provided}

    def linked(self, reopen: Callable[[], object]) -> Iterator[tuple[CodeType, CompiledUnit, bool]]:
        """The units in order, and whether one is the program itself. `reopen` has `expand_again` called when a tree is
        asked for.
        """
        for number, each in enumerate(self.images):
            unit = restored(each, partial(aside, partial(self._emitted_again, number, reopen)), self._texts())
            self.units.append(unit)
            yield each[2], unit, number + 1 == len(self.images)
        self.images = ()  # linked: they hold a copy of the code

    def take(self, units: list[CompiledUnit], reopen: Callable[[], object]) -> None:
        """Have units that were not read from the image, but are what it was made of, in order; `reopen` as above."""
        for number, (unit, each) in enumerate(zip(units, self.images, strict=True)):
            again = partial(aside, partial(self._emitted_again, number, reopen))
            unit.let_go(again, sites_of(each, self._texts()))
        self.units, self.images = units, ()

    def forget_sites(self) -> None:
        """Have the sites made once more for whoever asks next: when a program was loaded, some were asked for."""
        for unit in self.units:
            unit.forget_sites()

    def _texts(self) -> dict[str, SourceText]:
        return {each.name: each for each in (*self.files.values(), self.source)}

    def _emitted_again(self, number: int, reopen: Callable[[], object]) -> Emission:
        reopen()
        return self.emitted[number]

    def expand_again(self, front: Front) -> None:
        """Bring a new front to where the world is. Raises SchemeError."""
        front.libraries.before = {path: each.text for path, each in self.files.items()}
        parts = list(front.parts(front.read(self.source), front.top_level, self.source.name))
        self.emitted = [part.emission for part in parts]
        front.remember(front.top_level, parts[-1], self.units[-1])
