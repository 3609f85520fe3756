"""A home's hook files -> their `Script`s, kept like the disk: `HookFiles`.

Rules (DESIGN §9)
-----
* What is unchanged is left alone, its world with its state included; what has changed is loaded into a fresh world,
  under the file's own budgets.
* A file that cannot be loaded, or is empty, keeps its last good version, and its error stays until the file is right
  again. No longer kept: a file that was deleted, and one that is no longer unsandboxed.
* A text that registers nothing any more is an edit like others, and is told: once it has stayed so, since it may be the
  first half of one that is being written.
* A file that was rolled back stays so until it is saved again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import CONFIG_NAME, POLICIES, Home, Notice, Surroundings, walk_scripts
from chibi_hooks.hooks.live.config_seen import AWAY, ROLLED_BACK
from chibi_hooks.hooks.live.differences import Look
from chibi_hooks.hooks.live.disk import NOTHING, Disk
from chibi_hooks.hooks.live.last_good import LastGood, put
from chibi_hooks.hooks.live.not_deleted import Devices, emptied, is_blank, why_away
from chibi_hooks.hooks.live.one_file import read_script as read_script
from chibi_hooks.hooks.live.scan import ABSENT, digest, names_below
from chibi_hooks.hooks.live.source import fault_text
from chibi_hooks.hooks.live.status import Change, ChangeKind, Departure
from chibi_hooks.hooks.live.tracked import EMPTIED, LoadRecipe, TrackedFile, digests, has_registered, under
from chibi_hooks.hooks.responders import LoadedHome
from chibi_hooks.scheme.reading.opener import Unsteady, WalkEntry, is_directory, shown_name, why_absent
from chibi_hooks.scheme.running.shares import JointLimit

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.policies import SwitchedOn
    from chibi_hooks.hooks.homes.trust import Gate
    from chibi_hooks.hooks.scripts.script import BrokenScript, Script

_Terms = tuple[str, float, int, Mapping[str, str] | None, Path, str]  # of a LoadRecipe, from tier to isolation
SEEKING: Final = ("file", "library")  # kinds of errors that a file which does not exist yet may cure


class HookFiles:
    """The hook files of one home: of each what is live, and what was last tried.

    `sandboxed_only`: files that may reach the world outside are left out.
    """

    def __init__(
        self, home: Home, around: Surroundings, sandboxed_only: bool, last: LastGood | None, devices: Devices
    ) -> None:
        self.home = home
        self.config = Config()
        self.dirty = False  # is something else live than at the last time somebody asked?
        self._joint = JointLimit(self.config.fire_time_limit)
        self.number = 0  # of the generation that the next look may make
        self._around = around
        self._sandboxed_only = sandboxed_only
        self._last = last  # what is kept for a start while a file does not load
        self._files: dict[str, TrackedFile] = {}
        self._devices = devices
        self._terms: dict[str, _Terms] = {}  # what the configuration says of files, until there is another one
        self._first = True  # until a look has ended
        self._trusted: bool | None = None  # is everything in it as it was trusted, as of this look?
        self._disk: Disk  # of the look under way
        self._found: Look

    def look(self, config: Config, disk: Disk, found: Look) -> None:
        """Load what has changed."""
        if config is not self.config:
            self._terms = {}
        self.config, self._disk, self._found, self._trusted = config, disk, found, None
        self._joint.seconds = config.fire_time_limit
        self._look_at_policies()
        there = {each.name: each for each in self._listed()}
        for name, entry in there.items():
            if entry.fault:
                disk.sightings.asks_more()
                self._cannot_read(name, entry.fault)
            else:
                self._look_at_file(name, entry.path)
        closed = {name: entry.fault for name, entry in there.items() if entry.fault and entry.is_directory}
        for name in [name for name in self._files if name not in there and not name.startswith(POLICIES)]:
            if self._files[name].script is None and is_directory(self.home.path / name):
                del self._files[name]  # a directory that can be entered again
                self._found.changes.append(Change("fixed", name))
                self.dirty = True
            elif away := why_away(self.home.path, name, closed) or self._devices.why_away(self.home.path, name):
                self._cannot_read(name, away)
            else:
                self._look_for_absent(name)
        if self._first and self._last is not None:
            self._miss(self._last, closed)
        self._first = False

    def _miss(self, last: LastGood, closed: Mapping[str, str]) -> None:
        """At the start: files of which a version is kept, and which are not there. One that has gone just now may be
        in the hands of an editor, and nobody can tell of one below a closed directory; the others were deleted."""
        for name in last.others((CONFIG_NAME, *self._files)):
            path = self.home.path / name
            if name.startswith(POLICIES):
                last.forget(name)  # it was switched off
                continue
            away = why_away(self.home.path, name, closed) or self._devices.why_away(self.home.path, name)
            if away is not None:
                self._cannot_read(name, away)
                continue
            if self.config.last_good and self._disk.has_just_gone(path) and self._disk.held(path):
                file = TrackedFile(name, apart=AWAY)
                self._fall_back(file)
                if file.script is not None:
                    self._files[name] = file
                    continue
            last.forget(name)

    def _look_at_policies(self) -> None:
        """What the configuration switches on, before all hook files."""
        switched: list[SwitchedOn] = []
        if self.config.policies.chosen:
            self._disk.sightings.asks_more()
            from chibi_hooks.hooks.homes.policies import switched_on  # most homes have none

            switched = list(switched_on(self.home, self.config))
        for number, each in enumerate(switched):
            file = self._files.get(each.place) or TrackedFile(each.place)
            self.dirty = self.dirty or file.number != number
            file.number = number
            recipe = self._recipe(each.place, digest(each.text.encode("utf-8")))
            if each.fault:
                self._fail(file, recipe, _broken(each.place, each.fault))
            elif (why := self._why_load(file, recipe)) is not None:
                self._load_text(file, self.home.path / each.place, recipe, why, each.text.encode("utf-8"))
        places = {each.place for each in switched}
        for name in [name for name in self._files if name.startswith(POLICIES) and name not in places]:
            self._remove(name)

    def _why_load(self, file: TrackedFile, recipe: LoadRecipe) -> str | None:
        """Why a policy is to be loaded; None when it is as it was."""
        if file.tried is None or recipe != file.tried:
            return CONFIG_NAME if file.tried is not None else ""
        if changed := self._disk.changed(file.reads):
            return _shown(changed, self.home)
        return None if file.around is None or file.around == self._names() else ""

    def _look_at_file(self, name: str, path: str) -> None:
        seen = self._disk.seen(path)
        file = self._files.get(name)
        if seen is None:
            self._wait_for(file or TrackedFile(name))
        elif seen != ABSENT:
            self._look_at(name, path, seen)
        elif (away := why_absent(path)) is not None:
            self._cannot_read(name, away)
        elif file is not None and not (file.tried and file.tried.digest == ABSENT):
            self._look_for_absent(name)

    def _cannot_read(self, name: str, why: str) -> None:
        file = self._files.get(name) or TrackedFile(name)
        if file.script is not None and self._disk.held(self.home.path / name):
            return
        self._fail(file, self._recipe(name, f"({why})"), _broken(name, why))

    @property
    def live(self) -> list[TrackedFile]:
        """Those that answer, in their order."""
        files = sorted(self._files.values(), key=TrackedFile.place_in_order)
        return [file for file in files if file.script is not None]

    def notices(self) -> Iterator[Notice]:
        """What a generation says about them."""
        for file in sorted(self._files.values(), key=TrackedFile.place_in_order):
            yield from file.notices()

    def errors(self) -> Iterator[Notice]:
        """What is wrong on disk."""
        return (file.error for file in self._files.values() if file.error is not None)

    def stale(self) -> Iterator[str]:
        """The places whose last good version decides."""
        return (file.name for file in self._files.values() if file.error is not None and file.script is not None)

    def departures(self) -> Iterator[Departure]:
        """Where something else is live than lies on disk."""
        return (each for file in self._files.values() if (each := file.departure()) is not None)

    def set_apart(self, script: Script, why: str) -> None:
        """Say that something else is live in this world than was loaded from its text, and why; empty: no longer."""
        for file in self._files.values():
            if file.script is script:
                file.apart, file.since, file.generation = why, time.time(), self.number

    def reads(self) -> Iterator[Path]:
        """The files besides their own that worlds were made from."""
        return (path for file in self._files.values() for path in file.reads)

    def forget(self, name: str) -> bool:
        """Let the next look load a file although it is unchanged; is there one?"""
        if name in self._files:
            self._files[name].tried = self._files[name].live = None
        return name in self._files

    def roll_back(self, loaded: LoadedHome, found: Look) -> None:
        """Make live again what there was; what was tried of the files stays tried."""
        scripts = {script.name: (script, held) for script, held in zip(loaded.scripts, loaded.leases, strict=True)}
        for name in sorted(self._files.keys() | scripts.keys()):
            file = self._files.setdefault(name, TrackedFile(name, pinned=True))
            script, held = scripts.get(name, (None, None))
            if script is not file.script:
                found.replaced(file.script, script)
                found.changes.append(Change("rolled back", name))
                file.script, file.lease, file.live, file.live_reads = script, held, None, {}
                file.apart = "" if _is_as_tried(file) else ROLLED_BACK
                file.since, file.generation = time.time(), self.number
        self.dirty = True

    def limit_by(self, config: Config) -> None:
        """Another configuration came back: what was tried stays tried, under these limits too."""
        for file in self._files.values():
            file.tried = file.tried and under(config, file.tried, file.name, self._around.isolation)

    def _listed(self) -> Iterator[WalkEntry]:
        from chibi_hooks.hooks.scripts.granting import reaches_out  # as above

        for each in walk_scripts(self.home.path, self._disk.sightings.asks):
            if not self._sandboxed_only or not reaches_out(self.config, each.name, Path(each.path)):
                yield each

    def _look_for_absent(self, name: str) -> None:
        file = self._files[name]
        if file.pinned or self._disk.held(str(self.home.path / name)):
            return
        self._remove(name)

    def _remove(self, name: str) -> None:
        file = self._files.pop(name)
        if self._last is not None:
            self._last.forget(name)
        self.dirty = True
        self._found.replaced(file.script, None)
        self._found.changes.append(Change("removed", name))

    def _look_at(self, name: str, path: str, seen: str) -> None:
        file = self._files.get(name)
        recipe = self._recipe(name, seen)
        why = ""
        if file is None:
            file = TrackedFile(name)
        elif recipe != file.tried:
            why = _why(file.tried, recipe)
        elif changed := self._disk.changed(file.reads):
            why = _shown(changed, self.home)
        elif file.around is None or file.around == self._names():
            return
        if recipe == file.live and all(self._disk.seen(str(p)) == content for p, content in file.live_reads.items()):
            _restore(file, recipe, self._found)
            return
        self._load(file, Path(path), recipe, why)

    def _wait_for(self, file: TrackedFile) -> None:
        """Somebody is writing it; the next look will tell. Until then one that was never there is missing, and told."""
        if file.name not in self._files:
            self._fail(file, self._recipe(file.name, ""), _broken(file.name, "it is being written; look again"))

    def _recipe(self, name: str, seen: str) -> LoadRecipe:
        gate, terms = self.home.gate, self._terms.get(name)
        if terms is None:
            config = self.config
            terms = self._terms[name] = (
                config.tier(name), config.seconds(name), config.megabytes(name),
                config.seen_by(name, self._around.environment), self.home.libraries,
                self._around.isolation or config.isolated(name),
            )  # fmt: skip
        tier, seconds, megabytes, environment, libraries, isolation = terms
        admitted = gate is None or gate.admits(name)
        return LoadRecipe(seen, tier, seconds, megabytes, environment, admitted, libraries, isolation)

    def _load(self, file: TrackedFile, path: Path, recipe: LoadRecipe, why: str) -> None:
        from chibi_hooks.hooks.scripts.granting import BYTES  # a home without hook files does without the engine

        try:
            content, data = self._disk.read(path, BYTES)
            if content != recipe.digest:
                raise Unsteady(path)
        except Unsteady:
            self._disk.soon()
            self._wait_for(file)
            return
        except OSError as error:
            self._fail(file, recipe, _broken(file.name, f"cannot be read: {error.strerror}"))
            return
        if is_blank(data):
            self._fail_empty(file, recipe, path, _broken(file.name, "it is empty; delete it if its hooks shall go"))
            return
        self._load_text(file, path, recipe, why, data)

    def _load_text(self, file: TrackedFile, path: Path, recipe: LoadRecipe, why: str, data: bytes) -> None:
        from chibi_hooks.hooks.scripts.loading import lease  # as above
        from chibi_hooks.hooks.scripts.script import BrokenScript

        try:
            script = read_script(self.home, self.config, self._around, file.name, path, data, joint=self._joint)
        except BrokenScript as broken:
            self._fail(file, recipe, broken)
            return
        except Exception as error:  # ours; it costs this file only
            self._fail(file, recipe, _broken(file.name, fault_text(error)))
            return
        if (empty := self._emptied(file, script)) is not None:
            failure = _broken(file.name, f"{_shown(empty, self.home)}, which it reads, is empty")
            failure.files = script.files
            script.close()
            self._fail_empty(file, recipe, empty, failure)
            return
        empties = has_registered(file.script) and not has_registered(script)
        waits = empties and not self._first and not _may_do_less(file, recipe)
        if waits and self._disk.held(f"{path}{NOTHING}"):
            script.close()
            return
        self._found.replaced(file.script, script)
        kind: ChangeKind = "fixed" if file.error else "changed" if file.script else "added"
        file.emptied = empties or (file.emptied and not has_registered(script))
        self._found.changes.append(Change(kind, file.name, EMPTIED if file.emptied else why))
        self._files[file.name], file.pinned = file, False
        file.script, file.lease = script, lease(script)
        file.error, file.around, file.apart = None, None, ""
        file.since, file.generation = time.time(), self.number
        file.live = file.tried = recipe
        file.live_reads = file.reads = digests(script.files)
        self._devices.note(self.home.path, file.name)
        self._keep(file, script)
        self.dirty = True

    def _emptied(self, file: TrackedFile, script: Script) -> Path | None:
        """A file that it reads, which is empty and was not in the version before, or which leaves it without hooks."""
        if not any(map(is_blank, script.files.values())):
            return None
        before = dict(file.script.files) if file.script is not None else {}
        kept = self._last.find(file.name) if self._last is not None and self.config.last_good else None
        for place, text in kept[0].items() if kept is not None else ():
            before.setdefault(self.home.path / place, text)
        had_hooks = kept is not None or has_registered(file.script)
        return emptied(script.files, None if had_hooks and not has_registered(script) else before)

    def _fail_empty(self, file: TrackedFile, recipe: LoadRecipe, path: Path, broken: BrokenScript) -> None:
        """There is nothing in a file: an editor may be at work."""
        if self._first or not self._disk.held(f"{path} is empty"):
            self._fail(file, recipe, broken)

    def _fail(self, file: TrackedFile, recipe: LoadRecipe, broken: BrokenScript) -> None:
        """The last good version stays, unless it may do what this one may not."""
        self._files[file.name], file.pinned = file, False
        file.tried, file.reads = recipe, digests(broken.files)
        file.around = self._names() if broken.kind in SEEKING else None
        notice = Notice(shown_name(file.name), shown_name(str(broken)), shown_name(broken.report))
        if file.name.startswith(POLICIES) and broken.place.startswith(file.name):  # nobody wrote that text
            from chibi_hooks.hooks.homes.policies import line_of  # as above

            notice = Notice(file.name, f"{line_of(self.home, file.name)}: {broken.message}")
        if _may_do_less(file, recipe):
            self._found.replaced(file.script, None)
            file.script = file.lease = file.live = None
            self.dirty = True
        if notice == file.error:
            return
        if file.script is None and not self._sandboxed_only:
            self._fall_back(file)
        self.dirty = self.dirty or file.script is None
        file.error = notice
        self._found.errors.append(notice)
        self._found.changes.append(Change("broken", file.name))

    def _fall_back(self, file: TrackedFile) -> None:
        """Nothing of the file is live: its last trusted text decides, or the last one that loaded, if there is one."""
        from tempfile import TemporaryDirectory  # few starts need one

        from chibi_hooks.hooks.scripts.loading import lease  # as above

        for write, since in self._earlier(file.name):
            with (
                TemporaryDirectory(prefix="chibi-hooks-earlier-") as directory,
                suppress(Exception),  # what cannot be brought back is told by the error of the file itself
            ):
                root = Path(directory)
                write(root)
                before = Home(root, self.home.kind)  # all that is in it was live, or is trusted
                script = read_script(before, self.config, self._around, file.name, root / file.name, of=self.home)
                file.script, file.lease, file.live, file.live_reads = script, lease(script), None, {}
                file.since, file.generation = since, 0
                self._found.replaced(None, script)
                self.dirty = True
                return

    def _earlier(self, name: str) -> Iterator[tuple[Callable[[Path], None], float]]:
        """What can put earlier versions of a file into an empty directory, the best first, and of when they are."""
        gate = self.home.gate
        if gate is not None and name in gate.trust.contents(self.home.path) and not self._is_as_trusted(gate):
            yield gate.restore, time.time()
        kept = self._last.find(name) if self._last is not None and self.config.last_good else None
        if kept is not None and (gate is None or gate.has_trusted(kept[0])):
            yield partial(put, kept[0]), kept[1]

    def _keep(self, file: TrackedFile, script: Script) -> None:
        """It has loaded: this is the version that decides when it does not any more."""
        if self._last is None or not self.config.last_good:
            return
        texts: dict[str, str] = {}
        if script.files:
            from chibi_hooks.hooks.homes.trust import place_of  # most hook files read no others

            texts = {place_of(self.home.path, path): text for path, text in script.files.items()}
        if has_registered(script) and not any(os.path.isabs(place) for place in texts):
            self._last.keep(file.name, {file.name: script.source.text, **texts})
        else:
            self._last.forget(file.name)

    def _is_as_trusted(self, gate: Gate) -> bool:
        """Is every file of the home what the user has trusted? Then it fails as it would have then."""
        if self._trusted is None:
            try:
                self._trusted = all(each.standing == "trusted" for each in gate.trust.files(self.home.path))
            except ConfigError:  # too many of them
                self._trusted = False
        return self._trusted

    def _names(self) -> str:
        self._disk.sightings.asks_more()
        names = "\0".join(names_below(self.home.hooks, self.home.libraries))  # what can be imported or included
        names += str(self.home.gate.trust.stamp) if self.home.gate is not None else ""  # and what may be
        return blake2b(names.encode("utf-8", "surrogateescape")).hexdigest()


def _is_as_tried(file: TrackedFile) -> bool:
    """Is what is live of a file what lies on disk?"""
    if file.script is None or file.tried is None:
        return file.script is None and file.tried is None
    return file.tried.digest == digest(file.script.source.text.encode("utf-8"))


def _may_do_less(file: TrackedFile, recipe: LoadRecipe) -> bool:
    """May it not do any more what its live version may?"""
    return file.script is not None and file.script.tier == "unsandboxed" and recipe.tier != "unsandboxed"


def _broken(name: str, why: str) -> BrokenScript:
    from chibi_hooks.hooks.scripts.script import BrokenScript  # as above

    return BrokenScript(name, why)


def _restore(file: TrackedFile, recipe: LoadRecipe, found: Look) -> None:
    """The file is again what is live of it."""
    file.tried, file.reads, file.around = recipe, file.live_reads, None
    if file.error is not None:
        file.error = None
        found.changes.append(Change("fixed", file.name, "as it was"))


def _why(tried: LoadRecipe | None, recipe: LoadRecipe) -> str:
    """Why a file is loaded again, when it is not its own text."""
    if tried is None or tried.digest != recipe.digest:
        return ""
    return "its libraries moved" if tried.libraries != recipe.libraries else CONFIG_NAME


def _shown(path: Path, home: Home) -> str:
    return str(path.relative_to(home.path)) if path.is_relative_to(home.path) else str(path)
