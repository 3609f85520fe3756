"""The virtual files of a home -> the built-in tools that read and change them: what Scheme files of chibi count on.

Rules (spec/chibi.md §3.6, DESIGN §8)
-----
* One function here is one tool: its docstring describes it, its parameters are the tool's, `_TOOLS` lists it.
* They reach `vfs://` paths only; files of the system are the agent's own tools' business.
* A number may come as text ("200"), and an argument under a name that other agents' tools have for it (`also`): what
  models and scripts write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import gmtime, strftime
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.vfs import Vfs
from chibi_hooks.hooks.homes.virtual_paths import VfsError
from chibi_hooks.hooks.tools.tool import Caller, Result, Tool, failed

LINES: Final = 50  # that file_head and file_tail give when nobody says (chibi's number)
BESIDE: Final = 2  # lines that file_grep gives before and after each match, likewise


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a built-in tool."""

    type: str
    description: str
    required: bool = True
    enum: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # other names under which it is understood

    def to_json(self) -> dict[str, Json]:
        """Its JSON Schema."""
        schema: dict[str, Json] = {"type": self.type, "description": self.description}
        return schema | ({"enum": list(self.enum)} if self.enum else {})


class Arguments:
    """The arguments of one call; reading one that is missing or of a wrong type raises VfsError."""

    def __init__(self, tool: str, given: dict[str, Json], parameters: Mapping[str, Argument]) -> None:
        self.tool = tool
        self.given = dict(given)
        for name, parameter in parameters.items():
            other = next((each for each in parameter.also if each in given), None)
            if name not in given and other is not None:
                self.given[name] = given[other]

    def text(self, name: str) -> str:
        """A string that must be there. Raises VfsError."""
        value = self.given.get(name)
        if not isinstance(value, str):
            raise VfsError(f"{self.tool}: {name}: wanted a string, got {_shown(value)}")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """An integer from 1. Raises VfsError."""
        return self.count(name, default, least=1)

    def count(self, name: str, default: int | None = None, *, least: int = 0) -> int:
        """An integer, not under `least`. Raises VfsError."""
        value = self.given.get(name, default)
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 16:
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise VfsError(f"{self.tool}: {name}: wanted a whole number from {least}, got {_shown(value)}")
        return value


def _shown(value: Json) -> str:
    return "nothing" if value is None else repr(value)[:40]


def builtin_tools(vfs: Vfs | None) -> list[Tool]:
    """The built-in tools over these files; without a home there are none, and every call says so."""
    return [_tool(each, vfs) for each in _TOOLS]


def _tool(each: Builtin, vfs: Vfs | None) -> Tool:
    def run(given: dict[str, Json], caller: Caller) -> Result:
        if vfs is None:
            return failed(f"{each.name}: there is no home to keep files in; `chibi-hooks init` makes one")
        arguments = Arguments(each.name, given, each.parameters)
        try:
            text = each.function(vfs, arguments, caller.context)
        except VfsError as error:
            return failed(str(error))
        return Result(text, changed=tuple(arguments.text(name) for name in each.changes))

    schema = {
        "type": "object",
        "properties": {name: parameter.to_json() for name, parameter in each.parameters.items()},
        "required": [name for name, parameter in each.parameters.items() if parameter.required],
    }
    description = " ".join((each.function.__doc__ or "").split())
    return Tool(each.name, description, schema, "builtin", "built in", run, each.category)


def _vfs_list(vfs: Vfs, given: Arguments, caller: str) -> str:
    """List a virtual directory: one line for each file and directory."""
    entries = [entry for entry in vfs.entries(given.text("path")) if not entry.name.startswith(".")]
    lines = [f"{entry.name} ({'dir' if entry.is_directory else 'file'})" for entry in entries]
    return "\n".join(lines) or "No entries found."


