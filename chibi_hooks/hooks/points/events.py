"""What agents tell and no other point is about: nothing that an agent sends is lost."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Json, Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides
from chibi_hooks.hooks.points.words import Ending, Remarks


class OnNotification(Point):
    """The agent has told its user something."""

    when = "when an agent notifies its user"

    message: str = told("what it says", "Claude needs your permission to use Bash")
    title: str = told("its title", optional=True)
    type: str = told("what it is about, in the agent's word", "permission_prompt", optional=True)
    level: str = told("how serious it is", optional=True)

    Outcome = Remarks


class AgentEvent(Point):
    """An agent has sent an event that is nothing else of ours, or that could not be understood."""

    when = "at every event of an agent for which there is no other point"

    agent: str = told("the agent", "claude-code")
    event: str = told("the event, in its own word", "cwd_changed")
    payload: Json = told("all that it sent", {"old_cwd": "/home/ada", "new_cwd": "/home/ada/demo"})
    fault: str = told("what was wrong with it", optional=True)

    refuses = False

    class Outcome(Ending):
        block: Annotated[bool, decides()] = answered("true refuses what the event announces, where that can be", False)
        message: Annotated[str | None, beside("block", default="Refused by hook")] = answered("why")
