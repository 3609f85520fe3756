"""An agent's tool call <-> the canonical one: name, and arguments in canonical keys; a rewrite goes back in the agent's
own.

    Tools({"Bash": "shell_exec"}).read("Bash", {"command": "ls"}, …).payload  ->  {"tool_name": "shell_exec", …}

Rules (DESIGN §5, agents-corrections §D, agents-decisions 33-35, 58)
-----
* A tool that the table does not know keeps its name and its arguments.
* The way back starts from what came: keys that no hook changed are as they were, unknown ones included, and a changed
  one has the key that came.
* Paths are made absolute; one that begins with ~ stays so: some agents go to the user's home by it.
* Where several keys mean the same, the one that the agent itself reads decides: a decoy beside it hides nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import isabs, join, normpath
from typing import Any, Final, NamedTuple

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import DEPTH, parse_json

SHELL, READ, WRITE, EDIT = "shell_exec", "file_read", "write_file", "file_edit"
FETCH, SEARCH, FIND, SPAWN, PATCH = "fetch_url", "web_search", "find", "spawn_agent", "apply_patch"
EVENT_DEPTH: Final = DEPTH - 8  # levels of an event: what points are told has it a few levels deeper
DELETE: Final = "Delete"  # no canonical tool; its path is asked about like a write

KINDS: Final = (SHELL, READ, WRITE, EDIT, FETCH, SEARCH, FIND, SPAWN)
FILES: Final = frozenset((READ, WRITE, EDIT, FIND, DELETE))

ALIASES: Final[Mapping[str, tuple[str, ...]]] = {
    "path": ("file_path", "filePath", "notebook_path", "directory_path", "absolute_path"),
    "old": ("old_string", "old_str", "oldString", "old_text", "oldText"),
    "new": ("new_string", "new_str", "newString", "new_text", "newText", "new_source"),
    "content": ("file_text", "contents"),
    "command": ("cmd",),
}
KEYS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    SHELL: ("command",),
    READ: ("path",),
    WRITE: ("path", "content"),
    EDIT: ("path", "old", "new"),
    FIND: ("path",),
    DELETE: ("path",),
    FETCH: ("url",),
    SEARCH: ("query",),
    SPAWN: ("prompt",),
}


@dataclass(slots=True)
class OwnCall:
    """A tool call as it came (`own`, `raw`), and in canonical words (`tool`, `arguments`)."""

    own: str
    raw: Json
    tool: str
    arguments: Json
    kind: str = ""  # one of KINDS, or Delete; empty: a tool of which nothing is known
    keys: Mapping[str, str] = field(default_factory=dict)  # canonical key -> the one that came
    mcp: dict[str, Json] | None = None
    edit_keys: tuple[tuple[str, str], ...] = ()  # of `edits`: the keys of each
    patch: bool = False  # it stands for one file of a patch, which can be refused and not rewritten
    inner: str = ""  # the key of `raw` under which the arguments lie, where one tool calls others
    words: tuple[str, ...] = ()  # of the command, which came without a shell; `arguments` have it as a text

    def rewritten(self, arguments: Json) -> Json:
        """What the agent is told for rewritten canonical arguments. Raises ValueError where it cannot be said."""
        if self.patch:
            raise ValueError("a patch is refused or applied as a whole")
        if self.inner:
            same = _same(arguments, self.arguments)
            return self.raw if same else {**self.raw, self.inner: arguments}
        if not isinstance(arguments, dict) or not isinstance(self.arguments, dict) or not isinstance(self.raw, dict):
            return arguments
        made = dict(self.raw)
        arguments = self._with_edits(arguments)
        for key in self.arguments:
            if key not in arguments:
                made.pop(self.keys.get(key, key), None)
        for key, value in arguments.items():
            if key not in self.arguments or not _same(self.arguments[key], value):
                made[self.keys.get(key, key)] = self._in_words(value) if key == "command" and self.words else value
        return made

    def _in_words(self, command: Json) -> Json:
        """A command as the words that the agent runs: as before where it still hands a text to the same shell, else a
        shell takes it apart. Raises ValueError where it is no text of a shell."""
        if not isinstance(command, str):
            return command
        import shlex  # as below

        words = shlex.split(command)
        same = len(words) == len(self.words) == 3 and tuple(words[:2]) == self.words[:2] and words[1][:1] == "-"
        return words if same else ["sh", "-c", command]

    def _with_edits(self, arguments: dict[str, Json]) -> dict[str, Json]:
        """`edits` in the agent's keys. `old` and `new` are all of them joined: to be read, not to be changed."""
        if not self.edit_keys:
            return arguments
        changed = {key for key in ("old", "new") if not _same(arguments.get(key), self.arguments.get(key))}
        if changed and len(self.edit_keys) == 1 and _same(arguments.get("edits"), self.arguments["edits"]):
            arguments = {**arguments, "edits": [{"old": arguments.get("old"), "new": arguments.get("new")}]}
        elif changed:
            raise ValueError("of several edits, `edits` is what can be rewritten, not `old` and `new`")
        left = {key: each for key, each in arguments.items() if key not in ("old", "new")}
        left.update({key: self.arguments[key] for key in ("old", "new")})
        if _same(left.get("edits"), self.arguments["edits"]):
            return {**left, "edits": self.arguments["edits"]}
        return {**left, "edits": self._own_edits(left.get("edits"))}

    def _own_edits(self, edits: Json) -> Json:
        if not isinstance(edits, list):
            raise ValueError("`edits` must be a list")
        made: list[Json] = []
        for number, each in enumerate(edits):
            if not isinstance(each, dict):
                raise ValueError("`edits` must be a list of objects")
            old, new = self.edit_keys[min(number, len(self.edit_keys) - 1)]
            made.append({{"old": old, "new": new}.get(key, key): value for key, value in each.items()})
        return made

    def identity(self) -> Mapping[str, Json]:
        """What tells this call from others, whichever event tells of it: its tool and what it works on."""
        wanted = KEYS_OF.get(self.kind)
        given = self.arguments
        return {key: given.get(key) for key in wanted} if wanted and isinstance(given, dict) else {"": given}


