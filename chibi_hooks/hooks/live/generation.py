"""What homes and sources gave -> one `Generation`: every responder, by hook point, in the order in which they answer.

Rules
-----
* Order at a point: what dialects found in homes (plugins), then Scheme hooks, then other sources; within each, lower
  homes first, then the order of files' names, then of registration.
* What cannot be loaded is a `Notice` and leaves the rest alone; where `on_failure = "deny"` covers it, it answers as
  a failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from chibi_hooks.hooks.answer import Answer, Failure, ResponderKind
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.homes.generated import flocks_in
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.live.home_files import files_of
from chibi_hooks.hooks.responders import Generation, Loaded, LoadedHome, Responder, Responders, Stage


def compose(
    number: int,
    project: Path,
    notices: Sequence[Notice],
    loaded: tuple[LoadedHome, ...],
    sources: tuple[Loaded, ...] = (),
) -> Generation:
    """The generation of these homes and sources; `notices` are those that belong to none of them."""
    inside = [each.notices for each in loaded] + [each.notices for each in sources]
    every = (*notices, *(notice for each in inside for notice in each))
    stated = [each.config.permission for each in loaded if each.config.permission is not None]
    vfs = files_of(loaded[-1].home, loaded[-1].config) if loaded else None
    hooks = _scheme_hooks(loaded)
    points = {point.key: point for point in POINTS.values()} | _foreign(sources)
    responders = {key: _responders(point, loaded, hooks.get(key, ()), sources) for key, point in points.items()}
    return Generation(number, project, loaded, sources, every, responders, stated[-1] if stated else "deny", vfs)


def _foreign(sources: Sequence[Loaded]) -> dict[str, type[Point]]:
    """The points of other tables that a source knows."""
    return {point.key: point for each in sources for point in each.responders if point.table is not POINTS}


def _responders(
    point: type[Point], loaded: Sequence[LoadedHome], scripts: Sequence[Responder], sources: Sequence[Loaded]
) -> Responders:
    others = tuple(hook for home in loaded for each in home.others for hook in each.responders.get(point, ()))
    stages = [Stage(each) for each in (others, tuple(scripts)) if each]
    for source in sources:
        if found := source.responders.get(point, ()):
            stages.append(Stage(found, source.parallel))
    broken = tuple(answer for each in loaded for answer in _broken(each, point))
    return Responders(point, tuple(stages), broken)


def _scheme_hooks(loaded: Sequence[LoadedHome]) -> dict[str, list[Responder]]:
    """The hooks of all files by point: one pass, since there may be ten thousand of them."""
    if not any(each.scripts for each in loaded):
        return {}
    from chibi_hooks.hooks.scripts.audience import audience_of  # a home without hook files does without
    from chibi_hooks.hooks.scripts.responder import responders_of

    found: dict[str, list[Responder]] = {}
    for each in loaded:
        flocks = flocks_in(each.home.path, each.config.flocks)
        for script in each.scripts:
            for point, hooks in responders_of(script, each.config, audience_of(script.name, flocks)).items():
                found.setdefault(point, []).extend(hooks)
    return found


def _broken(loaded: LoadedHome, point: type[Point]) -> Iterator[Answer]:
    """Whoever could not be loaded and shall deny by failing; what a whole file would have registered for is not known,
    nor what was meant by a registration for a point that there is not."""
    if not loaded.config.on_failure or not loaded.notices or not can_refuse(point):
        return
    kinds: dict[str, ResponderKind] = {notice.place: each.kind for each in loaded.others for notice in each.notices}
    there = {script.name for script in loaded.scripts}.union(*(each.places for each in loaded.others))
    told: set[str] = set()
    for notice in loaded.notices:
        concerned = notice.missing in ("*", point.wire) if notice.missing else notice.place not in there
        if concerned and notice.place not in told and loaded.config.denies_on_failure(point.wire, notice.place):
            told.add(notice.place)
            kind = kinds.get(notice.place, "scheme")
            yield Answer(notice.place, kind, notice.place, None, Failure("load", notice.reason))
