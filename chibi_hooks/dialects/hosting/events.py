"""A host, an agent's name, an event and what is known of it -> `AgentFire`: the fire, and the agent's decision. What
`Host.fire_event` and the command `host` do.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.dialects.hosting.bridging import our_stages
from chibi_hooks.dialects.hosting.decision import decision_of
from chibi_hooks.dialects.hosting.event_run import ACTIVE_SKILLS
from chibi_hooks.dialects.hosting.hosted import HostedAgent, HostedEvent
from chibi_hooks.dialects.hosting.late_words import LateWord
from chibi_hooks.dialects.hosting.settings import HostSettings, read_settings
from chibi_hooks.dialects.hosting.source import GivenHandlers, HandlerHook, Hosting, as_trusted
from chibi_hooks.dialects.hosting.table import table_of
from chibi_hooks.dialects.rows.settings import Places
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.errors import BadPayload, BadRequest, did_you_mean
from chibi_hooks.hooks.fire import Fire, Origin
from chibi_hooks.hooks.payload import fault_in
from chibi_hooks.hooks.responders import Responders, Stage

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.responders import Generation

DIALECTS: Final = "chibi_hooks.dialects"


@dataclass(frozen=True, slots=True)
class AgentFire:
    """An agent's event that was answered. `decision` is what the agent would do, as `host` prints it."""

    fire: Fire
    decision: Mapping[str, Json]
    hosting: Hosting

    @property
    def answers(self) -> Sequence[Answer]:
        """What everybody said, in order."""
        return self.fire.answers

    @property
    def outcome(self) -> Any:
        """The folded outcome."""
        return self.fire.outcome

    @property
    def refused(self) -> Sequence[str]:
        """Why the agent itself would not start with its settings."""
        return self.hosting.settings.refused

    def wait(self) -> list[LateWord]:
        """Until the handlers that nobody waits for have ended, or have had their time; what they said, which the next
        event of the session has no more."""
        self.hosting.background.wait()
        session = self.fire.origin.session if self.fire.origin is not None else ""
        return self.hosting.late.take(session)

    def to_json(self) -> dict[str, Json]:
        """The fire as `fire --json` prints it, with the decision."""
        return {**self.fire.to_json(), "decision": dict(self.decision)}


def hosted_agent(agent: str, profile: str | None = None) -> HostedAgent:
    """The agent as the host of its handlers. Raises BadRequest."""
    from chibi_hooks.dialects.rows.dialect import dialect_of, row_dialects

    dialect = dialect_of(agent)
    if dialect is None or dialect.agent != agent:
        names = [each.agent for each in row_dialects()]
        near = did_you_mean(agent, names)
        raise BadRequest(f'there is no agent "{agent}"{near}; there are: {", ".join(names)}')
    try:
        found: HostedAgent = import_module(f"{DIALECTS}.{agent.replace('-', '_')}.hosting").HOSTED
    except ModuleNotFoundError:
        raise BadRequest(f"{agent} has no handlers that could be run: {dialect.unhosted}") from None
    if profile is None or profile == found.profile:
        return found
    if profile not in found.profiles:
        there = ", ".join([found.profile, *found.profiles]) if found.profile else "no profiles"
        raise BadRequest(f'{agent} has no profile "{profile}"; there are {there}')
    return found.profiles[profile]


def settings_of(
    agent: str, around: Surroundings, project: Path, profile: str | None = None, managed: Path | None = None
) -> tuple[RowDialect, HostSettings]:
    """What an agent's files say in a project, whoever trusts them. Raises BadRequest."""
    from chibi_hooks.dialects.rows.dialect import dialect_of

    hosted = hosted_agent(agent, profile)
    dialect = dialect_of(agent)
    assert dialect is not None, "whoever has handlers has rows"
    return dialect, read_settings(hosted, dialect.settings, around, Places(project, managed))


def handlers_here(agent: str, around: Surroundings, project: Path) -> HostSettings:
    """The same, with what is not trusted marked. Raises BadRequest."""
    _, settings = settings_of(agent, around, project)
    given = GivenHandlers(project)
    entries = tuple(as_trusted(each, given, settings.hosted, around) for each in settings.entries)
    return replace(settings, entries=entries)


