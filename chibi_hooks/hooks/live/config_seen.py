"""A home's `chibi-hooks.toml` -> the configuration that holds, kept like the disk: `SeenConfig`.

Rules
-----
* What cannot be used (a mistake, an empty file, a text that is not trusted) leaves the configuration that held, and its
  error stays until the file is right again: whose failure denies, and what may run, is a guard like others. Deletion
  brings the defaults; another file system over the home is none.
* At the start the last one that held is known from the state directory, or from what was trusted. Where there is none
  a configuration with a mistake is a ConfigError: nobody can tell how this home shall run. Where nobody can tell
  whether there is one, and hook files are kept but none of it, there was none.
* What is checked is what is used: the file is read once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Final

from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.config import BYTES, Config, parse_config
from chibi_hooks.hooks.homes.home import CONFIG_NAME, Home, Notice
from chibi_hooks.hooks.live.differences import Look
from chibi_hooks.hooks.live.disk import Disk
from chibi_hooks.hooks.live.last_good import LastGood
from chibi_hooks.hooks.live.not_deleted import Devices, is_blank, why_away
from chibi_hooks.hooks.live.scan import ABSENT
from chibi_hooks.hooks.live.status import Change, Departure
from chibi_hooks.scheme.reading.opener import read_file, why_absent

ROLLED_BACK: Final = "rolled back, until it is saved again"
AWAY: Final = "it has gone just now, and may come back"


class SeenConfig:
    """The configuration of a home: the one that holds (`config`), and what was last tried. `closed`: none has ever been
    trusted, so that nothing of the home may run."""

    def __init__(self, home: Home, last: LastGood | None, devices: Devices) -> None:
        self.config = Config()
        self.closed = home.gate is not None
        self.dirty = False  # does something else hold than when somebody last asked?
        self.error: Notice | None = None
        self._last = last
        self._devices = devices
        self._seen: str | None = None
        self._known = False  # has any held yet, or come back from an earlier start?
        self._apart = ""  # why another one holds than was read
        self._since = time.time()  # when the one that holds was read

    def look(self, home: Home, disk: Disk, found: Look, first: bool) -> None:
        """Read it again if it is another one. Raises ConfigError at the `first` look, when none is known."""
        seen = disk.seen(str(home.config))
        if home.gate is not None:  # which asks for itself, here and for each hook file
            disk.sightings.asks(str(home.gate.trust.path))
        if (seen is None and not first) or (seen == ABSENT and self._is_held(home, disk)):
            return
        if home.gate is not None and not home.gate.admits(CONFIG_NAME):
            seen = f"{seen} untrusted"
        if seen is not None and seen == self._seen:
            return
        self._seen = seen
        content = None
        try:
            content = _content(home)
            notice = _closing(home, content) or self._emptied(home, content) or self._covered(home, content, disk)
            config = self.config if notice is not None else _parsed(home, content)
        except ConfigError as error:
            if first and self._earlier(home) is None and not (content is None and self._had_none(home)):
                raise
            notice = Notice(CONFIG_NAME, str(error), str(error))
        if notice is None:
            self._take(config, content, found)
        else:
            self._fail(notice, found)
            if self.closed or not self._known:
                self._fall_back(home)

    def departures(self) -> Iterator[Departure]:
        """How what holds differs from what lies on disk."""
        if self.error is not None and not self.closed:
            line = self.error.reason.partition("\n")[0]
            yield Departure(CONFIG_NAME, line.removeprefix(f"{CONFIG_NAME}: "), self._since, 0)
        elif self._apart:
            yield Departure(CONFIG_NAME, self._apart, self._since, 0)

    def roll_back(self, config: Config, found: Look) -> bool:
        """Have this one again; is it another one?"""
        self.dirty = True
        if self.config == config:
            return False
        found.changes.append(Change("rolled back", CONFIG_NAME))
        self.config, self._apart, self._since = config, ROLLED_BACK, time.time()
        return True

    def _is_held(self, home: Home, disk: Disk) -> bool:
        """It is not there: is an editor at work that will bring it back?"""
        if self.closed:
            return False
        if not self._known:
            if not disk.has_just_gone(home.config) or not self._fall_back(home):
                return False
            self._apart = AWAY
        return disk.held(home.config)

    def _emptied(self, home: Home, content: bytes | None) -> Notice | None:
        """An empty file says nothing; it does not take back what another one has said."""
        if content is None or not is_blank(content):
            return None
        if (self.config if self._known else self._earlier(home)) in (None, Config()):
            return None
        return Notice(CONFIG_NAME, f"{home.config}: it is empty; delete it if the defaults shall hold")

    def _covered(self, home: Home, content: bytes | None, disk: Disk) -> Notice | None:
        """Another file system that lies over the home deletes nothing."""
        if content is not None:
            self._devices.note(home.path, CONFIG_NAME)
            return None
        if (self.config if self._known else self._earlier(home)) in (None, Config()):
            return None
        away = self._devices.why_away(home.path, CONFIG_NAME)
        if away is None:
            return None
        disk.sightings.asks(str(home.path))
        self._seen = None  # until something is put there
        return Notice(CONFIG_NAME, f"{home.config}: {away}")

    def _fall_back(self, home: Home) -> bool:
        """Have the last one that held; is there one?"""
        earlier = self._earlier(home)
        if earlier is not None:
            self.config, self.closed, self.dirty, self._known = earlier, False, True, True
        return earlier is not None

    def _earlier(self, home: Home) -> Config | None:
        """The configuration as it was trusted (where there was none the defaults), or as it last held; None: nobody
        knows any more."""
        gate, kept = home.gate, None
        if gate is not None:
            text = gate.trust.text(home.path, CONFIG_NAME)
            if text is not None or CONFIG_NAME not in gate.trust.contents(home.path):
                return _read(home, text)
        if self._last is not None:
            kept = self._last.find(CONFIG_NAME)
        if kept is None or (gate is not None and not gate.has_trusted(kept[0])):
            return None
        return _read(home, kept[0][CONFIG_NAME].encode("utf-8", "surrogatepass"))

    def _had_none(self, home: Home) -> bool:
        """Is none to be seen, and was there none when what is kept of the home was live? Then the defaults hold."""
        if self._last is None or home.gate is not None or os.path.lexists(home.config):
            return False
        return bool(self._last.others((CONFIG_NAME,)))

    def _fail(self, notice: Notice, found: Look) -> None:
        if notice != self.error:
            self.error = notice
            self.dirty = self.dirty or self.closed
            found.errors.append(notice)
            found.changes.append(Change("broken", CONFIG_NAME))

    def _take(self, config: Config, content: bytes | None, found: Look) -> None:
        self.dirty = self.dirty or self.closed
        self.closed, self._known, self._apart, self._since = False, True, "", time.time()
        if config != self.config:
            self.config, self.dirty = config, True
            found.changes.append(Change("changed", CONFIG_NAME))
        elif self.error is not None:
            found.changes.append(Change("fixed", CONFIG_NAME))
        self.error = None
        if self._last is not None and content is not None and config.last_good:
            self._last.keep(CONFIG_NAME, {CONFIG_NAME: content.decode("utf-8")})
        elif self._last is not None:
            self._last.forget(CONFIG_NAME)


def config_of(home: Home) -> Config:
    """What a home's configuration says as it lies there. Raises ConfigError."""
    return _parsed(home, _content(home))


