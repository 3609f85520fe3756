"""The agent's loop: who goes on after a turn, and how many tool calls are left."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Count, Decision, Json, PayloadPart, Point, answered, told
from chibi_hooks.hooks.deciding.rules import joined, last, restarts, total
from chibi_hooks.hooks.points.api import FUEL_REMAINING, FUEL_TOTAL
from chibi_hooks.hooks.points.words import Ending

FALLBACK = "who goes on when the model does not say: call_agent or call_user"
FUEL = "tool calls left from here on; 0 is none, not unlimited"
FUEL_DELTA = "tool calls to add, or to take away when negative; never under 0"


class CalledTool(PayloadPart):
    """A tool call of the batch."""

    name: str = told("name of the tool")
    arguments: Json = told("its arguments, as the model gave them")


class GoingOn(Decision):
    """Who goes on, and how long: what may be answered before a loop and after each batch of its tools."""

    fallback: Annotated[str | None, last()] = answered(FALLBACK)
    fuel: Annotated[Count | None, restarts(total="fuel_delta", start="fuel_remaining")] = answered(FUEL)
    fuel_delta: Annotated[int | None, total(on="fuel", start="fuel_remaining")] = answered(FUEL_DELTA)


class PreAgenticLoop(Point):
    """The agent is about to start its loop: say who goes on, set the number of tool calls."""

    when = "before the loop of a turn starts"
    note = (
        "What post_tool_batch says later outranks this, and both outrank the configuration. Without fuel_remaining "
        "there is no limit, and fuel and fuel_delta are ignored."
    )

    context_name: str = told("active context", "default")
    fuel_remaining: Count = told(FUEL_REMAINING, 30, optional=True)
    fuel_total: Count = told(FUEL_TOTAL, 30, optional=True)
    current_fallback: str = told("the configured fallback: call_agent or call_user", "call_agent")
    message: str = told("the prompt of this turn", "Why does the build fail?")

    Outcome = GoingOn


class PreStop(Point):
    """The agent is about to end its turn: have it go on."""

    when = "before an agent ends its turn"
    note = "How often in a row it is made to go on is bounded (`[agents] stop_cap`), whatever the agent does itself."

    response: str = told("what the model said last", "Done: the lock file is up to date.", optional=True)
    stop_active: bool = told("whether it goes on already because a hook wanted it", False, optional=True)
    loop_count: Count = told("how often it went on so far", 0, optional=True)

    class Outcome(Ending):
        keep_going: Annotated[str | None, joined()] = answered("what the agent shall do before it may end")


class PostTurnFailure(Point):
    """A turn has ended because of a failure."""

    when = "after a turn failed"

    error: str = told("what kind of failure", "rate_limit")
    details: str = told("the failure in full", "429 Too Many Requests", optional=True)
    response: str = told("what the model said last", optional=True)


class PostToolBatch(Point):
    """The tools that the model asked for have run: say who goes on, change the number of tool calls left."""

    when = "after a batch of tool calls"
    note = (
        "This outranks pre_agentic_loop and the configuration. Without fuel_remaining there is no limit, and fuel and "
        "fuel_delta are ignored."
    )

    context_name: str = told("active context", "default")
    fuel_remaining: Count = told(FUEL_REMAINING, 12, optional=True)
    fuel_total: Count = told(FUEL_TOTAL, 30, optional=True)
    current_fallback: str = told("the configured fallback: call_agent or call_user", "call_agent")
    tool_calls: list[CalledTool] = told(
        "the calls of the batch",
        [
            {"name": "file_head", "arguments": {"path": "Cargo.toml"}},
            {"name": "shell_exec", "arguments": {"command": "cargo update"}},
        ],
    )

    Outcome = GoingOn
