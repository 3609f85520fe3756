"""The `if` of an entry and a tool call -> does it hold? Permission rules of Claude Code and of caliban.

    Bash(git push *)    Write(src/**)    WebFetch(domain:example.com)    mcp__github__*         Claude Code
    Bash:rm *    Bash(rm *)    Bash:~secret    Write:path=*.env,mode=w    *                     caliban

Rules (agents.md §1.2.3, §1.3.2; real-agents.md §1)
-----
* A rule about commands is tested against every simple command of the line, those inside of substitutions included,
  without the variables set before it; a line that cannot be taken apart holds it: the handler shall look.
* A rule that is none never holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from posixpath import isabs, join, normpath
from typing import Final
from urllib.parse import urlsplit

from chibi_hooks.dialects.hosting.matchers import KEPT, glob
from chibi_hooks.hooks.answer import Json

RULE: Final = re.compile(r"([\w.*-]+)(?:\((.*)\))?", re.DOTALL)
SHELLS: Final = ("Bash", "PowerShell")
FILE_KEYS: Final = ("file_path", "notebook_path", "path")
ASSIGNMENT: Final = re.compile(r"\s*[A-Za-z_]\w*=(?:'[^']*'|\"[^\"]*\"|[^\s'\"])*\s+")
DEEPEST: Final = 20  # substitutions in substitutions


def claude_rule(rule: str, tool: str, arguments: Json, directory: str, home: str) -> bool:
    """Does Claude Code's rule hold for this call?"""
    if not rule.strip():
        return True
    parts = RULE.fullmatch(rule.strip())
    if parts is None:
        return False
    name, about = parts[1], parts[2]
    if not _is_named(name, tool):
        return False
    if about is None or about == "" or about == "*":
        return True
    given: Mapping[str, Json] = arguments if isinstance(arguments, dict) else {}
    if tool in SHELLS:
        command = given.get("command")
        return isinstance(command, str) and _is_command(about, command)
    if tool == "WebFetch" and about.startswith("domain:"):
        host = urlsplit(str(given.get("url", ""))).hostname or ""
        return host == about.removeprefix("domain:").lower()
    path = next((given[key] for key in FILE_KEYS if isinstance(given.get(key), str)), None)
    if path is not None:
        return is_path(about, path, directory, home)
    first = next((each for each in given.values() if isinstance(each, str)), "")
    return glob(about)(first)


def _is_named(name: str, tool: str) -> bool:
    if name == tool or (name, tool) in (("Task", "Agent"), ("Agent", "Task")):
        return True
    if not name.startswith("mcp__"):
        return False
    server = name.removesuffix("*").rstrip("_") + "__"
    return (name.endswith("*") and glob(name)(tool)) or ("__" not in name[5:] and tool.startswith(server))


def _is_command(about: str, line: str) -> bool:
    commands = simple_commands(line)
    if commands is None:
        return True
    if about.endswith(":*"):
        prefix = about[:-2]
        return any(each == prefix or each.startswith(prefix + " ") for each in commands)
    bare = about[:-2] if about.endswith(" *") else None  # `ls *` is also `ls`
    return any(glob(about)(each) or each == bare for each in commands)


def simple_commands(line: str) -> list[str] | None:
    """The commands of a shell line, without variables set before them; None where it cannot be taken apart."""
    found: list[str] = []
    try:
        _take_apart(line, found, 0)
    except ValueError:
        return None
    return found


def _take_apart(line: str, found: list[str], depth: int) -> None:
    if depth > DEEPEST:
        raise ValueError("too deep")
    start = here = 0
    while here < len(line):
        letter = line[here]
        if letter == "\\":
            here += 2
        elif letter == "'":
            here = _end(line, here + 1, "'")
        elif letter == '"':
            here = _quoted(line, here + 1, found, depth)
        elif letter == "`":
            end = _end(line, here + 1, "`")
            _take_apart(line[here + 1 : end - 1], found, depth + 1)
            here = end
        elif line.startswith(("$(", "<(", ">("), here):
            here = _substitution(line, here + 2, found, depth)
        elif letter in ";|&\n(){}" and not _is_redirection(line, here):
            _add(line[start:here], found)
            here += 1
            start = here
        else:
            here += 1
    _add(line[start:], found)


def _is_redirection(line: str, here: int) -> bool:
    """`2>&1` and `&>file` are no ends of commands, and braces are so only as words of their own."""
    if line[here] == "&":
        return line[here - 1 : here] == ">" or line[here + 1 : here + 2] == ">"
    if line[here] in "{}":
        return not (line[here - 1 : here] in ("", " ", ";", "\n") and line[here + 1 : here + 2] in ("", " ", ";", "\n"))
    return False


def _substitution(line: str, here: int, found: list[str] | None, depth: int) -> int:
    """The end of what begins after `$(`, and its commands; without `found` the end alone."""
    start, open_ = here, 1
    while here < len(line):
        letter = line[here]
        if letter == "\\":
            here += 1
        elif letter == "'":
            here = _end(line, here + 1, "'") - 1
        elif letter == '"':
            here = _quoted(line, here + 1, None, depth) - 1
        elif letter in "()":
            open_ += 1 if letter == "(" else -1
            if not open_:
                if found is not None:
                    _take_apart(line[start:here], found, depth + 1)
                return here + 1
        here += 1
    raise ValueError("a substitution is not closed")


