"""Calls of agents in many projects -> their answers: `HeldHomes` keeps a host for each set of homes that counts
somewhere, and opens it when it is needed first.

Rules
-----
* Where it may hold homes, each has a door of its own (door.py), so that `fire`, `repl`, `dev` and `status` find the
  host that decides; where another process holds a home (`dev`, `serve`), that one is asked. A `serve` that begins later
  asks for the home, and gets it.
* One that is not used for a while is let go, the one that was used longest ago first when there are too many; never
  one that somebody follows, or that answers just now.
* A home that cannot be opened costs this call its hooks, and is told; the next call tries again.
* Where nobody can tell whether a home is still there, what is held of it answers, and it is told.
"""

from __future__ import annotations

import base64
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary, ref

from chibi_hooks.dialects import Rendered
from chibi_hooks.dialects.guests import Guest, guest_of, no_agent
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError, HookError
from chibi_hooks.hooks.homes.home import Home, Homes, Notice, Surroundings, find_homes, may_be_home
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.opening import Host
from chibi_hooks.server.address import Address, Taken, Unsafe, address_of
from chibi_hooks.server.agents.call import AgentCall
from chibi_hooks.server.agents.events import answered
from chibi_hooks.server.client import Client, connect_to, standing
from chibi_hooks.server.door import Door
from chibi_hooks.server.hook_alone import closed_points, code_of_nobody
from chibi_hooks.server.resident import Resident

MOST: Final = 24  # homes at once; each watches its directory, and a system gives a user 128 watches
UNUSED: Final = 600.0  # seconds until a home that nobody asks for is let go
SOON: Final = 0.01  # seconds: how long a call takes
MOMENT: Final = 1.0  # seconds in which a link of a home may be changed unseen
LONG_LOOK: Final = 0.005  # seconds of a processor: a thousand files
REST: Final = 10  # times as long as a long look took there is no other one
AGAIN: Final = 5.0  # seconds until a home that another process held, or was given, is tried again


@dataclass(slots=True, weakref_slot=True, eq=False)
class _Held:
    """A host for some homes. `door` is None where another process holds them, or nobody may."""

    lock: threading.Lock = field(default_factory=threading.Lock)  # of whoever opens it
    door: Door | None = None
    alone: Resident | None = None
    used: float = 0.0
    tried: float = 0.0
    under_way: int = 0
    looked: float = 0.0  # when somebody last looked at the disk
    looks: tuple[float, float] = 0.0, 0.0  # seconds of a processor that the last two took which found nothing new
    is_kept: bool = False  # by somebody else, who lets it go
    given: float = -AGAIN  # when another process asked for it last
    asked_of: tuple[ref[Generation], bool] | None = None  # may a responder of what was live last wait for somebody?

    def look(self, resident: Resident, homes: Homes | None) -> None:
        """See to it that what was saved just now counts; where a look is long, no more than a part of the time goes
        into looking, and the watch tells in between what is saved. `homes`: as they were found just now."""
        looking = min(self.looks)  # a pass of the collector makes one long
        if looking > LONG_LOOK and time.monotonic() - self.looked < REST * looking:
            return
        began = time.thread_time()  # a busy machine makes no look long
        if resident.host.reload(homes) is None:
            self.looks = self.looks[1], time.thread_time() - began
        self.looked = time.monotonic()

    @property
    def resident(self) -> Resident | None:
        """What answers, if anything does yet."""
        return self.door.resident if self.door is not None else self.alone

    @property
    def paths(self) -> Sequence[Path]:
        """The homes of which something is live."""
        return [] if self.resident is None else [each.home.path for each in self.resident.host.generation.loaded]

    @property
    def is_gone(self) -> bool:
        """Were there homes, and are they no more?"""
        if self.resident is None or self.is_kept or self.under_way:
            return False
        paths = self.paths
        return bool(paths) and not any(map(may_be_home, paths))

    def close(self) -> None:
        if self.door is not None and not self.is_kept:
            self.door.stop()
        if self.alone is not None:
            self.alone.close()
        self.door = self.alone = None


