"""The roots of a world -> how many bytes it holds: `Survey`, `Holdings`.

Rules
-----
* Memory belongs to a world: it is what can be reached from its own roots, while it runs from the variables of its
  frames too. What the process grew by only says when to look: a neighbour, or the program around us, may have grown.
* What many worlds share is nobody's: code, the libraries of ours, modules and classes, objects of the host.
* A survey goes in slices of a few milliseconds, so that neither the interpreter nor the watchdog is held. The world may
  run meanwhile: what it changes is seen or not, and nothing breaks.
* It ends as soon as it has found too much. What is large counts before its members, and those wait until all else has
  been seen, a slice of them at a time: what fills its memory with few large things is stopped at once, and a survey
  takes no memory of that size itself.
* The watchdog walks beside what runs; the next call of that world waits for the end, on its own account: nobody outruns
  it, and nobody holds up others with what he keeps.
* A loop that gathers numbers brings no pass of the collector about, so it waits for nobody. Such a list is counted
  faster than it grows: a number or a text that nobody else refers to is where it stands and nowhere else, and calls in
  C tell that of very many at once.
* It is walked when half of the room that was left may have been taken, and while it runs when all of it may have been,
  since it waits then; and now and then although the process did not grow, since memory that others gave back can be
  taken unseen.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import compress
from threading import Lock
from types import CellType, CodeType, FunctionType

from chibi_hooks.scheme.values.data import Pair
from chibi_hooks.typenames import Any, Final, Literal

SLICE: Final = 10_000  # objects, and members of large ones, looked at in one go: some 5 ms
LEAST_GROWTH: Final = 16  # one part in so many of the limit is not worth a walk
MANY: Final = 64  # members of which several may well be the same: a vector is filled with one value
LARGE: Final = 4096  # members that are looked at last: more than so many are worth a slice of their own
MUCH: Final = 200_000  # numbers and texts that are counted in one go, without a look at each: some 8 ms
OFTEN: Final = 8  # times that each member stands there, and more: to find those few is the cheapest look there is
EVERY: Final = 0.05  # seconds between two looks at the size of the process: a look costs as much as half a fire
UNSEEN: Final = 2.0  # seconds of work after which a world is walked although the process did not grow
LASTING: Final = 64  # calls at most that are prepared for after one that took long
RARELY: Final = 50  # times as long as the last walk took must have been worked before the next of that kind

Roots = Callable[[], Iterable[Any]]
Way = Literal["leaf", "through", "procedure", "outside"]


def resident_bytes() -> int:
    """Memory the process holds now; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Holdings:
    """What one world holds, and may: `most` bytes. `roots` gives where everything of its own can be reached from."""

    __slots__ = (
        "most", "roots", "held", "is_over", "resident", "looked", "worked", "busy", "lasting", "cost", "survey", "lock"
    )  # fmt: skip

    def __init__(self, most: int, roots: Roots) -> None:
        self.most = most
        self.roots = roots
        self.held = 0  # bytes, as of the last survey
        self.is_over = False  # it kept more than it may: nothing of it runs any more
        self.resident: int | None = None  # the least size of the process since
        self.looked = 0.0  # at the size of the process
        self.worked = 0.0  # seconds by the clock since
        self.busy = 0  # so many of the next calls are worth preparations: one before them took long
        self.lasting = 1  # so many it will be the next time; one, as soon as a call is short without them
        self.cost = 0.0  # seconds that the last survey took
        self.survey: Survey | None = None  # under way
        self.lock = Lock()  # of that

    def took_long(self) -> None:
        """A call did: the next one is prepared for. Where that helps it is short again, and the one after it long: so
        each time twice as many are."""
        self.busy = self.lasting
        self.lasting = min(2 * self.lasting, LASTING)

    @property
    def room(self) -> int:
        """By how much the process may grow before it is worth a walk."""
        return max((self.most - self.held) // 2, self.most // LEAST_GROWTH)

    def room_beside(self, held: int) -> int:
        """By how much it may grow while it runs, and waits for a walk then."""
        return max(self.most - held, self.most // LEAST_GROWTH)

    def is_due(self, now: float) -> bool:
        """A call has ended, and nobody looked for a while: is it time to see what the world keeps?"""
        self.looked = now
        resident = resident_bytes()
        if self.resident is None or resident < self.resident:
            self.resident = resident
        unseen = self.worked > UNSEEN and self.worked > RARELY * self.cost
        return self.survey is None and (unseen or resident - self.resident > self.room)

    def begin(self, more: Iterable[Any] = ()) -> Survey:
        """A survey of what it holds now; `more`: what it holds besides, while it runs."""
        return Survey([*self.roots(), *more], self.most)

    def go_on(self) -> bool:
        """Walk a slice more of what it keeps; whether that is done."""
        with self.lock:
            survey = self.survey
            if survey is not None:
                if not survey.go_on():
                    return False
                self.survey = None
                self.finish(survey)
            return True

    def finish(self, survey: Survey) -> None:
        """Take over what a survey of what it keeps has found."""
        self.held, self.cost = survey.found, survey.cost
        self.resident, self.worked = resident_bytes(), 0.0
        self.is_over = self.is_over or survey.found > self.most

    def measure(self) -> int:
        """Bytes that it keeps, found at once."""
        survey = self.begin()
        while not survey.go_on():
            pass
        self.finish(survey)
        return survey.found


class Survey:
    """How many bytes can be reached, as far as it matters whether it is more than `most`."""

    __slots__ = ("found", "cost", "_most", "_work", "_large", "_seen")

    def __init__(self, roots: list[Any], most: int) -> None:
        self.found = 0
        self.cost = 0.0
        self._most = most
        self._work = roots
        # in turn: sequences whose members wait, how many were looked at, how many count, references to one of its own
        self._large: list[Any] = []
        self._seen: dict[
            int, bytearray
        ] = {}  # by 64 KB of addresses, a byte for each 16: a set would be as large again

    def go_on(self) -> bool:
        """Look at a slice more; whether it is done."""
        began = time.monotonic()
        work, seen = self._work, self._seen
        sizeof, ways = sys.getsizeof, WAYS
        found = self.found
        members = 0
        for _ in range(SLICE):
            if not work:
                if not self._large:
                    break
                before = self.found
                members += self._some_of_large()
                found += self.found - before
                if members > SLICE:
                    break
                continue
            x = work.pop()
            address = id(x)
            page = seen.get(address >> 16)
            if page is None:
                page = seen[address >> 16] = bytearray(1 << 12)
            if page[address >> 4 & 0xFFF]:
                continue
            page[address >> 4 & 0xFFF] = 1
            kind = type(x)
            if kind is Pair:
                found += PAIR
                try:
                    work += (x.cdr, x.car)
                except AttributeError:
                    work += gc.get_referents(x)  # it is being made
                continue
            way = ways.get(kind) or _way_of(kind)
            if way != "outside":
                found += sizeof(x)
                if way == "through":
                    if kind is list and len(x) > LARGE:
                        self._large += (x, 0, len(x), ALONE)
                        if found > self._most:
                            break
                        continue
                    inside = gc.get_referents(x)
                    if len(inside) < MANY:
                        work += inside
                    elif len(inside) > LARGE:
                        self._large += (inside, 0, len(inside), ALONE + 1)
                        if found > self._most:
                            break
                    else:
                        work += {id(each): each for each in inside}.values()
                        members += len(inside)
                        if members > SLICE:
                            break
                elif way == "procedure":
                    work += _held_by(x)
        self.found = found
        self.cost += time.monotonic() - began
        if found > self._most or not (work or self._large):
            self._work, self._large = [], []
            self._seen = {}
            return True
        return False

    def _some_of_large(self) -> int:
        """Look at some members of the large sequence that came last; how many. What it gains meanwhile does not count:
        it may gain more than is looked at."""
        large = self._large
        alone, end, at, sequence = large.pop(), large.pop(), large.pop(), large.pop()
        some = sequence[at : min(at + LARGE, end)]  # one that shrinks meanwhile has none any more
        if len(set(map(id, some))) < len(some) // OFTEN:  # a table of flags, of bytes: nothing stands alone there
            some = sequence[at : min(at + MUCH, end)]
            large += (sequence, at + len(some), end, alone)
            self._work += dict(zip(map(id, some), some, strict=True)).values()
            return len(some)
        if _is_plain(some, alone):
            some = sequence[at : min(at + MUCH, end)]
        if some:
            large += (sequence, at + len(some), end, alone)
            references = list(map(sys.getrefcount, some))
            own, others = some, []
            if references.count(alone) < len(some):
                own = list(compress(some, map(alone.__eq__, references)))
                others = list(compress(some, map(alone.__ne__, references)))
            kinds = set(map(type, own))
            for kind in kinds:
                members = own if len(kinds) == 1 else [x for x in own if type(x) is kind]
                if kind in LEAVES:
                    self.found += sum(map(LEAVES[kind], members))
                else:
                    others = others + members
            self._work += {id(each): each for each in others}.values()
        return len(some)


def _is_plain(some: list[Any], alone: int) -> bool:
    """Are these numbers and texts that stand nowhere else, and a few things that stand there again and again?"""
    references = list(map(sys.getrefcount, some))
    others = len(set(map(id, compress(some, map(alone.__ne__, references)))))
    return others <= MANY and LEAVES.keys() >= set(map(type, compress(some, map(alone.__eq__, references))))


def _references() -> int:
    """How many references there seem to be to a member of a list that stands nowhere else, when it is asked as
    `_some_of_large` asks."""
    sequence = [float(number) for number in range(3)]
    some = sequence[0:3]
    return min(list(map(sys.getrefcount, some)))


ALONE: Final = _references()
# what is no container, and how to ask for its size: the collector adds nothing to it
LEAVES: Final[dict[type, Callable[[Any], int]]] = {kind: kind.__sizeof__ for kind in (int, float, complex, str, bytes)}
PAIR: Final = sys.getsizeof(Pair())
OURS: Final = (
    "chibi_hooks.scheme.values.", "chibi_hooks.scheme.primitives.", "chibi_hooks.scheme.reading.syntax",
    "chibi_hooks.scheme.running.machine", "chibi_hooks.scheme.running.runs", "chibi_hooks.scheme.running.frames",
    "chibi_hooks.scheme.regexps.",
)  # fmt: skip
WAYS: Final[dict[type, Way]] = {
    **dict.fromkeys((list, tuple, dict, set, frozenset, CellType), "through"),
    **dict.fromkeys((str, int, float, complex, bytes, bytearray, CodeType), "leaf"),
    FunctionType: "procedure",
    type: "outside",
}


def _way_of(kind: type) -> Way:
    """How to go on at an instance of a class; classes of scripts' data are few, and all of ours."""
    way: Way = "through" if kind.__module__.startswith(OURS) and kind.__name__ != "Run" else "outside"
    WAYS[kind] = way
    return way


def _held_by(procedure: FunctionType) -> list[Any]:
    """What a procedure keeps alive: of code that is Scheme or makes values for it, and not the host's."""
    ours = procedure.__code__.co_filename.startswith("<scheme") or (procedure.__module__ or "").startswith(OURS)
    return [*(procedure.__closure__ or ()), *(procedure.__defaults__ or ())] if ours else []


def variables_of(thread: int, bottoms: Container[CodeType]) -> Iterator[Any]:
    """What the variables of a running thread hold, from its innermost frame down to one of the functions `bottoms`."""
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_code not in bottoms:
        if frame.f_code.co_flags & 1:  # a function: a module's variables are not its own
            variables = frame.f_locals
            yield from list(variables.values())
            if type(variables) is dict:  # CPython 3.12 and older keep this copy with the frame: let it keep nothing
                variables.clear()
        frame = frame.f_back