class Dispatch(NamedTuple):
    """A tool that calls those of MCP servers, and the keys of what it is told."""

    name: str
    server: str
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Tools:
    """The tools of one agent: its names, the keys it reads, how it calls those of MCP servers."""

    names: Mapping[str, str]
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # canonical -> its own, before the aliases
    mcp: tuple[str, ...] = (r"mcp__(?P<server>.+?)__(?P<tool>.+)",)
    exact: bool = True  # does such a name tell the server for sure?
    dispatch: Dispatch | None = None  # the tool by which it calls them, where it has no names for them
    shells_patch: bool = False  # is a patch in a shell command applied as one?

    def read(self, name: str, given: Json, cwd: str = "", server: str | None = None) -> list[OwnCall]:
        """The calls that it stands for: one; of a patch one for each file that it touches."""
        raw = _object(given)
        if self.dispatch is not None and name == self.dispatch.name and isinstance(raw, dict):
            return [self._dispatched(self.dispatch, name, raw)]
        kind = self.names.get(name) or self.names.get(name.partition("(")[0]) or ""
        mcp = self._mcp(name, server) if not kind or server else None
        if mcp is not None:
            return [OwnCall(name, raw, f"mcp:{mcp['server']}/{mcp['tool']}", raw, "", mcp=mcp)]
        if kind == PATCH:
            return self._patch(name, raw, cwd) or [OwnCall(name, raw, name, raw)]
        made = self._known(name, kind, raw, cwd) if kind else OwnCall(name, raw, name, raw)
        more: list[OwnCall] = []
        if self.shells_patch and kind == SHELL and isinstance(made.arguments, dict):
            more = self._patch(name, {"command": made.arguments.get("command")}, cwd)
        return [made, *more]

    def _dispatched(self, how: Dispatch, name: str, raw: dict[str, Json]) -> OwnCall:
        server, tool = (text_of(raw.get(key)) or "?" for key in (how.server, how.tool))
        told = {"server": server, "tool": tool, "exact": True}
        given = _object(raw.get(how.arguments))
        return OwnCall(name, raw, f"mcp:{server}/{tool}", given, mcp=told, inner=how.arguments)

    def _known(self, name: str, kind: str, raw: Json, cwd: str) -> OwnCall:
        tool = name if kind == DELETE else kind
        if not isinstance(raw, dict):
            return OwnCall(name, raw, tool, raw, kind)
        arguments, keys = self._canonical(kind, raw)
        if kind in FILES and isinstance(path := arguments.get("path"), str) and cwd and "://" not in path:
            arguments["path"] = path if isabs(path) or path[:1] == "~" else normpath(join(cwd, path))
        call = OwnCall(name, raw, tool, arguments, kind, keys)
        if kind == SHELL and isinstance(words := arguments.get("command"), list):
            call.words = tuple(each for each in words if isinstance(each, str))
            call.arguments = {**arguments, "command": text_in(arguments, "command")}
        if kind in (EDIT, WRITE):
            self._read_edits(call)
        return call

    def _canonical(self, kind: str, raw: Mapping[str, Json]) -> tuple[dict[str, Json], dict[str, str]]:
        keys: dict[str, str] = {}
        for canonical in KEYS_OF.get(kind, ()):
            for own in (*self.keys.get(canonical, ()), canonical, *ALIASES.get(canonical, ())):
                if own in raw:
                    keys[canonical] = own
                    break
            else:
                keys[canonical] = next(iter(self.keys.get(canonical, ())), canonical)
        came = {own: canonical for canonical, own in keys.items()}
        displaced = set(keys) - set(came)  # a decoy: a canonical key that this agent does not read
        return {came.get(key, key): each for key, each in raw.items() if key not in displaced}, keys

    def _read_edits(self, call: OwnCall) -> None:
        edits, keys = [], []
        own_key = next((own for own in (*self.keys.get("edits", ()), "edits") if own in call.raw), "edits")
        given = _list(call.raw.get(own_key))
        for each in given:
            if not isinstance(each, dict):
                return
            old, new = (self._own_key(word, each) for word in ("old", "new"))
            keys.append((old, new))
            edits.append({{old: "old", new: "new"}.get(key, key): value for key, value in each.items()})
        if not edits:
            return
        call.edit_keys = tuple(keys)
        if own_key != "edits":
            call.keys = {**call.keys, "edits": own_key}
            call.arguments = {key: each for key, each in call.arguments.items() if key != own_key}
        joined = {word: "\n".join(text_of(each.get(word)) for each in edits) for word in ("old", "new")}
        call.arguments = {**call.arguments, "edits": edits, **joined}

    def _own_key(self, word: str, given: Mapping[str, Json]) -> str:
        own = (*self.keys.get(word, ()), word, *ALIASES[word])
        return next((each for each in own if each in given), word)

    def _patch(self, name: str, raw: Json, cwd: str) -> list[OwnCall]:
        from chibi_hooks.dialects.rows.patches import touched_files  # few calls are patches

        given = raw if isinstance(raw, dict) else {"patch": raw}
        text = next((given[key] for key in ("command", "patch", "input") if isinstance(given.get(key), str)), "")
        made = []
        for path, how, old, new in touched_files(text):
            whole = path if isabs(path) or not cwd else normpath(join(cwd, path))
            arguments: dict[str, Json] = {"path": whole}
            if how in ("add", "move"):
                arguments["content"] = new
            elif how == "update":
                arguments |= {"old": old, "new": new}
            kind = {"add": WRITE, "move": WRITE, "delete": DELETE}.get(how, EDIT)
            made.append(OwnCall(name, raw, kind, {**arguments, "patch": text}, kind, patch=True))
        return made

    def _mcp(self, name: str, server: str | None) -> dict[str, Json] | None:
        for pattern in self.mcp:
            if found := re.fullmatch(pattern, name, re.DOTALL):
                parts = found.groupdict()
                known = server or parts.get("server")
                tool = parts["tool"]
                if server and tool != name:  # where the server is told, the name begins with it
                    tool = re.sub(rf"^(mcp__?)?{re.escape(server)}(__|_|-)", "", name) or tool
                return {"server": known or "?", "tool": tool, "exact": bool(known) and (self.exact or bool(server))}
        return {"server": server, "tool": name, "exact": True} if server else None


