"""The agent's process: its start and its end."""

from chibi_hooks.hooks.deciding.point import Count, Point, told
from chibi_hooks.hooks.points.words import Remarks


class Lifecycle(Point, table=Point.table):
    """What is told of the process."""

    chibi_home: str = told("directory of the agent's own files", "/home/ada/.chibi", optional=True)
    project_root: str = told("directory of the project", "/home/ada/demo", optional=True)
    tool_count: Count = told("number of tools that are loaded", 42, optional=True)
    current_context: str = told("active context (old versions)", optional=True)
    verbose: bool = told("whether the agent was asked to be verbose (old versions)", optional=True)


class OnStart(Lifecycle):
    """The agent has started; nothing has happened yet."""

    when = "once, when the agent starts, before anything else"

    lenient = True
    Outcome = Remarks


class OnEnd(Lifecycle):
    """The agent is done."""

    when = "once, when the agent ends, after everything else"
    note = "The payload may be empty."
