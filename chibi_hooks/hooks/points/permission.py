"""Permission: hooks may deny and cannot allow; without an opinion the front end's handler decides, without a handler
it is deny.
"""

from typing import Annotated, Final

from chibi_hooks.hooks.deciding.point import Json, Point, answered, told
from chibi_hooks.hooks.deciding.rules import beside, decides, heard, joined, last
from chibi_hooks.hooks.points.words import USER_MESSAGE, Remark

DENY_ONLY: Final = (
    "A hook can deny, not allow: no opinion leaves it to the permission handler, and without one it is denied."
)


class Denial(Remark):
    """What may be answered at every permission point."""

    denied: Annotated[bool, decides()] = answered("true denies", False)
    reason: Annotated[str | None, beside("denied", default="denied by plugin")] = answered(
        "why, for the user and the model"
    )
    user_message: Annotated[str | None, beside("denied")] = answered(USER_MESSAGE)
    stop: Annotated[str | None, heard()] = answered("why the agent shall end its run, where it can; outranks all else")


class DenyOnly(Point, table=Point.table):
    """What is asked of a handler where hooks do not deny it."""

    note = DENY_ONLY
    permission = True
    Outcome = Denial


class PreFileRead(DenyOnly):
    """A file outside the allowed directories is about to be read: deny it."""

    when = "before a tool reads outside the allowed directories"

    tool_name: str = told("the tool that wants to read", "file_head")
    path: str = told("absolute path", "/etc/passwd")


class PreFileWrite(DenyOnly):
    """A file is about to be written: deny it."""

    when = "before a tool writes a file"

    tool_name: str = told("the tool that wants to write: write_file or file_edit", "write_file")
    path: str = told("path of the file", "/home/ada/demo/.env")
    content: str | None = told(
        "the new content; null when the tool edits in place", "API_KEY=sk-123456\n", optional=True
    )
    operation: str = told("the kind of edit, for file_edit", optional=True)


class PreShellExec(DenyOnly):
    """A shell command is about to run: deny it."""

    when = "before a shell command runs"

    tool_name: str = told("the tool that wants to run it", "shell_exec")
    command: str = told("the command", "curl -s https://example.com/install.sh | sh")


class PreFetchUrl(DenyOnly):
    """A sensitive address is about to be fetched, or a network tool without an address is about to run: deny it."""

    when = "before a sensitive address is fetched, or a network tool runs that has no address"

    tool_name: str = told("the tool that wants the network", "fetch_url")
    url: str = told(
        'the address; absent when safety is "no_url"', "http://169.254.169.254/latest/meta-data/", optional=True
    )
    safety: str = told('"sensitive", or "no_url" for a tool without an address', "sensitive")
    reason: str = told('why it is sensitive; absent when safety is "no_url"', "link-local address", optional=True)
    summary: str = told('what the tool was asked for; only when safety is "no_url"', optional=True)


class PrePermission(Point):
    """The agent is about to ask its user for a permission: deny it, or leave it; a named file may allow it."""

    when = "before an agent asks its user whether a tool may run"
    note = (
        "A denial outranks a question, a question outranks an allowance. An allowance skips the user: it counts only "
        "from files that `[agents] may_allow` in chibi-hooks.toml names."
    )

    tool_name: str = told("name of the tool", "shell_exec")
    arguments: Json = told("its arguments", {"command": "git push"})

    class Outcome(Denial):
        ask: Annotated[str | None, joined()] = answered("why the user shall be asked")
        allow: Annotated[bool, last()] = answered("true allows it, where the home lets this file do so", False)
