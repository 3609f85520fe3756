"""A settings file's text, whatever its format is: with our handlers, without them, and what it says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.installing.entry import OPEN, closed_events, event_objects, wanted
from chibi_hooks.dialects.installing.json_text import json_root, json_with, json_without
from chibi_hooks.dialects.installing.script_text import is_as_written, script_with, script_words
from chibi_hooks.dialects.installing.toml_text import toml_data, toml_with, toml_without
from chibi_hooks.dialects.rows.settings import SettingsFile
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.scheme.reading.opener import read_file

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect

MOST: Final = 4 << 20  # bytes; a settings file has some kilobytes


def with_ours(
    text: str,
    file: SettingsFile,
    dialect: RowDialect,
    words: Sequence[str],
    every: bool,
    path: str,
    settings: GuestSettings = OPEN,
) -> str:
    """The text of a file, in which we are not, with us. Raises ConfigError."""
    handlers = wanted(dialect, words, every, settings)
    if file.format == "script":
        if text.strip():
            raise ConfigError(f"{path}: there is another plugin of this name; move it away, nothing was changed")
        return script_with(words, handlers, closed_events(dialect, settings))
    shape = dialect.settings.entry
    return (toml_with if file.format == "toml" else json_with)(text, file, shape, handlers, path)


def without_ours(
    text: str, file: SettingsFile, dialect: RowDialect, before: str | None, path: str, every_agent: bool = False
) -> str:
    """The text without our handlers for this agent, or for `every_agent` that reads the file; as it was `before` us
    where nothing else has changed. Raises ConfigError."""
    if file.format == "script":
        if script_words(text) is None:
            return text
        if not is_as_written(text):
            raise ConfigError(f"{path}: somebody has edited this plugin of ours; move it away, nothing was changed")
        return ""
    shape, agent = dialect.settings.entry, "" if every_agent else dialect.agent
    old = None if before is None else data_of(before, file, path)
    taken = (
        toml_without(text, file, shape, agent, path)
        if file.format == "toml"
        else json_without(text, file, shape, agent, old, path)
    )
    if before is not None and taken != text:
        blank = not before.strip("\ufeff \t\r\n") and says_nothing(taken, file, path)
        is_same = repr(old) == repr(data_of(taken, file, path))  # nan equals nothing, itself neither
        if blank or (_unlaid(before) == _unlaid(taken) and is_same):
            return before
    return taken


def _unlaid(text: str) -> str:
    """A text without its layout, in which only that and a comma at the end of a list may have changed by us."""
    return "".join(text.replace(",", "").split())


def data_of(text: str, file: SettingsFile, path: str) -> Mapping[str, Json]:
    """What a settings file says; a plugin says nothing. Raises ConfigError with the place."""
    if file.format == "script":
        return {}
    if file.format == "toml":
        return toml_data(text, path)
    told: dict[str, Json] = json_root(text, file, path).value
    return told


def says_nothing(text: str, file: SettingsFile, path: str) -> bool:
    """Is there nothing in it but what a new file has, no comment either? Raises ConfigError."""
    if file.format == "script":
        return not text.strip()
    told = data_of(text, file, path)
    return (not told or told == dict(file.header)) and not re.search(r"#|//|/\*", text)


def read_settings(path: Path) -> bytes | None:
    """The bytes of a settings file; None: there is none. Raises ConfigError with the reason."""
    try:
        return read_file(path, MOST)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: it cannot be read: {error.strerror}; nothing was changed") from None


def decoded(content: bytes | None, path: Path) -> str:
    """The text of a settings file; of none: empty. Raises ConfigError."""
    try:
        return (content or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        reason = f"byte {error.start} is not UTF-8; write it as UTF-8, nothing was changed"
        raise ConfigError(f"{path}: {reason}") from None


def has_hooks(path: Path, file: SettingsFile) -> bool:
    """Does a file have hooks of anybody? One that cannot be read has none."""
    try:
        content = read_settings(path)
        if content is None:
            return False
        told = data_of(decoded(content, path), file, str(path))
    except ConfigError:
        return False
    return any(any(groups for groups in events.values()) for _, events in event_objects(told, file))