def _object(given: Json) -> Json:
    """Arguments that came as a text that says an object."""
    if isinstance(given, str) and given.lstrip()[:1] == "{":
        told = _said(given)
        return told if isinstance(told, dict) else given
    return {} if given is None else given


def _said(text: str) -> Json:
    """What a JSON text in an event says, mended as the event is; None where it is not JSON."""
    try:
        return parse_json(text, "arguments", EVENT_DEPTH, mend=True)
    except BadPayload:
        return None


def _list(given: Json) -> list[Json]:
    """A list, also one that came as a text."""
    if isinstance(given, str) and given.lstrip()[:1] == "[":
        given = _said(given)
    return given if isinstance(given, list) else []


def text_of(value: Json) -> str:
    """A value as what stands in a text."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def text_in(arguments: Json, key: str) -> str:
    """An argument as a text, whatever it is: the words of a command, too."""
    value: Any = arguments.get(key) if isinstance(arguments, dict) else None
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        import shlex  # few agents send words

        return shlex.join(value)
    return text_of(value)


def _same(one: Json, other: Json) -> bool:
    """The same JSON? `1` and `true` are not."""
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    return bool(one == other) and _shown(one) == _shown(other)


def _shown(value: Json) -> Sequence[str] | str:
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else type(value).__name__
