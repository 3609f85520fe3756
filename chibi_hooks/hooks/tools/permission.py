"""A tool and its arguments -> the question that is asked before it runs: which permission point, with which payload.

Rules (spec/chibi.md §1.4)
-----
* The category of a tool decides; those that are not in `_GATES` ask nothing.
* Virtual files, reading inside of the project, and public web addresses need no permission.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.virtual_paths import is_virtual
from chibi_hooks.hooks.tools.tool import Tool
from chibi_hooks.scheme.reading.opener import real_path

Question = tuple[str, dict[str, Json]]  # the point, and its payload without the tool's name


def question_about(tool: Tool, arguments: dict[str, Json], project: Path) -> Question | None:
    """What is to be asked before the tool runs with these arguments; None: nothing."""
    gate = _GATES.get(tool.category)
    return gate(arguments, tool, project) if gate is not None else None


def _may_read(arguments: dict[str, Json], tool: Tool, project: Path) -> Question | None:
    path = text_of(arguments, "path") or ""
    if is_virtual(path):
        return None
    absolute = Path(real_path(project / path))
    inside = absolute.is_relative_to(real_path(project))
    return None if inside else ("pre_file_read", {"path": str(absolute)})


def _may_write(arguments: dict[str, Json], tool: Tool, project: Path) -> Question | None:
    path = text_of(arguments, "path") or ""
    if is_virtual(path):
        return None
    fields: dict[str, Json] = {"path": path, "content": text_of(arguments, "content")}
    operation = text_of(arguments, "operation")
    return "pre_file_write", fields if operation is None else {**fields, "operation": operation}


def _may_run(arguments: dict[str, Json], tool: Tool, project: Path) -> Question | None:
    return "pre_shell_exec", {"command": text_of(arguments, "command") or ""}


def _may_fetch(arguments: dict[str, Json], tool: Tool, project: Path) -> Question | None:
    url = text_of(arguments, "url")
    if url is None:
        words = [str(arguments[name]) for name in tool.summary_params if name in arguments]
        return "pre_fetch_url", {"safety": "no_url", "summary": " ".join(words)}
    reason = why_sensitive(url)
    return ("pre_fetch_url", {"url": url, "safety": "sensitive", "reason": reason}) if reason else None


_GATES: Final[dict[str, Callable[[dict[str, Json], Tool, Path], Question | None]]] = {
    "fs_read": _may_read,
    "fs_write": _may_write,
    "shell": _may_run,
    "network": _may_fetch,
}


def why_sensitive(url: str) -> str | None:
    """Why an address should be asked about: it is not a public web address by its looks; None when it is one."""
    from ipaddress import ip_address  # only for network tools
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".").lower()
        parts.port  # noqa: B018 - raises ValueError when it is none
    except ValueError:
        return "unreadable address"
    if parts.scheme not in ("http", "https"):
        return f"not a web address: {parts.scheme or 'no scheme'}"
    if parts.username is not None or parts.password is not None:
        return "has a user name or password in it"
    try:
        address = ip_address(host)
    except ValueError:
        if host.rpartition(".")[2][:1].isdigit():  # 2130706433, 0x7f.1
            return "an address in an unusual notation"
        local = "." not in host or host.endswith((".local", ".internal", ".localhost", ".lan", ".home.arpa"))
        return "a name of the local network" if local else None
    return None if address.is_global else "a local or reserved address"


def text_of(arguments: Json, name: str) -> str | None:
    """An argument, if it is a string."""
    value = arguments.get(name) if isinstance(arguments, dict) else None
    return value if isinstance(value, str) else None
