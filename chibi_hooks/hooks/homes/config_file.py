"""A configuration file and the keys that it may have -> their values, or a ConfigError with file, line and a near name.

What the keys are and mean is config.py's.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.errors import ConfigError, did_you_mean

DEPTH: Final = 64  # of tables in tables; ours have two
_NO_NAMES: Final = re.compile(r'"[^"]*"|\'[^\']*\'')


class WrongName(ValueError):
    """No entry may have such a name, whatever its value."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file: its table and name, the field of `Config`, its type, an example, and what it does."""

    table: str
    name: str
    target: str
    read: Callable[[Any], Any]  # TOML value -> field; raises ValueError("wanted …")
    example: str
    doc: str
    is_name: Callable[[str], bool] = lambda name: False  # where names are free: is this one known to be meant?


@dataclass(frozen=True, slots=True)
class File:
    """A configuration file: where it is, and its text."""

    path: Path
    text: str

    def error(self, table: str, name: str, message: str) -> ConfigError:
        """The error, with the line of the key where the text shows it plainly."""
        line = self.line(table, name)
        return ConfigError(f"{self.path}:{line}: {message}" if line else f"{self.path}: {message}")

    def line(self, table: str, name: str) -> int:
        """The line of the key, or, for an empty name, of the table; 0: it is not plain to see."""
        current, found = "", 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
                current = header[1].replace('"', "")
                if name == "" and current == table:
                    return number
                if current == f"{table}.{name}".lstrip("."):
                    found = found or number
            elif current == table and re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[=.]""", line):
                return number
        return found


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """The tables of a TOML text; `path` is how errors call it. Raises ConfigError, also for a text that `tomllib` would
    take minutes and gigabytes for: it costs the square of the parts of a key, and a Python call for each bracket."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = _NO_NAMES.sub("", line).partition("#")[0]
        if bare.count(".") > DEPTH or bare.count("[") > DEPTH or bare.count("{") > DEPTH:
            raise ConfigError(f"{path}:{number}: wanted at most {DEPTH} levels, dots and brackets in a line")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        place = f"{path}:{found[1]}:{found[2]}" if found else str(path)
        raise ConfigError(f"{place}: not TOML: {_AT.sub('', str(error))}{_advice(text, str(error))}") from error
    except (RecursionError, ValueError) as error:  # brackets over many lines; a number of too many digits
        raise ConfigError(f"{path}: not TOML: {error}") from None


SHOWN: Final = 80  # characters of a value in an error
_AT: Final = re.compile(r" \(at line (\d+), column (\d+)\)")  # how `tomllib` says where
_TWICE: Final = re.compile(r"[Cc]annot declare \('([\w-]+)',\) twice")


def _advice(text: str, error: str) -> str:
    """What to do about a table that stands twice: whoever adds to a file that we made has it at once."""
    found = _TWICE.search(error)
    if found is None:
        return ""
    heading = f"[{found[1]}]"
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip() == heading]
    return f"; [{found[1]}] stands in line {lines[0]} already: write below that" if lines else ""


def read(file: File, data: Mapping[str, Any], keys: Sequence[Key]) -> Iterator[tuple[Key, Any]]:
    """Every key that the file has, with its value. Raises ConfigError."""
    for table, name, value in _entries(data, keys):
        key = next((key for key in keys if key.table == table and key.name in (name, "")), None)
        if key is None:
            raise file.error(table, name, _unknown(table, name, keys))
        if key.name == "":
            continue  # free names: read as a whole below
        yield key, _value(file, key, name, value)
    for key in keys:
        if key.name == "" and (whole := _table(data, key.table)) is not None:
            yield key, _value(file, key, "", whole)


def _value(file: File, key: Key, name: str, value: Any) -> Any:
    try:
        return key.read(value)
    except ValueError as error:
        shown = ".".join(part for part in (key.table, name) if part)
        entry = str(error).partition(":")[0]  # of free names, the one that is wrong
        said = str(error)
        if not name and isinstance(value, dict):
            if entry not in value and (wrong := next((each for each in value if _is_wrong(key, each, value)), None)):
                entry, said = wrong, f"{json.dumps(wrong, ensure_ascii=False)}: {error}"
            name, value = (entry, value[entry]) if entry in value else (name, value)
        got = "" if isinstance(error, WrongName) else f", got {as_written(value)}"
        raise file.error(key.table, name, f"{shown}: {said}{got}") from None


def _is_wrong(key: Key, name: str, table: Mapping[str, Any]) -> bool:
    """Is this one of the free names of a table to blame?"""
    try:
        key.read({name: table[name]})
    except ValueError:
        return True
    return False


def as_written(value: Any) -> str:
    """A value as a file of TOML may have it, in a few words."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _entries(data: Mapping[str, Any], keys: Sequence[Key]) -> Iterator[tuple[str, str, Any]]:
    """Every leaf of the file as (table, name, value); tables that `keys` knows are opened."""
    tables = {key.table for key in keys}
    pending: list[tuple[str, Mapping[str, Any]]] = [("", data)]
    while pending:
        table, members = pending.pop(0)
        for name, value in members.items():
            inner = f"{table}.{name}".lstrip(".")
            if inner in tables and isinstance(value, dict):
                pending.append((inner, value))
            else:
                yield table, name, value


def _table(data: Mapping[str, Any], path: str) -> Any:
    found: Any = data
    for part in path.split("."):
        found = found.get(part) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None  # another value has been read, or refused, by its own name


def _unknown(table: str, name: str, keys: Sequence[Key]) -> str:
    if any(key.table == name for key in keys) and not table:
        return f"{name}: wanted a table, [{name}]"
    known = [key.name for key in keys if key.table == table and key.name]
    known += [each for each in {key.table: None for key in keys} if each and table == ""]
    where = f" in [{table}]" if table else ""
    named = [key.table for key in keys if key.name == name or key.is_name(name)]
    elsewhere = [each for each in named if each not in ("", table)]
    belongs = f"; it belongs below [{elsewhere[0]}]" if elsewhere else ""
    near = did_you_mean(name, known) or belongs or f"; known here: {', '.join(known)}"
    return f'unknown key "{name}"{where}{near}'