class HeldHomes:
    """Hosts by homes; close it with `close` or a `with` statement. Threads share it. `hold`: with a door each; `more`
    is as for Resident."""

    def __init__(
        self,
        environment: Mapping[str, str],
        *,
        hold: bool = True,
        say: Callable[[str], None] = lambda text: None,
        more: tuple[str, ...] = (),
    ) -> None:
        self.environment = environment
        self.answered = 0
        self._hold = hold
        self._say = say
        self._more = more
        self._held: dict[str, _Held] = {}
        self._named: WeakValueDictionary[str, _Held] = WeakValueDictionary()  # by the homes that calls name
        self._found: dict[str, tuple[tuple[int, ...], float, Home]] = {}  # what lay there, and until when it counts
        self._addresses: dict[tuple[object, ...], tuple[float, Address]] = {}
        self._lock = threading.Lock()

    def answer(self, call: AgentCall) -> Rendered:
        """What the agent is told. It never raises."""
        guest = guest_of(call.agent, call.event, call.text)
        if guest is None:
            return self._answer_to_nobody(call)
        try:
            around = call.around(self.environment, guest.directory)
            rendered = self._answered(call, guest, around)
        except Exception as error:  # the home's or ours: the agent must have an answer
            ours = "" if isinstance(error, HookError) else f"an error of ours: {type(error).__name__}: "
            reason = f"{ours}{error}"
            here = call.around(self.environment, guest.directory)
            closed = closed_points(call.named_home or "", str(here.directory), here.environment)
            rendered = guest.failure(reason, frozenset(closed))
        self.answered += 1
        wrong = [f"{each} is not understood" for each in call.wrong]
        return rendered._replace(notes=(*wrong, *rendered.notes)) if wrong else rendered

    def _answer_to_nobody(self, call: AgentCall) -> Rendered:
        here = call.around(self.environment, None)
        text = call.text.decode("utf-8-sig", "replace")
        code = code_of_nobody(call.named_home or "", call.event, text, str(here.directory), here.environment)
        return Rendered(b"", code, (no_agent(call.agent),))

    def may_wait(self, home: str) -> bool:
        """May an answer by this home, named as calls name it, wait for somebody? In doubt, yes."""
        held = self._named.get(home)
        resident = held.resident if held is not None else None
        if held is None or resident is None:
            return True
        generation = resident.host.generation
        if held.asked_of is None or held.asked_of[0]() is not generation:
            waits = any(each.may_wait for each in generation.responders.values())
            held.asked_of = ref(generation), waits
        return held.asked_of[1]

    def adopt(self, door: Door) -> None:
        """Answer by a host that is held already."""
        with self._lock:
            self._held[door.address] = _Held(door=door, is_kept=True)

    def residents(self) -> dict[str, Resident]:
        """What is held by this process, by a name for each: the resident hosts that answer just now."""
        held = {key: each.resident for key, each in tuple(self._held.items())}
        names = {os.path.splitext(os.path.basename(key))[0]: resident for key, resident in held.items()}
        return {name: resident for name, resident in names.items() if resident is not None}

    def look_around(self, now: float | None = None) -> None:
        """Let go what nobody uses, and what has ended by itself."""
        now = time.monotonic() if now is None else now
        for key, held in tuple(self._held.items()):
            idle = now - held.used > UNUSED and not held.under_way
            ended = held.door is not None and held.door.wait(0)
            idle = idle and not held.is_kept
            followed = held.door is not None and held.door.clients
            if ended or held.is_gone or (idle and not followed):
                self._let_go(key, held)

    @property
    def about(self) -> list[Json]:
        """What is held, for `status`."""
        return [
            {"homes": list(about["homes"]), "requests": about["requests"], "door": held.door is not None}
            for held in tuple(self._held.values())
            if held.resident is not None and (about := held.resident.about())
        ]

    def close(self) -> None:
        """Let everything go; what is under way ends first."""
        for key, held in tuple(self._held.items()):
            self._let_go(key, held)

    def __enter__(self) -> HeldHomes:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _answered(self, call: AgentCall, guest: Guest, around: Surroundings) -> Rendered:
        named = call.named_home
        try:
            homes = find_homes(around) if named is None else self._homes_named(named, around)
        except ConfigError as error:  # the one that was named is away
            if named is None or (kept := self._kept_as(named)) is None:
                raise
            return self._by_kept(kept, guest, around, (Notice(named, str(error)),))
        if homes.unknown and (kept := self._kept(homes)) is not None:
            return self._by_kept(kept, guest, around, homes.unknown)
        address = self._address(homes, around)
        with self._using(address.socket) as held:
            resident = self._opened(held, address, homes, call, around)
            if resident is None:
                asked = _ask_other(address, homes, call, written=not self._hold)
                if asked is not None:
                    return asked
                resident = self._open_alone(held, call, around)
            if named is not None:
                self._named[named] = held
            resident.served += 1
            held.look(resident, homes if _seeks_alike(resident.around, around) else None)
            return answered(resident, guest, str(homes.project), homes.notices)

    def _kept(self, homes: Homes) -> str | None:
        """What is held of the homes that were found and of some that nobody can tell; None where that is nothing."""
        found, places = {str(each.path) for each in homes.homes}, {each.place for each in homes.unknown}
        for key, held in tuple(self._held.items()):
            paths = {str(each) for each in held.paths}
            if paths & places and paths - places == found - places:
                return key
        return None

    def _kept_as(self, named: str) -> str | None:
        """The same of a home that calls have named so."""
        there = self._named.get(named)
        return next((key for key, held in tuple(self._held.items()) if held is there and not held.is_gone), None)

    def _by_kept(self, key: str, guest: Guest, around: Surroundings, unknown: Sequence[Notice]) -> Rendered:
        """The answer of homes that may be away."""
        with self._using(key) as held:
            resident = held.resident
            if resident is None:  # it was let go just now
                raise ConfigError("; ".join(map(str, unknown)))
            resident.served += 1
            held.look(resident, None)
            stood = resident.host.generation
            is_its_own = any(each.home.kind == "project" for each in stood.loaded)
            rendered = answered(resident, guest, str(stood.project if is_its_own else around.directory), ())
            told = (f"{each}; what was live before answers" for each in unknown)
            return rendered._replace(notes=(*told, *rendered.notes))

    def _homes_named(self, named: str, around: Surroundings) -> Homes:
        """`find_homes`, which follows every link of the name; what it found is remembered for a moment, while the same
        directory lies there. Raises ConfigError."""
        try:
            there = os.stat(named)
        except (OSError, ValueError):
            return find_homes(around, named)  # which says what is wrong with it
        seen, now = (there.st_mode, there.st_dev, there.st_ino), time.monotonic()
        known = self._found.get(named)
        if known is not None and known[0] == seen and now <= known[1]:
            return find_homes(around, known[2])
        homes = find_homes(around, named)
        if len(self._found) > 4 * MOST:
            self._found.clear()
        self._found[named] = seen, now + MOMENT, homes.homes[0]
        return homes

    def _address(self, homes: Homes, around: Surroundings) -> Address:
        """`address_of`, which follows every link of every path, remembered for a moment."""
        key = (*((each.path, each.gate is None) for each in homes.homes), homes.project, around.user_home)
        now = time.monotonic()
        until, address = self._addresses.get(key, (0.0, None))
        if address is None or now > until:
            if len(self._addresses) > 4 * MOST:
                self._addresses.clear()
            address = address_of(homes, around)
            self._addresses[key] = now + MOMENT, address
        return address

    @contextmanager
    def _using(self, key: str) -> Iterator[_Held]:
        with self._lock:
            held = self._held.setdefault(key, _Held())
            held.under_way += 1
            held.used = time.monotonic()
            too_many = len(self._held) > MOST
        if too_many:
            self._let_oldest_go()
        try:
            yield held
        finally:
            with self._lock:
                held.under_way -= 1
                held.used = time.monotonic()

    def _opened(
        self, held: _Held, address: Address, homes: Homes, call: AgentCall, around: Surroundings
    ) -> Resident | None:
        """The host; None: another process holds these homes. Raises HookError."""
        with held.lock:
            if held.door is not None and held.door.wait(0):
                held.close()
            now = time.monotonic()
            if now - held.given < AGAIN:
                return None
            if held.door is not None:
                return held.door.resident
            if not homes.homes or not self._hold:
                return None if homes.homes and self._may_be_held(address) else self._alone(held, call, around)
            if held.alone is not None and now - held.tried < AGAIN:
                return held.alone
            held.tried = now
            try:
                door = Door.open(call.named_home, around=around, say=self._say, more=self._more)
            except (Taken, ConfigError, RuntimeError, OSError) as error:  # no thread or descriptor is left for a door
                if not isinstance(error, Taken):
                    self._say(f"{address.home}: {error}")
                    return self._alone(held, call, around)
                return None
            if held.alone is not None:
                held.alone.close()
            held.door, held.alone = door, None
            door.resident.give_away = partial(self._give_away, held, door)
            return door.resident

    def _may_be_held(self, address: Address) -> bool:
        """May another process hold these homes? None that we would ask, where others could have put the socket."""
        try:
            return address.check()
        except Unsafe as error:
            self._say(str(error))
            return False

    def _give_away(self, held: _Held, door: Door) -> bool:
        """Let another process hold these homes, which has just asked; not while somebody else is connected."""
        if door.clients > 1:
            return False
        held.given = time.monotonic()
        threading.Thread(target=self._part, args=(held, door), name="chibi-hooks-given", daemon=True).start()
        return True

    def _part(self, held: _Held, door: Door) -> None:
        """End a host whose homes are given away; calls that it answers just now may end before."""
        until = time.monotonic() + AGAIN / 2
        while held.under_way and time.monotonic() < until:
            time.sleep(SOON)
        with held.lock:
            if held.door is door:
                held.close()

    def _open_alone(self, held: _Held, call: AgentCall, around: Surroundings) -> Resident:
        with held.lock:
            return self._alone(held, call, around)

    def _alone(self, held: _Held, call: AgentCall, around: Surroundings) -> Resident:
        """A host that nobody else finds. Raises HookError."""
        if held.alone is None:
            resident = Resident(lambda: Host.open(call.named_home, around=around), around)
            resident.host  # noqa: B018 - opened now: what is wrong with it is this call's
            held.alone = resident
        return held.alone

    def _let_oldest_go(self) -> None:
        with self._lock:
            free = self._free()
        if free:
            key = min(free)[1]
            self._let_go(key, self._held[key])

    def _free(self) -> list[tuple[float, str]]:
        """Those that nobody uses, with the time of their last use."""
        return [
            (held.used, key)
            for key, held in self._held.items()
            if not held.under_way and not held.is_kept and not (held.door is not None and held.door.clients)
        ]

    def _let_go(self, key: str, held: _Held) -> None:
        with self._lock:
            if held.under_way and not (held.door is not None and held.door.wait(0)):
                return
            if self._held.get(key) is held:
                del self._held[key]
        with held.lock, suppress(OSError):
            held.close()


def _seeks_alike(one: Surroundings, other: Surroundings) -> bool:
    """Are the same homes found in both, where it is the same project?"""
    return one.user_home == other.user_home and one.environment == other.environment


def _ask_other(address: Address, homes: Homes, call: AgentCall, written: bool) -> Rendered | None:
    """The answer of the process that holds these homes; None when it has none: a guard that might answer twice is
    better than one that does not. `written`: once the journal has it, for a command that ends then."""
    try:
        client = connect_to(address)
        if client is None:
            return None
        with client:
            return _asked(client, homes, call, written)
    except HookError:
        return None


def _asked(client: Client, homes: Homes, call: AgentCall, written: bool) -> Rendered:
    fields = {"agent": call.agent, "event": call.event, "bytes": base64.b64encode(call.text).decode("ascii")}
    told = client.call("hook", look=True, written=written, **fields, **standing(homes))
    return Rendered(base64.b64decode(told["text"]), told["code"], tuple(told["notes"]))


def of_process(hold: bool = False) -> HeldHomes:
    """With the environment of this process."""
    return HeldHomes(dict(os.environ), hold=hold)
