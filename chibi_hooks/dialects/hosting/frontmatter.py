"""The head of a Markdown file (an agent, a skill: YAML between two lines of dashes) -> what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from chibi_hooks.dialects.rows.settings import FileScope, Places, directory_of
from chibi_hooks.hooks.answer import Json
from chibi_hooks.scheme.reading.opener import walk

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Surroundings

HEAD: Final = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
LONGEST: Final = 1 << 16  # characters of a head
MOST: Final = 1_000  # files of a directory that are looked at

FrontKind = Literal["agent", "skill"]


class FrontFiles(NamedTuple):
    """Where such files lie: the place of a directory, as that of a settings file, and what they are called there."""

    scope: FileScope
    place: str
    pattern: str
    kind: FrontKind


class FrontFile(NamedTuple):
    """One of them."""

    path: Path
    scope: FileScope
    kind: FrontKind
    root: Path | None  # of the plugin


def front_files(kinds: tuple[FrontFiles, ...], around: Surroundings, places: Places) -> Iterator[FrontFile]:
    """The files that there are, whether they have hooks or not."""
    for each in kinds:
        plugin = each.scope == "plugin"
        roots = list(places.plugins) if plugin else [directory_of(each.place, around, places.project)]
        for root in roots:
            if root is None:
                continue
            directory = root / each.place if plugin else root
            ending = each.pattern.rpartition("*")[2]
            for entry in walk(directory, most=MOST):
                if not entry.is_directory and not entry.fault and entry.name.endswith(ending):
                    yield FrontFile(Path(entry.path), each.scope, each.kind, root if plugin else None)


def head_of(text: str) -> Json:
    """What the head says; an empty object where there is none. Raises ValueError with the line."""
    found = HEAD.match(text)
    if found is None:
        return {}
    if len(found[1]) > LONGEST:
        raise ValueError(f"its head has more than {LONGEST} characters")
    if not re.search(r"^hooks\s*:", found[1], re.MULTILINE):
        return {}
    import yaml  # few files have hooks in their heads

    try:
        told = yaml.load(found[1], Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        line = "" if mark is None else f"line {mark.line + 2}: "
        raise ValueError(f"{line}not YAML: {getattr(error, 'problem', None) or error}") from None
    return told if isinstance(told, dict) else {}