def _content(home: Home) -> bytes | None:
    """What is in the file; None when there is none. Raises ConfigError."""
    try:
        return read_file(home.config, BYTES)
    except (FileNotFoundError, NotADirectoryError) as error:
        away = why_absent(home.config) or why_away(home.path, CONFIG_NAME, {})
        if away is not None:
            raise ConfigError(f"{home.config}: {away}") from error
        return None
    except OSError as error:
        raise ConfigError(f"{home.config}: cannot be read: {error.strerror}") from error


def _parsed(home: Home, content: bytes | None) -> Config:
    """What a content says. Raises ConfigError."""
    return Config() if content is None else parse_config(content, home.config, _denying_points())


def _read(home: Home, content: bytes | None) -> Config | None:
    """What a content says; None when that is wrong."""
    try:
        return _parsed(home, content)
    except ConfigError:
        return None


def _denying_points() -> dict[str, bool]:
    return {wire: can_refuse(point) for wire, point in POINTS.items()}


def _closing(home: Home, content: bytes | None) -> Notice | None:
    """Why nothing of a project's home may be run: its configuration, which decides how, is not trusted."""
    if home.gate is None or content is None or (reason := home.gate.refusal(CONFIG_NAME, content)) is None:
        return None
    trust = home.gate.trust
    known = CONFIG_NAME not in trust.contents(home.path) or trust.text(home.path, CONFIG_NAME) is not None
    meanwhile = "it holds as it was trusted" if known else f"nothing new of {home.path} runs"
    return Notice(CONFIG_NAME, f"{reason}; until then {meanwhile}")
