"""Tool calls: before and after a tool runs, and its output on the way to the model."""

from typing import Annotated

from chibi_hooks.hooks.deciding.point import Decision, Json, Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides, last
from chibi_hooks.hooks.points.words import USER_MESSAGE, Ending, Requests


class PreTool(Point):
    """A tool is about to run: change its arguments, or block it."""

    when = "before a tool runs, and before its permission is asked"
    note = "In one answer block beats arguments; arguments replace the whole value, nothing is merged."

    tool_name: str = told("name of the tool", "shell_exec")
    arguments: Json = told("its arguments, normally an object", {"command": "rm -rf build", "timeout": 30})

    class Outcome(Requests):
        block: Annotated[bool, decides()] = answered("true blocks the call", False)
        message: Annotated[str | None, beside("block", default="Tool call blocked by hook")] = answered(
            "what the model reads instead of a result"
        )
        arguments: Annotated[Json, last()] = answered("the arguments to use instead")
        user_message: Annotated[str | None, beside("block")] = answered(USER_MESSAGE)


class PostTool(Point):
    """A tool has run."""

    when = "after a batch of tools has run, once for each"

    tool_name: str = told("name of the tool", "file_head")
    arguments: Json = told("its arguments", {"path": "Cargo.toml", "lines": 3})
    result: str = told("its output", '[package]\nname = "demo"\nversion = "0.1.0"')
    cached: bool = told("true when the output was too long and went to the cache", False)

    lenient = True
    refuses = False

    class Outcome(Ending):
        block: Annotated[bool, decides()] = answered("true tells the model that the result will not do", False)
        message: Annotated[str | None, beside("block", default="Result refused by hook")] = answered(
            "why, for the model"
        )


class PostToolFailure(Point):
    """A tool has failed."""

    when = "after a tool has failed"
    note = "chibi has no such moment: a failure is in the text of `post_tool` there."

    tool_name: str = told("name of the tool", "shell_exec")
    arguments: Json = told("its arguments", {"command": "make"})
    error: str = told("what went wrong", "Exit code 2\nmake: *** No targets.")

    Outcome = Ending


class PreToolOutput(Point):
    """A tool has given its output: change or replace what the model will read."""

    when = "after a tool has run (or was blocked), before caching"

    tool_name: str = told("name of the tool", "shell_exec")
    arguments: Json = told("its arguments, as hooks left them", {"command": "printenv"})
    output: str = told("what the tool gave", "HOME=/home/ada\nAPI_KEY=sk-123456\n")

    class Outcome(Decision):
        block: Annotated[bool, decides()] = answered("true replaces the output by the message", False)
        message: Annotated[str | None, beside("block", default="Output blocked by hook")] = answered(
            "what the model reads instead of the output"
        )
        output: Annotated[str | None, last()] = answered("the output to use instead")


class PostToolOutput(Point):
    """A tool's output is on its way to the model."""

    when = "after a tool's output was changed by hooks and perhaps cached"

    tool_name: str = told("name of the tool", "shell_exec")
    arguments: Json = told("its arguments, as hooks left them", {"command": "ls"})
    output: str = told("the output as `pre_tool_output` left it", "Cargo.toml\nsrc\n")
    final_output: str = told("what the model reads: shorter when the output was cached", "Cargo.toml\nsrc\n")
    cached: bool = told("true when the output was too long and went to the cache", False)
