"""A journal that grows -> how often each responder answered, failed and had an opinion, and how long it took.

Each look reads only the fires that are new since the last one, and no more than `MOST` of them: counts begin with the
last `MOST` fires of the journal.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.recording.journal import Journal, Wanted
from chibi_hooks.hooks.recording.recorded import Recorded

MOST: Final = 2_000
KEPT: Final = 200  # times of a responder, of which the percentiles are
PLACES: Final = 5_000  # responders that are counted; a journal may name any number

WhoAtPoint = tuple[str, str, str]  # a point, who answers there, and in which file: lines move with every save


class Counted:
    """What was counted so far, for one thread at a time."""

    def __init__(self) -> None:
        self.fires: Counter[str] = Counter()  # by point
        self.decisions: Counter[tuple[str, str]] = Counter()  # by point and decision
        self._asked: Counter[WhoAtPoint] = Counter()
        self._opinions: Counter[WhoAtPoint] = Counter()
        self._failed: Counter[WhoAtPoint] = Counter()
        self._times: dict[WhoAtPoint, deque[float]] = {}
        self._seq = 0

    def read(self, journal: Journal) -> None:
        """Count what is new. Raises ConfigError when the journal cannot be read."""
        self.count(journal.fires(Wanted(after=self._seq), MOST))

    def count(self, fires: Iterable[Recorded]) -> None:
        """Count these fires, oldest first."""
        for fire in fires:
            self._seq = fire.seq
            self.fires[fire.point] += 1
            self.decisions[fire.point, fire.decision] += 1
            for answer in fire.answers:
                key = _key(fire.point, answer.responder, answer.place)
                if key not in self._times and len(self._times) >= PLACES:
                    continue
                self._asked[key] += 1
                self._failed[key] += answer.error is not None
                self._opinions[key] += answer.error is None and answer.value not in (None, {})
                self._times.setdefault(key, deque(maxlen=KEPT)).append(answer.ms)

    def of(self, point: str, name: str, place: str | None) -> dict[str, Json]:
        """`asked`, `opinions` and `failed` as counts, `p50` and `p95` in milliseconds or null."""
        key = _key(point, name, place)
        times = sorted(self._times.get(key, ()))
        return {
            "asked": self._asked[key],
            "opinions": self._opinions[key],
            "failed": self._failed[key],
            "p50": _percentile(times, 50),
            "p95": _percentile(times, 95),
        }


def _key(point: str, name: str, place: str | None) -> WhoAtPoint:
    return point, name, (place or "").partition(":")[0]


def _percentile(times: list[float], percent: int) -> float | None:
    return round(times[(len(times) - 1) * percent // 100], 3) if times else None
