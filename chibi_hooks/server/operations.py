"""A request -> what a resident host does about it: one function for each operation, added by one declaration.

    @operation("greet")
    def greet(resident, request):
        return {"text": f"hello {request.text('name')}"}

An operation gives a JSON object, or an iterator of them: every one is sent as it comes, and what the iterator holds is
let go when the client goes. What it raises as a HookError is the client's error; anything else is our fault. Other
layers declare theirs in modules of their own (`Resident.more`). Each request runs on a thread of its own; what is to
last until the client's next request is kept in `request.keeper.kept`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.server.address import names_of
from chibi_hooks.server.fired import Fired
from chibi_hooks.server.request import Elsewhere, Request

if TYPE_CHECKING:
    from chibi_hooks.hooks.recording.recorder import Recorder
    from chibi_hooks.hooks.responders import Generation
    from chibi_hooks.server.resident import Resident

Told = dict[str, Json]
Response = Told | Iterator[Told]
Operation = Callable[["Resident", Request], Response]

_OPERATIONS: Final[dict[str, Operation]] = {}
OWN: Final = ("chibi_hooks.server.agents.events",)  # operations of this layer that few hosts need
PATIENCE: Final = 10.0  # seconds that a fire waits for a journal that is being written
LOOK: Final = 1.0  # seconds between two looks at how the host watches, while somebody follows


def operation(name: str) -> Callable[[Operation], Operation]:
    """Declare what is done about requests for `name`."""

    def declare(function: Operation) -> Operation:
        if _OPERATIONS.setdefault(name, function) is not function:
            raise ValueError(f"there are two operations {name}: {_OPERATIONS[name].__module__}, {function.__module__}")
        return function

    return declare


def find_operation(name: str, more: Sequence[str] = ()) -> Operation:
    """The operation of that name; `more` are modules that may declare it. Raises BadRequest."""
    if name not in _OPERATIONS:
        for module in (*OWN, *more):
            import_module(module)
            if name in _OPERATIONS:
                break
    if name not in _OPERATIONS:
        there = f"; there are: {', '.join(sorted(_OPERATIONS))}"
        raise BadRequest(f'there is no operation "{name[:64]}"{did_you_mean(name[:64], _OPERATIONS) or there}')
    return _OPERATIONS[name]


def ask(resident: Resident, request: Request) -> Response:
    """Do what is asked for. Raises HookError."""
    resident.served += 1
    return find_operation(request.op, resident.more)(resident, request)


@operation("fire")
def fire(resident: Resident, request: Request) -> Told:
    """`point`, `payload`, where the client stands (client.standing) -> everything that `chibi-hooks fire` prints.

    `look`: what was saved a moment ago decides, whatever the watch has noticed. `written`: the answer comes when the
    journal has the fire.
    """
    return fire_for(resident, request).to_json()


def fire_for(resident: Resident, request: Request) -> Fired:
    """What the operation `fire` does, for whoever is in the same process. Raises HookError."""
    host, recorder = resident.host, resident.host.recorder
    if request.flag("look"):
        host.reload()
    generation = _view(resident, request)
    lost, noted = (recorder.lost, recorder.notice) if recorder is not None else (0, None)
    fired = host.fire_in(generation, request.text("point"), request.fields.get("payload"))  # type: ignore[arg-type]
    gap = not_recorded(recorder, lost, request, PATIENCE)
    now = recorder.notice if recorder is not None else None
    return Fired(fired, _told_notices(resident, generation), gap, now if now != noted else None)


def not_recorded(recorder: Recorder | None, lost: int, request: Request, patience: float) -> str | None:
    """Why the journal does not have all that was fired meanwhile, after a wait of so many seconds for it if the request
    says `written`; None when it has, or there is none."""
    if recorder is None:
        return None
    written = not request.flag("written") or recorder.flush(patience)
    if recorder.lost > lost:
        return recorder.last_loss
    return None if written else f"{recorder.fault or 'the journal is slow'}; not written yet: {recorder.waiting}"


@operation("sample")
def sample(resident: Resident, request: Request) -> Told:
    """`point` -> a payload as one would meet it there."""
    from chibi_hooks.hooks.deciding.point import find
    from chibi_hooks.hooks.deciding.samples import sample

    return {"payload": sample(find(request.text("point")))}


@operation("status")
def status(resident: Resident, request: Request) -> Told:
    """Who holds the host, what is live, since when, and what is wrong on disk."""
    generation = resident.host.generation
    return {
        **resident.about(),
        **resident.host.status.to_json(),
        "responders": sum(len(each.hooks) for each in generation.responders.values()),
        "isolated": generation.isolated,
        "notices": _told_notices(resident, generation),
    }


@operation("reload")
def reload(resident: Resident, request: Request) -> Told:
    """Look at the disk now -> what changed (null: nothing), and what is wrong."""
    reloaded = resident.host.reload()
    status = resident.host.status
    return {"reloaded": None if reloaded is None else reloaded.to_json(), "status": status.to_json()}


@operation("rollback")
def rollback(resident: Resident, request: Request) -> Told:
    """Bring back what the generation before had -> what changed."""
    return {"reloaded": resident.host.rollback().to_json()}


@operation("hand_over")
def hand_over(resident: Resident, request: Request) -> Told:
    """Another process wants to hold these homes -> `handed`: will it be let?"""
    return {"handed": resident.hand_over()}


@operation("follow")
def follow(resident: Resident, request: Request) -> Iterator[Told]:
    """One object for each event: first the status, then every reload; with `decisions`, what each save changes about
    recorded decisions. `at_work`: the user edits meanwhile, so what changes in a project's trusted home is trusted.
    """
    following = resident.feed.follow()
    request.on_interrupt(following.end)
    with ExitStack() as stack:
        stack.callback(following.close)
        if request.flag("at_work"):
            stack.callback(resident.begin_work())
        if decided := request.flag("decisions"):
            stack.callback(resident.decisions.used())
        yield {"event": "status", **status(resident, request)}  # type: ignore[dict-item]
        told = resident.host.status.notice
        while not request.interrupted.is_set():
            event = following.next(LOOK)
            if event is not None:
                if decided or event["event"] != "decisions":
                    yield event
            elif following.has_ended:
                return
            elif (now := resident.host.status.notice) != told:
                told = now
                yield {"event": "watching", "notice": now}


def _view(resident: Resident, request: Request) -> Generation:
    return resident.view(*where_it_stands(resident, request))


def where_it_stands(resident: Resident, request: Request) -> tuple[str, list[Notice]]:
    """The project of the client, and the notices of its homes. Raises Elsewhere when it means others than we hold."""
    notices = request.list("notices")
    if not all(isinstance(each, list) and len(each) == 2 for each in notices):
        raise BadRequest(f"{request.op}: notices: wanted pairs of place and reason")
    stood = resident.host.generation
    homes = request.fields.get("homes")
    if homes is not None and homes != names_of(each.home for each in stood.loaded):
        raise Elsewhere("the resident host holds other homes by now")
    project = request.text("project", str(stood.project))
    return project, [Notice(str(place), str(reason)) for place, reason in notices]


def _told_notices(resident: Resident, generation: Generation) -> list[Json]:
    """What is not as it should be; `stale`: a last good version answers."""
    left_out = generation.notices
    return [
        {"place": each.place, "reason": each.reason, "page": each.page, "stale": each not in left_out}
        for each in resident.host.notices_of(generation)
    ]
