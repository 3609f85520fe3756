"""Processes that are run for responders -> a place for each, an end for all, and nothing that outlives its call.

    with KEEPER.place(timeout, environment) as place:     # NoPlace: too many run and wait, or everything is ending
        … spawn with place.environment, watch place.ending …
        place.began(child.pid)
    place.strays                                          # what had to be ended after it

Rules
-----
* At most `PLACES` run at once in this process, whoever fires; the others wait in the order in which they came. The
  wait is not counted against a responder's own limit, and is no longer than that. Over `QUEUE` waiting is a failure.
* Every process carries a mark in its environment (`MARK`), which its children inherit: whatever they do (a session
  of their own, two forks, the background), what is still there after the call is found by it, ended and told.
* Whoever does not end when he is told to stands still before anybody is ended by force: else those that are left begin
  another one for each that goes.
* Where a process is ours to rule (our own commands; embedders may) it adopts those that lost their parents
  (`adopt_strays`), so that finding them costs microseconds, and they are reaped. An embedding program's children are
  its own: no process without our mark is ever ended; a dead one is reaped only when it was in a session of a call, or
  nobody has wanted it for `UNWANTED` seconds. Elsewhere only the group of the call is looked at.
* When this process dies, however that comes, a guardian (a shell that waits for the end of a pipe) ends everything
  with its mark. A death signal of the system would have to be set between fork and exec, which is not safe in a
  program with threads, and spares the children of the child.
* `ending` ends what is under way and lets nothing begin.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.hooks.processes.ownership import OWN, Ownership

if TYPE_CHECKING:
    from chibi_hooks.hooks.processes.terminal import UserTerminal

PLACES: Final = 16  # processes at once: several times the cores of a desk, far from what a system allows
QUEUE: Final = 256  # calls that wait for a place
MARK: Final = "CHIBI_HOOKS_CALL"  # whoever starts a process that shall outlive a call takes this out
STRAY_GRACE: Final = 0.2  # seconds between TERM and KILL for what a call has left behind
ROUNDS: Final = 50  # of looking for strays: each ends what the last one has set free
UNWANTED: Final = 10.0  # seconds after which a dead child that nobody has asked about is reaped
SESSIONS: Final = 1_000  # calls whose sessions are remembered
LOOK: Final = 0.005  # seconds between two looks whether a stray has gone

GUARDIAN: Final = """read -r word && exit
for turn in 1 2 3; do
  found= before=none
  while [ "$found" != "$before" ]; do
    before=$found found=
    for each in /proc/[0-9]*/environ; do
      while read -r line || [ -n "$line" ]; do
        case $line in *CHIBI_HOOKS_CALL=*"$1"*)
          pid=${each#/proc/}
          kill -STOP "${pid%/environ}" && found="$found ${pid%/environ}"
          break
        esac
      done <"$each"
    done
  done
  [ -n "$found" ] || exit
  kill -KILL $found
done
"""
"""Without another program: nobody can be begun where those that shall end have taken the last place. `read` passes over
the NULs of an environment."""


class NoPlace(Exception):
    """The call cannot be made; the text says why."""


class Leave:
    """One call's leave to run a process. `ending` is a descriptor that can be read when everything shall end."""

    __slots__ = ("ending", "environment", "leader", "mark", "strays")

    def __init__(self, mark: str, environment: Mapping[str, str], ending: int) -> None:
        self.mark = mark
        outer = environment.get(MARK)  # we are run by a responder ourselves
        self.environment = {**environment, MARK: f"{outer} {mark}" if outer else mark}
        self.ending = ending
        self.leader = 0
        self.strays: tuple[int, ...] = ()

    def began(self, pid: int) -> None:
        """The process runs, and leads a group."""
        self.leader = pid


class Keeper:
    """The processes of this one; there is one `KEEPER`. `spawn` stands for the system (tests hand in a broken one)."""

    def __init__(self, places: int = PLACES, queue: int = QUEUE, spawn: Callable[..., Any] | None = None) -> None:
        self.spawn: Callable[..., Any] = spawn or subprocess.Popen
        self.terminal: UserTerminal | None = None  # that of the user, where a command has one
        self.adopts = False
        self._own: Ownership | None = OWN
        self._places = places
        self._longest = queue
        self._begin()

    def _begin(self) -> None:
        """As nobody has run yet; also in a forked child, whose parent's calls are the parent's."""
        self._lock = threading.Lock()
        self._free = self._places
        self._queue: deque[threading.Event] = deque()
        self._name = os.urandom(8).hex()
        self._number = 0
        self._endings = 0
        self._bell: tuple[int, int] | None = None
        self._guardian = 0
        self._rough = False  # has a call ended in the middle?
        self._leash = -1  # the pipe whose end the guardian waits for
        self._sessions: deque[int] = deque(maxlen=SESSIONS)
        self._unwanted: dict[int, float] = {}
        self._bare: set[int] = set()  # children that have no environment at all: nobody waits for them twice

    @property
    def running(self) -> int:
        """Calls that have a place."""
        return self._places - self._free

    @contextmanager
    def place(self, timeout: float, environment: Mapping[str, str]) -> Iterator[Leave]:
        """Wait for a place, at most `timeout` seconds; afterwards end what the call has left. Raises NoPlace."""
        self._wait_for_place(timeout)
        try:
            place = self._placed(environment)
            try:
                yield place
            except BaseException:  # an interrupt: the guardian shall look, too
                self._rough = True
                raise
            finally:
                if place.leader:
                    place.strays = self._end_strays(place)
        finally:
            self._give_back()

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Inside, all that is under way is ended, and nothing begins."""
        self.end_all()
        try:
            yield
        finally:
            with self._lock:
                self._endings -= 1
                if not self._endings and self._bell is not None:
                    os.read(self._bell[0], 1)

    def end_all(self) -> None:
        """End all that is under way, for good: the process is about to end."""
        with self._lock:
            self._endings += 1
            if self._endings == 1:
                os.write(self._rope()[1], b"!")
            waiting = tuple(self._queue)
        for each in waiting:
            each.set()

    def adopt_strays(self, wanted: bool = True) -> None:
        """From now on processes of ours that lose their parents become our children, where the system has that; or
        no longer. For programs that are ours; it is inherited by nobody."""
        import ctypes  # here: a fire without plugins does without

        with suppress(OSError, AttributeError):
            done = ctypes.CDLL(None).prctl(36, int(wanted), 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER
            self.adopts = wanted and done

    # places -----------------------------------------------------------------------------------------------------------

    def _wait_for_place(self, timeout: float) -> None:
        with self._lock:
            if self._endings:
                raise NoPlace("the host is about to end")
            if self._free and not self._queue:
                self._free -= 1
                return
            if len(self._queue) >= self._longest:
                raise NoPlace(f"{self._places} processes run and {self._longest} calls wait for a place already")
            turn = threading.Event()
            self._queue.append(turn)
        came = False
        try:
            came = turn.wait(timeout)
        finally:
            with self._lock:
                if turn in self._queue:  # not its turn, for whatever reason
                    self._queue.remove(turn)
                    came, given = False, False
                else:
                    given = True
            if given and not came:
                self._give_back()
        if not came:
            why = "the host is about to end" if self._endings else f"no place was free within {timeout:g} s"
            raise NoPlace(f"{why}; {self._places} processes run at once")

    def _give_back(self) -> None:
        with self._lock:
            if self._queue and not self._endings:
                self._queue.popleft().set()
            else:
                self._free += 1

    def _placed(self, environment: Mapping[str, str]) -> Leave:
        with self._lock:
            if self._own is not None:
                own, self._own = self._own, None
                self._settle_in(own)
            self._number += 1
            self._guard()
            return Leave(f"{self._name}.{self._number}.", environment, self._rope()[0])

    def _settle_in(self, own: Ownership) -> None:
        if own.process:
            self.adopt_strays()
        if own.terminal:
            from chibi_hooks.hooks.processes.terminal import UserTerminal  # here: few commands run on one

            with suppress(OSError):  # there is none
                self.terminal = UserTerminal(own.show)

    def _rope(self) -> tuple[int, int]:
        if self._bell is None:
            self._bell = os.pipe()
        return self._bell

    # the guardian -----------------------------------------------------------------------------------------------------

    def _guard(self) -> None:
        """Have a guardian; without one, calls are made all the same."""
        if self._guardian and _is_running(self._guardian):
            return
        if not os.path.exists("/proc/self/environ"):
            return
        if self._leash >= 0:
            os.close(self._leash)
        else:
            atexit.register(self._dismiss, os.getpid())
        end, self._leash = os.pipe()
        try:
            self._guardian = _guardian(end, self._name)
        except (OSError, NotImplementedError):
            self._guardian = 0
        finally:
            os.close(end)

    def _dismiss(self, process: int) -> None:
        """We end in an orderly way: where strays are adopted nothing is left, and nobody has to look."""
        if os.getpid() == process and self._leash >= 0 and self.adopts and not self.running and not self._rough:
            with suppress(OSError):
                os.write(self._leash, b"well\n")

    # strays -----------------------------------------------------------------------------------------------------------

    def _end_strays(self, place: Leave) -> tuple[int, ...]:
        """End what carries the mark of this call; gives the numbers of those processes."""
        self._sessions.append(place.leader)
        ended: dict[int, None] = {}
        dead: set[int] = set()
        limit = time.monotonic() + STRAY_GRACE
        for round in range(ROUNDS):
            known = len(dead)
            found, beginning = self._look(place, dead)
            if not found:
                if beginning - self._bare:
                    time.sleep(LOOK)
                elif len(dead) == known or not self.adopts:
                    break  # else somebody has died since the last look: he may have left a child behind
                continue
            is_patient = time.monotonic() < limit and round < ROUNDS // 2
            found = found if is_patient else self._frozen(place)
            ended.update(dict.fromkeys(found))
            for pid in found:
                _signal(pid, signal.SIGTERM if is_patient else signal.SIGKILL)
                _signal(pid, signal.SIGCONT)
            until = min(limit, time.monotonic() + STRAY_GRACE) if is_patient else time.monotonic() + 1
            while time.monotonic() < until and any(map(self._is_there, found)):
                time.sleep(LOOK)
        else:
            found, self._bare = self._look(place, dead)
            for pid in found:  # they stand still, and nobody comes back to them
                _signal(pid, signal.SIGKILL)
        if self.adopts:
            for pid in ended:  # those whose parents ended after them
                self._is_there(pid)
            self._reap_the_unwanted()
        return tuple(ended)

    def _frozen(self, place: Leave) -> list[int]:
        """All that carry the mark of this call, wherever they are; they stand still from now on."""
        mark = place.mark.encode()
        found: dict[int, None] = {}
        for _ in range(ROUNDS):
            known = len(found)
            for pid in _all_processes():
                if pid not in found and mark in (_environment(pid) or b""):
                    _signal(pid, signal.SIGSTOP)
                    found[pid] = None
            if len(found) == known:
                break
        return list(found)

    def _look(self, place: Leave, dead: set[int]) -> tuple[list[int], set[int]]:
        """Who carries the mark of this call, and stands still from now on; and who is between two programs, without an
        environment for a moment, and thus without a mark. One reading tells both: between two of them the second
        program may have begun. `dead` takes those who have died, and are not asked again.

        The last one is looked at first and stopped at once: who begins a child and dies, again and again, is gone when
        somebody comes back to him.
        """
        marked: list[int] = []
        beginning: set[int] = set()
        for pid in reversed(self._candidates(place)):
            environment = _environment(pid) if pid not in dead else None
            if environment is not None and place.mark.encode() in environment:
                _signal(pid, signal.SIGSTOP)
                marked.append(pid)
            elif environment == b"":
                state, session = _state(pid)
                if state in "ZX":
                    dead.add(pid)
                elif self.adopts or session == place.leader:
                    beginning.add(pid)
        return marked, beginning

    def _candidates(self, place: Leave) -> list[int]:
        if self.adopts:
            return [pid for pid in _children() if pid != self._guardian]
        try:
            os.killpg(place.leader, 0)  # its leader is reaped: is there anybody else?
            if not os.path.exists("/proc/self/environ"):
                os.killpg(place.leader, signal.SIGKILL)  # nobody can tell who
        except OSError:
            return []
        return _all_processes()

    def _is_there(self, pid: int) -> bool:
        """Is it still running? Ours is reaped when it is not."""
        if self.adopts:
            with suppress(ChildProcessError):
                return os.waitpid(pid, os.WNOHANG)[0] == 0
        return _state(pid)[0] not in ("", "Z", "X")

    def _reap_the_unwanted(self) -> None:
        """Dead children whose parents were processes of ours."""
        now = time.monotonic()
        dead = {pid: state for pid in _children() if (state := _state(pid))[0] == "Z"}
        for pid, (_, session) in dead.items():
            since = self._unwanted.setdefault(pid, now)
            if pid != session and (session in self._sessions or now - since > UNWANTED):
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        self._unwanted = {pid: since for pid, since in self._unwanted.items() if pid in dead}


def _guardian(end: int, name: str) -> int:
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        return os.posix_spawn(
            "/bin/sh",
            ["sh", "-c", GUARDIAN, "chibi-hooks-guardian", name],
            {"PATH": "/usr/bin:/bin"},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, end, 0),
                (os.POSIX_SPAWN_DUP2, nothing, 1),
                (os.POSIX_SPAWN_DUP2, nothing, 2),
            ],
            setsid=True,  # neither Ctrl-C nor the end of our group is its end
        )
    finally:
        os.close(nothing)


def _is_running(pid: int) -> bool:
    """Is this child of ours alive? It is reaped when it is not."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False


def _children() -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir("/proc/self/task"):
            with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


def _all_processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _environment(pid: int) -> bytes | None:
    """Empty of who is dead or gone, as of who is between two programs; None of somebody else's."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return b""
    except OSError:
        return None


def _state(pid: int) -> tuple[str, int]:
    """The state letter of a process and its session; empty when it is gone, or the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return "", 0
    return fields[0].decode(), int(fields[3])


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


KEEPER: Final = Keeper()  # of this process: there is one set of children
os.register_at_fork(after_in_child=KEEPER._begin)
