"""A seed -> a story: hosts on one home, forty acts of theirs and of what goes wrong around them, and a list of what did
not hold.

What must hold
--------------
1. A guard that was live answers, whatever lies on disk by now, at a start too; where the state directory was damaged,
   its absence is told. A plugin answers, fails, or its absence is told.
2. Every acknowledged fire is in the journal, or counted in `lost`.
3. Nothing outlives its fire: no process, no thread, no descriptor, no draft of a file.
4. In the end, when all is calm again, what was saved last decides, and nothing is told about it any more.
"""

from __future__ import annotations

import gc
import os
import random
import shutil
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final
from unittest.mock import patch

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_homes
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live import disk
from chibi_hooks.hooks.processes.keeper import KEEPER
from chibi_hooks.hooks.recording import writer
from chibi_hooks.hooks.recording.appending import Writing
from chibi_hooks.hooks.recording.journal import Journal, NoFires
from tests.faults.saving import ODD, SAVINGS, Step, clear
from tests.faults.system import Clock, FaultyDisk, Spawning, Sqlite
from tests.faults.workers import Workers
from tests.homes import make_home, sh_plugin

if TYPE_CHECKING:
    from tests.faults.kills import KilledStory

ACTS: Final = 40
LONG: Final = 120.0  # seconds after which something hangs
ATTEMPTS: Final = 200  # of writing a journal that nobody disturbs any more
GUARD: Final = """; version {version}
(import (rules))
(define-hook pre_tool (arguments)
  (if (is-forbidden? (payload-ref arguments "command" "")) (block "no rm, {version}") (no-opinion)))
"""
RULES: Final = """; version {version}
(define-library (rules)
  (import (scheme base) (srfi 130))
  (export is-forbidden?)
  (begin (define (is-forbidden? text) (and (string-contains text "rm") #t))))
"""
PLUGIN: Final = """# version {version}
text=$(cat)
case $(cat {way}) in
  exits) exit 3;;
  dies) kill -9 $$;;
  hangs) sleep 600;;
  floods) yes | head -c 3000000; exit 0;;
  garbage) echo '{{"block": tru'; exit 0;;
  two) echo '{{"block": true}} {{}}'; exit 0;;
  leaves) setsid sleep 600 >/dev/null 2>&1 & ;;
  leaves-behind) sleep 600 & ;;
  twice) (sleep 600 & sleep 600) & ;;
esac
case $text in *rm*) echo '{{"block": true, "message": "no rm"}}';; esac
"""
WAYS: Final = (
    "works", "works", "works", "exits", "dies", "hangs", "floods", "garbage", "two", "leaves", "leaves-behind", "twice"
)  # fmt: skip
CONFIG: Final = """# version {version}
[plugins]
timeout = 0.3
[scheme]
time_limit = 20
[on_failure]
"hooks/guard.scm" = "deny"
"""
PAYLOAD: Final = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf build"}}


class Live:
    """A host of the story, and what it owes."""

    def __init__(self, host: Host, owes: bool, unseen: bool) -> None:
        self.host = host
        self.owes = owes  # has its guard answered, or was it live when this one began?
        self.unseen = unseen  # was the guard away when this one began?
        self.owes_plugin = False  # the same of its plugin, which nobody keeps over a start