def _quoted(line: str, here: int, found: list[str] | None, depth: int) -> int:
    if depth > DEEPEST:
        raise ValueError("too deep")
    while here < len(line):
        if line[here] == '"':
            return here + 1
        if line[here] == "\\":
            here += 2
        elif line.startswith("$(", here):
            here = _substitution(line, here + 2, found, depth + 1)
        elif line[here] == "`":
            end = _end(line, here + 1, "`")
            if found is not None:
                _take_apart(line[here + 1 : end - 1], found, depth + 1)
            here = end
        else:
            here += 1
    raise ValueError("a quote is not closed")


def _end(line: str, here: int, mark: str) -> int:
    end = line.find(mark, here)
    if end < 0:
        raise ValueError(f"{mark} is not closed")
    return end + 1


def _add(part: str, found: list[str]) -> None:
    while (set_ := ASSIGNMENT.match(part)) is not None:
        part = part[set_.end() :]
    if part.strip():
        found.append(part.strip())


def is_path(pattern: str, path: str, directory: str, home: str) -> bool:
    """Is a path one of those that a pattern in the manner of .gitignore names? `//` begins at the root, `~/` at home;
    a pattern with a slash inside begins in the directory, any other is about a name at any depth."""
    whole = path if isabs(path) else normpath(join(directory, path))
    if pattern.startswith("//"):
        return _tree(pattern[2:])(whole.lstrip("/"))
    if pattern.startswith("~/"):
        return _tree(pattern[2:])(_below(home, whole) or "\0")
    inside = _below(directory, whole)
    if inside is None:
        return False
    pattern = pattern.removeprefix("./")
    if "/" in pattern.rstrip("/"):
        return _tree(pattern.lstrip("/"))(inside)
    return any(_tree(pattern)(part) for part in _tails(inside))


def _tails(path: str) -> Iterator[str]:
    parts = PurePosixPath(path).parts
    for number in range(len(parts)):
        yield "/".join(parts[number:])


def _below(directory: str, path: str) -> str | None:
    root = normpath(directory)
    whole = normpath(path)
    return whole[len(root) :].lstrip("/") if whole.startswith(root.rstrip("/") + "/") else None


@lru_cache(KEPT)
def _tree(pattern: str) -> Callable[[str], bool]:
    """A pattern of a path: `**` across directories, `*` and `?` within a name; what it names counts with all below."""
    wanted = pattern.rstrip("/").split("/")
    return lambda path: _names(wanted, path.split("/"))


def _names(wanted: Sequence[str], parts: Sequence[str]) -> bool:
    """Do these names lead to the path, or to a directory above it? In a time that is the product of both."""
    reached = {0}  # how many parts of the path may be behind us
    for number, name in enumerate(wanted):
        if name == "**":
            first = min(reached, default=len(parts) + 1) + (number == len(wanted) - 1)  # at the end: what is below
            reached = set(range(first, len(parts) + 1))
        else:
            fits = glob(name)
            reached = {at + 1 for at in reached if at < len(parts) and fits(parts[at])}
    return bool(reached - {0})


# caliban --------------------------------------------------------------------------------------------------------------

FIRST: Final[Mapping[str, str]] = {"Bash": "command", "WebFetch": "url"}
FILE_TOOLS: Final = ("Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "Glob", "Grep")


def caliban_rule(rule: str, tool: str, arguments: Json, directory: str) -> bool:
    """Does caliban's permission rule hold for this call?"""
    rule = rule.strip()
    if rule in ("", "*"):
        return True
    if rule.endswith(")") and "(" in rule:
        name, _, about = rule[:-1].partition("(")
    else:
        name, colon, about = rule.partition(":")
        about = about if colon else "*"
    if not name or not glob(name)(tool):
        return False
    given: Mapping[str, Json] = arguments if isinstance(arguments, dict) else {}
    pairs = [each.partition("=") for each in about.split(",")]
    if all(middle and re.fullmatch(r"[A-Za-z_][\w.]*", key.strip()) for key, middle, _ in pairs):
        return all(_holds(_inside(given, key.strip()), pattern, directory, key.strip()) for key, _, pattern in pairs)
    key = "path" if tool in FILE_TOOLS else FIRST.get(tool, "")
    value = given.get(key, given.get("file_path")) if key == "path" else given.get(key, "")
    return _holds(value if isinstance(value, str) else "", about, directory, key)


def _holds(value: Json, pattern: str, directory: str, key: str) -> bool:
    text = value if isinstance(value, str) else "" if value is None else str(value).lower()
    if pattern.startswith("~"):
        return glob(f"*{pattern[1:].strip('*')}*")(text)
    if key in ("path", "file_path") and pattern != "*":
        inside = _below(directory, normpath(join(directory, text)))
        if inside is None:
            return isabs(pattern) and ".." not in text and glob(pattern)(text)
        if isabs(pattern):
            return glob(pattern)(join(directory, inside))
        return any(glob(pattern.removeprefix("./"))(tail) for tail in _tails(inside))
    return glob(pattern)(text)


def _inside(given: Mapping[str, Json], path: str) -> Json:
    value: Json = given
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value
