"""A host and one of its generations -> what tool calls by hooks of that generation may ask (`calling.Firing`): fires
and tools stay with the generation that a fire began with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.hooks.tools.calling import Chain, ToolCall
from chibi_hooks.hooks.tools.tool import Tool

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.vfs import Vfs
    from chibi_hooks.hooks.knowing.declared import Declared
    from chibi_hooks.hooks.knowing.knowledge import Knowledge
    from chibi_hooks.hooks.live.following import Reloading
    from chibi_hooks.hooks.scripts.telling import Teller

    class FiringHost(Reloading, Protocol):
        """What is needed of the host."""

        recorded_calls: Callable[[str, str, Any], ToolCall] | None

        @property
        def knowledge(self) -> Knowledge:
            """What hooks may ask it about."""

        def tools_of(self, generation: Generation) -> Mapping[str, Tool]:
            """The tools of a generation."""

        def fire_in(self, generation: Generation, point: str, payload: Mapping[str, Json]) -> Fire:
            """Fire with the responders of a generation. Raises BadRequest."""


class HostFiring:
    """One generation of a host, for calls (calling.Firing)."""

    __slots__ = ("generation", "host", "known", "project", "quick")

    def __init__(self, host: FiringHost, generation: Generation) -> None:
        self.host = host
        self.generation = generation
        self.project = generation.project
        self.known: Teller = _known_first  # no method: some hooks ask at every fire
        self.quick: dict[str, int] = {}  # points that ask nobody who may wait and are over soon -> slow fires since

    @property
    def tools(self) -> Mapping[str, Tool]:
        """See `Firing`; and so the others."""
        return self.host.tools_of(self.generation)

    @property
    def vfs(self) -> Vfs | None:
        return self.generation.vfs

    @property
    def cache_output_over(self) -> int:
        return self.generation.loaded[-1].config.cache_output_over if self.generation.loaded else 0

    def fire(self, point: str, payload: dict[str, Json]) -> Fire:
        return self.host.fire_in(self.generation, point, payload)

    def follow(self, path: str) -> Sequence[str]:
        from chibi_hooks.hooks.live.following import follow  # few tools write hook files

        return follow(self.host, path)

    @property
    def replays(self) -> bool:
        return self.host.recorded_calls is not None

    @property
    def declared(self) -> dict[str, Declared]:
        """The commands that homes declare, the highest home's where two have the same name."""
        from chibi_hooks.hooks.knowing.declared import Declared  # who asks for one runs it

        return {
            name: Declared(fact, each.environment, str(self.project))
            for each in self.generation.loaded
            for name, fact in each.config.facts.items()
        }

    def recorded(self, script: str, tool: str, arguments: Any) -> ToolCall | None:
        answer = self.host.recorded_calls
        return None if answer is None else answer(script, tool, arguments)


def _known_first(chain: Chain, script: str, question: str, told: dict[str, Json]) -> Json:
    """A question to who fires, and from now on without this."""
    from chibi_hooks.hooks.scripts.telling import telling  # who asks has the engine

    firing = chain.firing
    assert isinstance(firing, HostFiring)
    firing.known = telling(firing.host)
    return firing.known(chain, script, question, told)
