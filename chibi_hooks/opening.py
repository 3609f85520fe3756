"""A home -> a running `Host`, with what every dialect finds there: what `chibi_hooks.Host` is. And `Source`: another
agent's handlers beside it.

    host = Host.open(sources=[Source("claude-code", project="/work/demo", trusted=True)])
    host.fire_event("claude-code", event, {"tool_name": "Bash", "tool_input": {"command": "ls"}}).decision

The hall knows no dialect. This file stands above both and hands the one to the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from chibi_hooks.dialects import in_homes
from chibi_hooks.hooks import host
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.settling import PermissionHandler
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.config import Isolation
from chibi_hooks.hooks.homes.home import Given, Surroundings
from chibi_hooks.hooks.live import source
from chibi_hooks.hooks.live.homes_seen import SeenHome
from chibi_hooks.hooks.tools.python_tools import Offered

if TYPE_CHECKING:
    from chibi_hooks.dialects.hosting.events import AgentFire


@dataclass(frozen=True, slots=True)
class Source:
    """Another agent's handlers, as its settings files say. `project`: the directory whose files count (default: where
    the program runs); `managed` is in place of the directory of the agent's managed settings, `plugins` are directories
    of plugins, `profile` is one of the agent's. Handlers that come with the project run when it is `trusted`, or when
    the user has said so (`chibi-hooks trust --agent`).
    """

    agent: str
    project: str | os.PathLike[str] | None = None
    managed: str | os.PathLike[str] | None = None
    profile: str | None = None
    trusted: bool = False
    plugins: Sequence[str | os.PathLike[str]] = ()
    silent: bool = False  # none of them runs, as with the agent's own switch
    ask: Callable[[dict[str, Json]], Json] | None = None  # for handlers that need a model (hosting/source.py: Model)
    wake: Callable[[str, str], object] | None = None  # told session and text of a handler that wakes the agent

    def begun(self, around: Surroundings) -> source.Source:
        """The source itself. Raises BadRequest."""
        from chibi_hooks.dialects.hosting.events import hosted_agent  # few programs host another agent's handlers
        from chibi_hooks.dialects.hosting.source import GivenHandlers, handlers_source
        from chibi_hooks.dialects.rows.dialect import dialect_of

        hosted = hosted_agent(self.agent, self.profile)
        dialect = dialect_of(self.agent)
        if dialect is None:
            raise BadRequest(f"{self.agent}: there are no rows of it")
        project = around.directory / Path(self.project or ".")
        given = GivenHandlers(
            Path(os.path.normpath(project)),
            None if self.managed is None else around.directory / Path(self.managed),
            tuple(around.directory / Path(each) for each in self.plugins),
            self.trusted,
            self.silent,
            self.ask,
            self.wake,
        )
        return handlers_source(dialect, hosted, given, around)


AnySource = Source | source.Source


class Host(host.Host):
    """A running hook host; make one with `Host.open`, close it with `close` or a `with` statement. Threads may share
    it."""

    @classmethod
    def open(
        cls,
        home: Given = None,
        *,
        permission_handler: PermissionHandler | None = None,
        tools: Mapping[str, Offered] | None = None,
        watch: bool = False,
        around: Surroundings | None = None,
        fresh: bool = False,
        record: bool | str | os.PathLike[str] = True,
        sources: Sequence[AnySource] = (),
        others: Sequence[Callable[[SeenHome], source.Source]] | None = None,
        steer_collector: bool = True,
        last_good: bool = True,
        isolation: Isolation | None = None,
    ) -> Self:
        """Load the plugins and hook files of `home` (default: the homes that count in the working directory).

        The arguments are those of the hall's `Host.open` (hooks/host.py); `others` are what dialects find in homes,
        unless the caller says otherwise. Raises ConfigError, and BadRequest for what cannot be a tool.
        """
        around = around or (Surroundings.of_process() if sources else None)
        begun = [each.begun(around) if isinstance(each, Source) else each for each in sources] if around else []
        return super().open(
            home,
            permission_handler=permission_handler,
            tools=tools,
            watch=watch,
            around=around,
            fresh=fresh,
            record=record,
            sources=begun,
            others=tuple(in_homes()) if others is None else others,
            steer_collector=steer_collector,
            last_good=last_good,
            isolation=isolation,
        )

    def fire_event(self, agent: str, event: str, payload: Mapping[str, Json] | None = None) -> AgentFire:
        """Answer an event of an agent whose handlers are a source of this host: our plugins and Scheme hooks, then its
        handlers, in one fire. `payload` is the event, or any part of it; `decision` is what the agent would do.

        Raises BadRequest for an agent or an event that there is not, BadPayload for what is no JSON.
        """
        from chibi_hooks.dialects.hosting.events import fire_event  # few programs do

        return fire_event(self, agent, event, payload or {})

    async def afire_event(self, agent: str, event: str, payload: Mapping[str, Json] | None = None) -> AgentFire:
        """`fire_event` for asyncio programs; the loop is never blocked. Raises what `fire_event` does."""
        return await self.in_pool(lambda: self.fire_event(agent, event, payload))
