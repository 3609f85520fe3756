"""The system prompt: texts before it and after it."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Decision, PayloadPart, Point, answered, told
from chibi_hooks.hooks.deciding.rules import joined, prepended


class FlockGoals(PayloadPart):
    """The goals of one flock."""

    flock: str = told("name of the flock")
    goals: str = told("its goals")


class SystemPrompt(Point, table=Point.table):
    """What is told of the prompt."""

    context_name: str = told("active context", "default")
    summary: str = told("summary of the conversation so far, may be empty", "Ada ports her parser to Rust.")
    flock_goals: list[FlockGoals] = told(
        "goals of the flocks the context is in",
        [{"flock": "compilers", "goals": "Keep all tests green."}],
        optional=True,
    )
    todos: str = told("open tasks (old versions)", optional=True)
    goals: str = told("goals (old versions)", optional=True)


class PreSystemPrompt(SystemPrompt):
    """The system prompt is about to be built: put a text in front of it."""

    when = "before the system prompt is built"
    note = "Each text goes in front of everything so far, with a blank line between: the last hook's text comes first."

    class Outcome(Decision):
        inject: Annotated[str | None, prepended()] = answered("text to put in front; the empty text adds nothing")


class PostSystemPrompt(SystemPrompt):
    """The system prompt has been built: add a text at its end."""

    when = "after the system prompt is built"
    note = "Texts are added in the order of the hooks, with a blank line between."

    class Outcome(Decision):
        inject: Annotated[str | None, joined()] = answered("text to add; the empty text adds nothing")
