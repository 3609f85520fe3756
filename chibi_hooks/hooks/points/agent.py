"""Sub-agents: a second model call that a tool starts."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides, joined
from chibi_hooks.hooks.points.words import Ending, Remarks


class PreSpawnAgent(Point):
    """A sub-agent is about to be called: answer in its place, or block it."""

    when = "before a sub-agent's model call"
    note = "The first hook with a response or a block decides; in one answer the response beats the block."

    system_prompt: str = told("system prompt of the sub-agent", "You summarise log files.")
    input: str = told("what it is to work on", "12:00 build started\n12:01 build failed: lock file is out of date")
    model: str = told("name of the model", "anthropic/claude-haiku-4")
    temperature: float | None = told("sampling temperature", 0.2, optional=True)
    max_tokens: int | None = told("longest answer", 800, optional=True)

    class Outcome(Remarks):
        response: Annotated[str | None, decides()] = answered("the answer to use; no model is called")
        block: Annotated[bool, decides()] = answered("true blocks the call", False)
        message: Annotated[str | None, beside("block", default="Sub-agent call blocked by hook")] = answered(
            "what the model reads instead of an answer"
        )


class PostSpawnAgent(Point):
    """A sub-agent has answered."""

    when = "after a sub-agent has answered"

    system_prompt: str = told("system prompt of the sub-agent", "You summarise log files.")
    input: str = told("what it worked on", "12:00 build started\n12:01 build failed: lock file is out of date")
    model: str = told("name of the model", "anthropic/claude-haiku-4")
    response: str = told("its answer", "The build failed: the lock file is out of date.")

    lenient = True

    class Outcome(Ending):
        keep_going: Annotated[str | None, joined()] = answered("what the sub-agent shall do before it may end")