class Story:
    """One seed's run."""

    command: ClassVar[str] = "python -m tests.faults"  # for whoever wants to see it again

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.acts: list[str] = []
        self.wrong: list[str] = []
        self._chance = random.Random(seed)
        self._plugins = self._chance.random() < 0.25  # processes take most of the time
        self._project = self._chance.random() < 0.3  # a home that needs trust
        self._root = Path(tempfile.mkdtemp(prefix="ch-faults-"))
        self._state = self._root / "state"
        self._journal = self._root / "journals" / "journal.db"
        self._home = self._root / "work" / ".chibi"
        self._guard = self._home / "hooks/guard.scm"
        (self._root / "user").mkdir()
        self._texts = {"hooks/guard.scm": GUARD, "lib/rules.sld": RULES, "chibi-hooks.toml": CONFIG}
        if self._plugins:
            body = PLUGIN.replace("{way}", str(self._root / "way"))
            self._texts["plugins/guard"] = sh_plugin("guard-plugin", ["pre_tool"], "@").replace(
                "{", "{{").replace("}", "}}").replace("@", body)  # fmt: skip
        make_home(self._root, {"way": "works"})
        make_home(self._home, {name: text.format(version=0) for name, text in self._texts.items()})
        self._around = Surroundings(
            {"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(self._state)}, self._root / "work", self._root / "user"
        )
        self._disk = FaultyDisk(random.Random(f"disk {seed}"), self._root)
        self._sqlite = Sqlite(random.Random(f"sqlite {seed}"))  # of its own: other threads draw from it
        self._spawning = Spawning(random.Random(f"spawning {seed}"))
        self._clock = Clock(random.Random(f"clock {seed}"))
        self._workers = Workers(seed)
        self._seconds = 1000.0  # of the clock that does not jump
        self._live: list[Live] = []
        self._saving: Iterator[Step] = iter(())
        self._versions = 0
        self._lost = 0  # by hosts that are closed
        self._looks = 0
        self._fires: list[str] = []
        self._excused: set[str] = set()  # were in a journal that somebody else has damaged
        self._granted = False  # has the user trusted whatever was there?
        self._state_is_whole = True  # since the guard was last loaded and kept

    def run(self) -> list[str]:
        """Do it all; gives what did not hold."""
        threads, before, descriptors = set(threading.enumerate()), KEEPER.spawn, _descriptors()
        KEEPER.spawn = self._spawning
        KEEPER.adopt_strays()
        try:
            with ExitStack() as patched:
                # our own clock says how long something is away; the writer comes back soon, since nobody else is there
                for module, name, value in (
                    (disk, "GRACE", 3600.0), (disk, "how_busy", lambda: 1.0), (writer, "AGAIN", (0.001, 0.002, 0.005)),
                    (writer, "LAST_AGAIN", 0.01), (writer, "PATIENCE", 0.1), (writer, "IMPATIENCE", 0.02),
                ):  # fmt: skip
                    patched.enter_context(patch.object(module, name, value))
                self._play()
            self._check_what_is_left(threads, descriptors)
        finally:
            for each in self._live:
                each.host.close()
            KEEPER.adopt_strays(False)
            KEEPER.spawn = before
            shutil.rmtree(self._root, ignore_errors=True)
        return self.wrong

    def _play(self) -> None:
        if self._project:
            Trust(self._state).grant(self._home)
        self._open()
        for _ in range(ACTS):
            self._seconds += 0.01
            self._chance.choice(self._possible())()
        self._be_calm()
        for each in self._live:
            self._close(each)
        self._live.clear()
        self._check_journal()

    def _possible(self) -> list[Callable[[], None]]:
        possible = [self._fire] * 5 + [self._save] * 6 + [self._break] * 2 + [self._look] * 4
        possible += [self._look_at_trouble] * 2 + [self._restart, self._another, self._trouble_clock, self._trust]
        possible += [self._trouble_sqlite, self._trouble_sqlite, self._trouble_journal, self._trouble_state]
        possible += [self._rollback]
        if self._workers.isolation == "worker":
            possible.append(self._kill_workers)
        return possible + [self._trouble_spawning, self._misbehave] * 2 if self._plugins else possible

    # hosts ------------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._tell("a host begins")
        try:
            host = Host.open(
                home=None if self._project else self._home, around=self._around, record=self._journal,
                sources=(), last_good=True, isolation=self._workers.isolation,
            )  # fmt: skip
        except ConfigError as error:
            if self._state_is_whole and self._home.is_dir():
                self.wrong.append(f"no host could begin: {error}")
            self._tell(f"  it could not: {error}")
            for step in self._saving:  # the home itself is away
                self._do(step)
            self._put_back()
            return
        assert host.recorder is not None
        recorder = host.recorder
        recorder._open_writing = lambda path, owner: Writing(path, owner, self._sqlite.connect)
        recorder._now = self._clock
        host.reloader.clock = lambda: self._seconds
        seen = host.reloader._disk
        seen._now_ns = seen._contents._now_ns = seen.sightings._now_ns = self._clock.nanoseconds
        self._live.append(Live(host, self._state_is_whole, not os.path.lexists(self._guard) or self._guard.is_dir()))

    def _put_back(self) -> None:
        """Somebody mends the configuration by hand, and begins again."""
        clear(self._home / "chibi-hooks.toml")
        make_home(self._home, {"chibi-hooks.toml": CONFIG.format(version=0)})
        if self._project:
            self._grant()
        self._state_is_whole = False
        self._open()

    def _close(self, each: Live) -> None:
        recorder = each.host.recorder
        assert recorder is not None
        each.host.close()
        self._lost += recorder.lost
        if recorder.waiting:
            self.wrong.append(f"{recorder.waiting} fires are said to wait after the end")

    def _restart(self) -> None:
        each = self._chance.choice(self._live)
        self._live.remove(each)
        self._tell("a host ends")
        self._close(each)
        for folder in (self._home, self._home / "hooks"):
            with suppress(OSError):
                os.utime(folder)  # whatever has gone there has gone just now
        self._open()

    def _another(self) -> None:
        if len(self._live) < 2:
            self._open()

    # acts -------------------------------------------------------------------------------------------------------------

    def _fire(self) -> None:
        each = self._chance.choice(self._live)
        for _ in range(self._chance.randrange(1, 4)):
            fire = each.host.fire("pre_tool", PAYLOAD)
            self._fires.append(fire.id)
            self._tell(f"fire {fire.id}: {fire.outcome.message}")
            self._check_guards(each, fire)
            self._workers.note([each.host])

    def _save(self) -> None:
        """One step of a way to save."""
        step = next(self._saving, None)
        while step is None:
            self._versions += 1
            place = self._chance.choice([*self._texts])
            how = self._chance.choice([*SAVINGS])
            self._tell(f"save {place}, version {self._versions}, {how}")
            self._saving = SAVINGS[how](self._home / place, self._texts[place].format(version=self._versions))
            step = next(self._saving, None)
        self._do(step)

    def _do(self, step: Step) -> None:
        self._tell(f"  {step[0]}")
        step[1]()

    def _break(self) -> None:
        place = self._chance.choice([*self._texts])
        how = self._chance.choice([*ODD])
        self._tell(f"put in place of {place}: {how}")
        with suppress(FileNotFoundError, NotADirectoryError):  # its folder is away
            clear(self._home / place)
            ODD[how](self._home / place)

    def _look(self) -> None:
        self._look_with(0.0, 0.0)

    def _look_at_trouble(self) -> None:
        self._look_with(self._chance.choice((0.02, 0.2, 0.8, 1.0)), self._chance.choice((0.0, 0.3, 1.0)))

    def _look_with(self, reads: float, writes: float) -> None:
        self._tell(f"look at the disk, where {reads:.0%} of the reads and {writes:.0%} of the writes fail")
        self._state_is_whole = self._state_is_whole and not writes
        for each in self._live:
            try:
                with self._disk.armed(reads, writes):
                    each.host.reload(self._found())
            except Exception:
                self.wrong.append(f"a look at the disk raised: {traceback.format_exc()}")

    def _found(self) -> Homes | None:
        """The homes, as whoever answers an agent's event has found them: every other look is for one."""
        self._looks += 1
        with suppress(ConfigError):
            return find_homes(self._around, None if self._project else self._home) if self._looks % 2 else None
        return None

    def _rollback(self) -> None:
        each = self._chance.choice(self._live)
        self._tell("rollback")
        with suppress(BadRequest):
            each.host.rollback()
        each.owes = each.owes_plugin = False  # who goes back may go back to before the guard

    def _trust(self) -> None:
        if self._project:
            self._tell("chibi-hooks trust")
            self._state_is_whole, self._granted = False, True  # what is trusted lies there now, whatever that is
            self._grant()

    def _grant(self) -> None:
        with suppress(ConfigError):
            Trust(self._state).grant(self._home)

    def _trouble_sqlite(self) -> None:
        self._sqlite.rate = self._chance.choice((0.0, 0.1, 0.5, 1.0))
        self._tell(f"SQLite fails {self._sqlite.rate:.0%}")

    def _trouble_journal(self) -> None:
        how = self._chance.choice((*ODD, "gone", "no folder", "cut", "scribbled over", "no log"))
        self._tell(f"the journal: {how}")
        for each in self._live:
            assert each.host.recorder is not None
            if not each.host.recorder.flush(LONG) and not each.host.recorder.fault:
                self.wrong.append("the journal was not written, and nobody says why")
        self._excused.update(self._fires)
        damage(self._journal, how, self._chance)

    def _trouble_state(self) -> None:
        how = self._chance.choice(("gone", "a file", "a pipe", "garbage"))
        self._tell(f"the state directory: {how}")
        self._state_is_whole = False
        if how == "garbage":
            for path in [each for each in self._state.rglob("*") if each.is_file() and self._chance.random() < 0.5]:
                path.write_bytes(self._chance.randbytes(self._chance.choice((0, 10, 4096))))
            return
        clear(self._state)
        if how == "a file":
            self._state.write_text("")
        elif how == "a pipe":
            os.mkfifo(self._state)

    def _trouble_clock(self) -> None:
        self._tell(self._clock.jump())

    def _trouble_spawning(self) -> None:
        self._spawning.rate = self._chance.choice((0.0, 0.0, 0.5, 1.0))
        self._tell(f"processes cannot be started {self._spawning.rate:.0%}")

    def _misbehave(self) -> None:
        way = self._chance.choice(WAYS)
        (self._root / "way").write_text(way)
        self._tell(f"the plugin {way}")

    def _kill_workers(self) -> None:
        self._tell(f"kill {self._workers.kill([each.host for each in self._live])}")

    def _tell(self, act: str) -> None:
        self.acts.append(act)

    # the end ----------------------------------------------------------------------------------------------------------

    def _be_calm(self) -> None:
        """Everything is right again: what was saved last is what decides."""
        self._sqlite.rate = self._spawning.rate = 0.0
        self._tell("all is calm")
        for step in self._saving:
            self._do(step)
        (self._root / "way").write_text("works")
        if not self._state.is_dir():
            clear(self._state)
        if not self._journal.is_file():
            clear(self._journal)
        self._versions += 1
        for place, text in self._texts.items():
            for _, do in SAVINGS["plainly"](self._home / place, text.format(version=self._versions)):
                do()
        if self._project:
            self._grant()
        for _ in range(3):
            self._seconds += 10_000.0
            self._look()
        for each in self._live:
            fire = each.host.fire("pre_tool", PAYLOAD)
            self._fires.append(fire.id)
            said = [answer.value["message"] if answer.value else answer.error for answer in fire.answers]
            if said[-1] != f"no rm, {self._versions}" or len(said) != 1 + self._plugins:  # a plugin may be too slow
                self.wrong.append(f"in the end it was said: {said}, version {self._versions}")
            places = tuple(self._texts)
            told = [str(notice) for notice in each.host.notices if str(notice.place).startswith(places)]
            if told or fire.skipped:
                self.wrong.append(f"in the end it is told: {told}, {fire.skipped}")
            assert each.host.recorder is not None
            if not any(each.host.recorder.flush(LONG) for _ in range(ATTEMPTS)):
                self.wrong.append(f"in the end the journal is not written: {each.host.recorder.fault}")

    # what must hold ---------------------------------------------------------------------------------------------------

    def _check_guards(self, live: Live, fire: Fire) -> None:
        said = {(each.place or each.responder).partition(":")[0]: each for each in fire.answers}
        guard = said.get("hooks/guard.scm")
        answered = guard is not None and isinstance(guard.value, dict) and guard.value.get("block") is True
        told = [str(notice) for notice in (*live.host.notices, *fire.skipped)]
        killed = guard is not None and guard.error is not None and guard.error.type == "worker" and fire.outcome.block
        if answered:
            live.owes = True
        elif killed:
            pass  # in the middle of its answer: told, and on_failure denies
        elif live.owes:
            self.wrong.append(f"the guard was live and has not answered at {fire.id}: {guard}, {told}")
        elif not told and not (guard and guard.error) and not self._granted and not live.unseen:
            self.wrong.append(f"the guard has not answered at {fire.id}, and nobody says so")
        plugin = said.get("plugins/guard")
        if plugin and (plugin.error or plugin.value is not None):
            live.owes_plugin = True
        elif live.owes_plugin and not any(word in each for word in ("plugins", "chibi") for each in told):
            self.wrong.append(f"the plugin has not answered at {fire.id}, and nobody says so: {plugin}, {told}")

    def _check_journal(self) -> None:
        found: set[str] = set()  # a fire may be in a journal that was set aside, and in the next one
        for path in sorted(self._journal.parent.glob("journal.db*")):
            if not path.name.endswith(("-wal", "-shm")):
                try:
                    with suppress(NoFires), closing(Journal(path)) as journal:
                        found.update(each.id for each in journal.fires())
                except ConfigError as error:  # whoever reads it is told that it is damaged
                    if not self._excused and path == self._journal:
                        self.wrong.append(f"the journal cannot be read: {error}")
                    if path == self._journal:
                        return
        missing = len(set(self._fires) - found - self._excused)
        if missing > self._lost:
            self.wrong.append(f"{missing} fires are not in the journal, {self._lost} are counted as lost")

    def _check_what_is_left(self, threads: set[threading.Thread], descriptors: set[str]) -> None:
        self.wrong += self._workers.left()
        if KEEPER.running:
            self.wrong.append(f"{KEEPER.running} places were not given back")
        for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
            if name.isdigit() and int(name) != os.getpid() and _stays(int(name), str(self._root)):
                self.wrong.append(f"the process {name} is still there")
        for thread in set(threading.enumerate()) - threads:
            if thread.name.startswith("chibi-hooks"):
                self.wrong.append(f"the thread {thread.name} is still there")
        gc.collect()
        for name in _descriptors() - descriptors:
            if str(self._root) in name:
                self.wrong.append(f"{name} is still open")
        for path in self._state.rglob(f".*{os.getpid()}*"):
            self.wrong.append(f"the draft {path.name} is still there")


def damage(journal: Path, how: str, chance: random.Random) -> None:
    """Do something to a journal that nobody but its writer should touch."""
    journal.parent.mkdir(exist_ok=True)
    log = journal.with_name(f"{journal.name}-wal")
    if how == "no folder":
        clear(journal.parent)
    elif how == "gone":
        clear(journal)
    elif how == "no log":
        clear(log)
    elif how in ("cut", "scribbled over"):
        if journal.is_file() and not journal.is_symlink():
            size = journal.stat().st_size
            with open(journal, "r+b") as file:
                for _ in range(3) if how == "scribbled over" else ():
                    file.seek(chance.randrange(max(size, 1)))
                    file.write(chance.randbytes(100))
                if how == "cut":
                    file.truncate(size // 2)
    else:
        clear(journal)
        for each in (log, journal.with_name(f"{journal.name}-shm")):
            clear(each)
        with suppress(OSError):  # the writer was faster
            ODD[how](journal)


def _descriptors() -> set[str]:
    found = set()
    for name in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        with suppress(OSError):
            found.add(f"{name} -> {os.readlink(f'/proc/self/fd/{name}')}")
    return found


def _stays(pid: int, root: str) -> bool:
    """Is it such a process, and goes on being there? Who was killed may need a moment to be dead."""
    for _ in range(ATTEMPTS):
        if not _is_of(pid, root):
            return False
        time.sleep(0.01)
    return True


def _is_of(pid: int, root: str) -> bool:
    """Does this process run for the home below `root`?"""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            environment = file.read()
    except OSError:
        return False
    return (
        f"CHIBI_PROJECT_ROOT={root}".encode() in environment
        and f"CHIBI_HOOKS_CALL={KEEPER._name}".encode() in environment
    )


def tell(story: Story | KilledStory) -> str:
    """The story, for whoever has to find the fault."""
    acts = "\n".join(f"  {number}. {act}" for number, act in enumerate(story.acts, 1))
    wrong = "\n".join(f"  {each}" for each in story.wrong)
    return f"seed {story.seed} ({story.command} {story.seed}):\n{acts}\nwhat did not hold:\n{wrong}"