def fire_event(host: Host, agent: str, name: str, payload: Mapping[str, Json], *, alone: bool = False) -> AgentFire:
    """Answer an event of an agent: our plugins and Scheme hooks, then its own handlers, in one fire.

    `alone`: without ours. Raises BadRequest, BadPayload.
    """
    ours = () if alone else host.generation.responders.values()
    if any(is_replaced() for each in ours for is_replaced in each.replaceable):
        host.reload()  # another plugin lies there now
    generation = host.generation
    hosting = _hosting(generation, agent)
    hosted = hosting.settings.hosted
    event = hosted.event(name)
    if event is None:
        names = [each.name for each in hosted.events]
        near = did_you_mean(name, names) or f"; there are: {', '.join(names)}"
        raise BadRequest(f"{agent} has no event {name}{near}")
    if fault := fault_in(payload):
        raise BadPayload(f"{agent}: {name}: {fault}")
    told = complete(hosted, event, payload, hosting.settings.project)
    run = hosting.begin(name, told, payload)
    assert run is not None, "it has this event"
    said = payload.get(hosted.name_key)
    if isinstance(said, str) and hosted.aliases.get(said, said) != event.name:
        run.warnings.append(f"asked about {name}, and the event says {said}")
    stages, broken = ([], ()) if alone else our_stages(hosting.dialect, event, told, generation, run.warnings)
    chosen = tuple(HandlerHook(entry, hosting, run) for entry in run.choose())
    if event.backwards:
        chosen = chosen[::-1]
    if chosen:
        stages.append(Stage(chosen, hosted.parallel and not run.in_turn))
    point = table_of(hosted)[event.name]
    responders = Responders(point, tuple(stages), broken)
    narrowed = replace(generation, responders={**generation.responders, point.key: responders})
    session = told.get(hosted.session_at)
    origin = Origin(agent, event.name, session if isinstance(session, str) else "")
    late = hosting.late.take(origin.session)  # of handlers that nobody waited for, at events before this one
    fire = host.fire_in(narrowed, point.key, told, origin=origin, settle=False)
    decision = decision_of(run, fire)
    for word in late:
        decision["context"] += word.context
        decision["system_messages"] += word.system_messages
        if word.fault:
            decision["warnings"].append(f"{word.place}: {word.fault}")
    hosting.stops.note(hosted, event, origin.session)
    wanted = decision["keep_going"] is not None
    if event.stops and (
        why := hosting.stops.refusal(hosted, event, origin.session, hosting.settings.environment, wanted=wanted)
    ):
        decision["keep_going"] = None
        decision["warnings"].append(why)
    return AgentFire(fire, decision, hosting)


def answers_again(generation: Generation, point: str, payload: Mapping[str, Json]) -> Responders | None:
    """Who of ours answers an agent's event, for a replay of it: its handlers are not asked again."""
    from chibi_hooks.dialects.rows.dialect import dialect_of

    agent, _, name = point.partition(":")
    try:
        hosted = hosted_agent(agent)
    except BadRequest:
        return None
    event, dialect = hosted.event(name), dialect_of(agent)
    if event is None or dialect is None:
        return None
    stages, broken = our_stages(dialect, event, payload, generation, [])
    return Responders(table_of(hosted)[event.name], tuple(stages), broken)


def _hosting(generation: Generation, agent: str) -> Hosting:
    """What the host has of this agent. Raises BadRequest."""
    for each in generation.sources:
        if isinstance(each.held, Hosting) and each.source == agent:
            return each.held
    hosted_agent(agent)
    raise BadRequest(f'this Host has no handlers of {agent}; open it with sources=[Source("{agent}", project=…)]')


# what the agent would send --------------------------------------------------------------------------------------------


def complete(hosted: HostedAgent, event: HostedEvent, payload: Mapping[str, Json], project: Path) -> dict[str, Json]:
    """The event as the agent would send it: what is given, and whatever else it always says."""
    made: dict[str, Json] = {hosted.name_key: event.name}
    for key, value in (*hosted.sends.items(), *event.sends.items()):
        made[key] = _stated(value, project)
    for key, value in payload.items():
        if key == ACTIVE_SKILLS:
            continue
        before = made.get(key) if key in hosted.nested else None
        made[key] = {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
    made[hosted.name_key] = event.name
    return made if hosted.shape is None else hosted.shape(made, project)


def _stated(value: Json, project: Path) -> Json:
    """A value of the table with what is known here in its place."""
    match value:
        case str() if "{project}" in value:
            return value.replace("{project}", str(project))
        case "{uuid}":
            return str(uuid.uuid4())
        case "{now}":
            return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
        case "{ms}":
            return int(time.time() * 1000)
        case [*members]:
            return [_stated(each, project) for each in members]
        case dict():
            return {key: _stated(each, project) for key, each in value.items()}
    return value
