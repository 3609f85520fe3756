"""The agent's own virtual files (`vfs://…`)."""

from chibi_hooks.hooks.deciding.point import Point, told

WHOSE = "Only writes that a context asks for through a tool; (harness io) writes without hooks."


class PreVfsWrite(Point):
    """A virtual file is about to be written."""

    when = "before a tool writes a virtual file"
    note = "It cannot be prevented here. " + WHOSE

    tool_name: str = told("write_file or file_edit", "write_file")
    path: str = told("the file", "vfs:///shared/notes.md")
    content: str | None = told("the new content; null when the tool edits in place", "# Notes\n", optional=True)
    caller: str = told("the context that writes", "default")


class PostVfsWrite(Point):
    """A virtual file has been written."""

    when = "after a tool wrote a virtual file"
    note = WHOSE

    tool_name: str = told("write_file or file_edit", "write_file")
    path: str = told("the file", "vfs:///shared/notes.md")
    caller: str = told("the context that wrote", "default")
