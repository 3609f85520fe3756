"""Calls into worlds -> what each has drawn of its time: `Share`, and the `Tally` of all that one event sets off.

Rules
-----
* A share is one world's, for all its calls that belong together (a fire, with everything that it sets off). What one
  world spends shortens no other's, but for a `JointLimit`, whose worlds together have a limit too.
* By the thread's computing; what nobody measured is drawn by the clock, and counts only until every call is measured
  (budget.py).
"""

from __future__ import annotations

from chibi_hooks.inlined import inlined
from chibi_hooks.typenames import Final

PATIENCE: Final = 10  # times the limit by the clock: a machine may be busy, and a call must end all the same
GRACE: Final = 5.0  # seconds by the clock that even the shortest limit gets: a machine at load 10 takes a second away
UNMEASURED: Final = 0.125  # of a share, by the clock, before every call is measured

_new: Final = object.__new__


class JointLimit:
    """Worlds that together may compute so many seconds for one tally."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


class Tally:
    """What one event has drawn so far, and the shares that did, by world."""

    __slots__ = ("drawn", "shares")

    def __init__(self) -> None:
        self.drawn = 0.0
        self.shares: dict[object, Share] | None = None  # made with the first

    @inlined
    def share_of(self, world: object, seconds: float, joint: JointLimit | None = None) -> Share:
        """The share of a world, of which it has drawn already what its earlier calls took."""
        shares = self.shares
        if shares is not None and (found := shares.get(world)) is not None:
            return found
        if shares is None:
            return self.first_share(world, seconds, joint)
        made = _share(self, seconds, joint)
        return shares.setdefault(world, made)

    @inlined
    def first_share(self, world: object, seconds: float, joint: JointLimit | None = None) -> Share:
        """The same where nobody has drawn yet."""
        share = _share(self, seconds, joint)
        self.shares = {world: share}
        return share


@inlined
def _share(tally: Tally, seconds: float, joint: JointLimit | None) -> Share:
    share = _new(Share)  # and filled: half the price of a constructor, and every fire makes one
    share.seconds = seconds
    share.tally = tally
    share.joint = joint
    share.computed = share.measured = share.clock = 0.0
    return share


class Share:
    """Seconds of computing that several calls draw from."""

    __slots__ = ("seconds", "tally", "joint", "computed", "measured", "clock")

    def __init__(self, seconds: float, tally: Tally | None = None, joint: JointLimit | None = None) -> None:
        self.seconds = seconds
        self.tally = tally
        self.joint = joint
        self.computed = 0.0
        self.measured = 0.0  # by the clock, of calls whose computing is known
        self.clock = 0.0  # in all, by the clock

    @property
    def left(self) -> float:
        """Seconds of computing that may still be drawn."""
        left = self.seconds - self.computed
        if self.joint is not None and self.tally is not None and self.tally.drawn + left > self.joint.seconds:
            left = min(left, self.joint.seconds - self.drawn_together())
        return left

    @property
    def patience(self) -> float:
        """Seconds by the clock that there still are."""
        return max(PATIENCE * self.seconds, self.seconds + GRACE) - self.clock

    def is_spent(self) -> bool:
        """Is there nothing left?"""
        if self.clock and (self.computed >= self.seconds or self.patience <= 0.0):
            return True
        joint, tally = self.joint, self.tally
        return joint is not None and tally is not None and tally.drawn >= joint.seconds and self.left <= 0.0

    def is_measured(self) -> bool:
        """Must every call be measured from now on?"""
        return self.clock - self.measured > UNMEASURED * self.seconds

    def draw(self, clock: float, computed: float) -> None:
        """A call took so much by the clock, and computed so much."""
        self.clock += clock
        self.measured += clock
        self.computed += computed
        if self.tally is not None:
            self.tally.drawn += computed

    def draw_unmeasured(self, clock: float) -> None:
        """A call took so much by the clock, and nobody measured what it computed."""
        self.clock += clock
        if self.tally is not None:
            self.tally.drawn += clock

    def limit_reached(self) -> float:
        """The limit of which nothing is left: its own, or that of its joint."""
        joint = self.joint
        if joint is None or self.computed >= self.seconds or self.drawn_together() < joint.seconds:
            return self.seconds  # of the clock, too: on a busy machine that comes first
        return joint.seconds

    def drawn_together(self) -> float:
        """Seconds of computing that all worlds of its joint have drawn for this tally."""
        shares = self.tally.shares if self.tally is not None else None
        return sum(each.computed for each in (shares or {}).values() if each.joint is self.joint)