def _file_head(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Read the first lines of a virtual file."""
    return "\n".join(_lines(vfs.read(given.text("path")))[: given.number("lines", LINES)])


def _file_tail(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Read the last lines of a virtual file."""
    return "\n".join(_lines(vfs.read(given.text("path")))[-given.number("lines", LINES) :])


def _file_lines(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Read some lines of a virtual file, by their numbers."""
    start = given.number("start")
    return "\n".join(_lines(vfs.read(given.text("path")))[start - 1 : given.number("end", start)])


def _write_file(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Write a virtual file: make it, or put this content in place of the old."""
    path, content = given.text("path"), given.text("content")
    vfs.write(path, content, caller)
    return f"Wrote {len(content.encode('utf-8', 'replace'))} bytes to {path}"


def _file_edit(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Change a virtual file in one place: replace the first occurrence of a text, or replace, insert or delete
    lines."""
    path, operation = given.text("path"), given.text("operation")
    change = _EDITS.get(operation)
    if change is None:
        raise VfsError(f"file_edit: operation: wanted {', '.join(_EDITS)}, got {operation[:40]}")
    vfs.edit(path, lambda text: change(text, given), caller)
    return f"Edited {path}: {operation}"


def _vfs_mkdir(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Make a virtual directory, and those above it."""
    path = given.text("path")
    return f"Made {path}" if vfs.make_directory(path, caller) else f"{path} is there already"


def _vfs_delete(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Delete a virtual file, or a virtual directory with all that is in it."""
    path = given.text("path")
    vfs.delete(path, caller)
    return f"Deleted {path}"


def _vfs_info(vfs: Vfs, given: Arguments, caller: str) -> str:
    """What is known of a virtual file or directory: its kind, its size, and when it was changed."""
    about = vfs.about(given.text("path"))
    times = {"created": about.created, "modified": about.modified}
    said = [f"kind: {'directory' if about.is_directory else 'file'}", f"size: {about.size} bytes"]
    return "\n".join([*said, *(f"{name}: {_time(when)}" for name, when in times.items() if when is not None)])


def _vfs_copy(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Copy a virtual file."""
    source, target = given.text("src"), given.text("dst")
    vfs.copy(source, target, caller)
    return f"Copied {source} -> {target}"


def _vfs_move(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Give a virtual file or directory another name."""
    source, target = given.text("src"), given.text("dst")
    vfs.move(source, target, caller)
    return f"Moved {source} -> {target}"


def _file_grep(vfs: Vfs, given: Arguments, caller: str) -> str:
    """Search a virtual file for a regular expression: the lines that match, with those beside them."""
    from chibi_hooks.hooks.tools.grep import BadPattern, grep  # few calls search

    text, pattern = vfs.read(given.text("path")), given.text("pattern")
    before, after = given.count("context_before", BESIDE), given.count("context_after", BESIDE)
    try:
        found = grep(_lines(text), pattern, before, after)
    except BadPattern as error:
        raise VfsError(f"file_grep: pattern: {_shown(pattern)} is no regular expression: {error}") from None
    return found or f"No matches found for pattern: {pattern}"


def _time(seconds: float) -> str:
    return strftime("%Y-%m-%d %H:%M:%S UTC", gmtime(seconds))


def _lines(text: str) -> list[str]:
    """Its lines; only a line feed ends one, as editors count."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


# file_edit


def _replace_string(text: str, given: Arguments) -> str:
    find = given.text("find")
    if not find or find not in text:
        raise VfsError(f"file_edit: find: {_shown(find)} is not in {given.text('path')}")
    return text.replace(find, given.text("replace"), 1)


def _replace_lines(text: str, given: Arguments) -> str:
    start = given.number("start")
    return _spliced(text, given, start - 1, given.number("end", start), given.text("content"))


def _delete_lines(text: str, given: Arguments) -> str:
    start = given.number("start")
    return _spliced(text, given, start - 1, given.number("end", start), "")


def _insert_before(text: str, given: Arguments) -> str:
    line = given.number("line")
    return _spliced(text, given, line - 1, line - 1, given.text("content"))


def _insert_after(text: str, given: Arguments) -> str:
    line = given.number("line")
    return _spliced(text, given, line, line, given.text("content"))


def _spliced(text: str, given: Arguments, start: int, end: int, new: str) -> str:
    """The text with `new` in place of the lines from `start` up to `end`, counted from 0."""
    lines = [line + "\n" for line in _lines(text)]
    if not start <= end <= len(lines):
        raise VfsError(f"file_edit: {given.text('path')} has {len(lines)} lines, got {start + 1} to {max(end, 1)}")
    if lines and end < len(lines) and not text.endswith("\n"):
        lines[-1] = lines[-1][:-1]
    new += "\n" if new and not new.endswith("\n") else ""
    return "".join([*lines[:start], new, *lines[end:]])


_EDITS: Final[dict[str, Callable[[str, Arguments], str]]] = {
    "replace_string": _replace_string,
    "replace_lines": _replace_lines,
    "delete_lines": _delete_lines,
    "insert_before": _insert_before,
    "insert_after": _insert_after,
}

_PATH: Final = Argument("string", "a path like vfs:///shared/notes.md")
_COUNT: Final = Argument(
    "integer", f"how many lines; {LINES} when left out", required=False, also=("count", "n", "limit")
)
_SOURCE: Final = Argument("string", "the path of what is there", also=("source", "from", "path"))
_TARGET: Final = Argument("string", "the path that it shall have", also=("destination", "target", "to"))
_START: Final = ("start_line", "from", "line")
_END: Final = ("end_line", "to")


@dataclass(frozen=True, slots=True)
class Builtin:
    """One built-in tool."""

    name: str
    category: str
    function: Callable[[Vfs, Arguments, str], str]
    parameters: dict[str, Argument]
    changes: tuple[str, ...] = ()  # the arguments that name what is not what it was afterwards


def _optional(type: str, description: str, *also: str) -> Argument:
    return Argument(type, description, required=False, also=also)


_TOOLS: Final = (
    Builtin("vfs_list", "vfs", _vfs_list, {"path": _PATH}),
    Builtin("file_head", "fs_read", _file_head, {"path": _PATH, "lines": _COUNT}),
    Builtin("file_tail", "fs_read", _file_tail, {"path": _PATH, "lines": _COUNT}),
    Builtin(
        "file_lines",
        "fs_read",
        _file_lines,
        {
            "path": _PATH,
            "start": Argument("integer", "number of the first line, from 1", also=_START),
            "end": _optional("integer", "number of the last line; one line when left out", *_END),
        },
    ),
    Builtin(
        "file_grep",
        "fs_read",
        _file_grep,
        {
            "path": _PATH,
            "pattern": Argument("string", "a regular expression (RE2), searched in each line", also=("regex", "query")),
            "context_before": _optional("integer", f"lines to show before each match; {BESIDE} when left out"),
            "context_after": _optional("integer", f"lines to show after each match; {BESIDE} when left out"),
        },
    ),
    Builtin(
        "write_file",
        "fs_write",
        _write_file,
        {"path": _PATH, "content": Argument("string", "what the file shall be")},
        ("path",),
    ),
    Builtin(
        "file_edit",
        "fs_write",
        _file_edit,
        {
            "path": _PATH,
            "operation": Argument("string", "what to do", enum=tuple(_EDITS)),
            "find": _optional("string", "replace_string: the text to find", "old_string", "old", "search"),
            "replace": _optional(
                "string", "replace_string: what to put in its place", "new_string", "new", "replacement"
            ),
            "start": _optional("integer", "replace_lines, delete_lines: the first line, from 1", *_START),
            "end": _optional("integer", "replace_lines, delete_lines: the last line", *_END),
            "line": _optional("integer", "insert_before, insert_after: the line, from 1", "start", "line_number"),
            "content": _optional("string", "replace_lines, insert_before, insert_after: the new lines"),
        },
        ("path",),
    ),
    Builtin("vfs_info", "vfs", _vfs_info, {"path": _PATH}),
    Builtin("vfs_copy", "vfs", _vfs_copy, {"src": _SOURCE, "dst": _TARGET}, ("dst",)),
    Builtin("vfs_move", "vfs", _vfs_move, {"src": _SOURCE, "dst": _TARGET}, ("src", "dst")),
    Builtin("vfs_mkdir", "vfs", _vfs_mkdir, {"path": _PATH}, ("path",)),
    Builtin("vfs_delete", "vfs", _vfs_delete, {"path": _PATH}, ("path",)),
)
