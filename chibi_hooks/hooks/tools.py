"""What a home, the host and the embedding program offer -> `Tool`s by name: built-in, of plugins, of Scheme files, of
Python.

Rules (DESIGN §8, spec/chibi.md §0, §2.4)
-----
* Order: built-in tools, plugins, Scheme files, the program's own. A later tool of the same name takes the place of an
  earlier one.
* What is shared takes names before what belongs to one context, so that nobody hides a tool from the others.
* A tool never raises on account of its own failure: `run` gives a `Result` that says so.
* What comes before and after a tool runs (hooks, permission) is calling.py's.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, Literal, Union, get_args, get_origin

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.plugins import Call, Plugin, PluginTool, failure, payload_bytes, without_role
from chibi_hooks.hooks.process import run

if TYPE_CHECKING:
    from chibi_hooks.hooks.generation import Generation, Loaded

Category = Literal[
    "memory", "fs_read", "fs_write", "shell", "network", "index", "flow", "vfs", "plugin", "mcp", "eval", "synthesised"
]
CATEGORIES: Final[tuple[str, ...]] = get_args(Category)
ANY_OBJECT: Final[dict[str, Json]] = {"type": "object"}
ARGUMENTS_IN_ENVIRONMENT: Final = 120_000  # bytes: Linux refuses a variable of 128 KiB


@dataclass(frozen=True, slots=True)
class Caller:
    """For whom a tool runs, and for how many seconds it may."""

    context: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave: the text that the model reads; `error` is why it failed; `said` what it wrote to stderr."""

    text: str
    error: str | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as an agent sees it. `parameters` is a JSON Schema, `place` where it can be read and changed.

    `audience`: the contexts that may use it; None: all.
    """

    name: str
    description: str
    parameters: Json
    kind: Literal["builtin", "plugin", "scheme", "python"]
    place: str
    run: Callable[[dict[str, Json], Caller], Result] = field(repr=False)
    category: str = "synthesised"
    summary_params: tuple[str, ...] = ()
    audience: frozenset[str] | None = None

    def to_json(self) -> dict[str, Json]:
        """The form that `list --tools --json` prints."""
        shown = ("name", "description", "parameters", "kind", "category", "place")
        return {name: getattr(self, name) for name in shown}


def failed(message: str, said: str = "") -> Result:
    """A failure, as the model reads it."""
    return Result(f"Error: {message}", message, said)


def collect_tools(generation: Generation, own: Mapping[str, Tool]) -> dict[str, Tool]:
    """Every tool of a generation and of the embedding program, by name."""
    from chibi_hooks.hooks.builtin_tools import builtin_tools  # fires without tools do without

    found: dict[str, Tool] = {tool.name: tool for tool in builtin_tools(generation.vfs)}
    for each in generation.loaded:
        found |= {tool.name: tool for tool in _of_plugins(each)}
    for each in generation.loaded:
        found |= {tool.name: tool for tool in _of_scripts(each) if tool.audience is None or tool.name not in found}
    return {**found, **own}


def _of_scripts(loaded: Loaded) -> Iterator[Tool]:
    from chibi_hooks.hooks.generation import audience_of  # generation.py's types are all that is needed above

    for script in loaded.scripts:
        audience = audience_of(script.name, loaded.config.flocks)
        yield from (replace(tool, audience=audience) for tool in script.tools)


# plugins


def _of_plugins(loaded: Loaded) -> Iterator[Tool]:
    for plugin in loaded.plugins:
        in_environment = loaded.config.wants_environment_payload(plugin.place)
        for tool in plugin.tools:
            yield plugin_tool(plugin, tool, loaded.call, in_environment=in_environment)


def plugin_tool(plugin: Plugin, tool: PluginTool, call: Call, *, in_environment: bool = False) -> Tool:
    """One tool of a plugin. `in_environment`: its arguments go to `CHIBI_TOOL_ARGS`, the form of chibi before 0.7."""

    def run_plugin(arguments: dict[str, Json], caller: Caller) -> Result:
        return _run_plugin(plugin, tool.name, arguments, replace(call, timeout=min(call.timeout, caller.seconds)),
                           in_environment)  # fmt: skip

    parameters = tool.parameters if isinstance(tool.parameters, dict) else ANY_OBJECT
    return Tool(
        tool.name, tool.description, parameters, "plugin", plugin.place, run_plugin, "plugin", tool.summary_params
    )


def _run_plugin(plugin: Plugin, name: str, arguments: dict[str, Json], call: Call, in_environment: bool) -> Result:
    if reason := call.refusal(plugin):
        return failed(f"{plugin.place}: {reason}")
    text = payload_bytes(arguments)
    environment = without_role(call.environment)
    environment["CHIBI_TOOL_NAME"] = name
    if in_environment:
        if len(text) > ARGUMENTS_IN_ENVIRONMENT:
            return failed(f"the arguments are too long for CHIBI_TOOL_ARGS: {len(text)} bytes")
        environment["CHIBI_TOOL_ARGS"] = text.decode("utf-8")
    ran = run(
        (plugin.path,),
        stdin=b"" if in_environment else text,
        environment=environment,
        directory=call.directory,
        timeout=call.timeout,
    )
    said = ran.stderr.decode("utf-8", "replace")
    if wrong := failure(ran, call.timeout):
        return failed(wrong.message, said)
    try:
        return Result(ran.stdout.decode("utf-8"), None, said)
    except UnicodeDecodeError as error:
        return failed(f"its output is not UTF-8: byte {error.start} is {ran.stdout[error.start]:#04x}", said)


# tools of the embedding program


Offered = Callable[..., Any] | Mapping[str, Any]
"""A function, or `{"run": function}` with what is to be known about it: the keys of `ABOUT`."""
ABOUT: Final[dict[str, tuple[type, str]]] = {
    "description": (str, "a string"), "parameters": (dict, "a JSON Schema"), "category": (str, "a string"),
    "summary_params": (tuple, "a tuple of strings"),
}  # fmt: skip


def python_tools(offered: Mapping[str, Offered]) -> dict[str, Tool]:
    """The tools of `Host.open(tools={…})`: called with the arguments as keywords; what is not text is given as JSON.

    Raises BadRequest for what cannot be a tool.
    """
    tools: dict[str, Tool] = {}
    for name, each in offered.items():
        if isinstance(each, Mapping):
            tools[name] = replace(_python_tool(name, each.get("run")), **_about(name, each))
        else:
            tools[name] = _python_tool(name, each)
    return tools


def _about(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a program says about its tool besides the function."""
    about = {key: value for key, value in given.items() if key != "run"}
    for key, value in about.items():
        if key not in ABOUT:
            near = did_you_mean(str(key), [*ABOUT, "run"])
            raise BadRequest(f"Host.open: tools: {name}: there is no {key} of a tool{near}")
        kind, wanted = ABOUT[key]
        if not isinstance(value, kind):
            raise BadRequest(f"Host.open: tools: {name}: {key}: wanted {wanted}, got {value!r:.60}")
    if about.get("category", "mcp") not in CATEGORIES:
        near = did_you_mean(about["category"], CATEGORIES) or f"; there are {', '.join(CATEGORIES)}"
        raise BadRequest(f"Host.open: tools: {name}: there is no category {about['category']!r:.60}{near}")
    return about


def check_name(name: str) -> None:
    """Raises ValueError for what no agent could call."""
    if not name or len(name) > 64 or any(c.isspace() or c in "()[]{}\"'`,;" or not c.isprintable() for c in name):
        raise ValueError(f"wanted a name of 1 to 64 characters without blanks, brackets and quotes, got {name[:80]!r}")


def _python_tool(name: str, function: Any) -> Tool:
    try:
        check_name(name)
    except ValueError as error:
        raise BadRequest(f"Host.open: tools: {error}") from None
    if not callable(function):
        raise BadRequest(f"Host.open: tools: {name}: wanted a function, got {type(function).__name__}")
    if inspect.iscoroutinefunction(function):
        raise BadRequest(f"Host.open: tools: {name}: a coroutine function cannot be a tool; wrap it in a function")

    def run_function(arguments: dict[str, Json], caller: Caller) -> Result:
        try:
            given = function(**arguments)
            return Result(given if isinstance(given, str) else json.dumps(given, ensure_ascii=False))
        except Exception as error:  # the program's own failure is the tool's
            return failed(f"{type(error).__name__}: {error}")

    description = (inspect.getdoc(function) or name).partition("\n\n")[0].replace("\n", " ")
    place = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"
    return Tool(name, description, _schema_of(function), "python", place.lstrip("."), run_function)


_JSON_TYPES: Final[dict[Any, str]] = {
    str: "string", int: "integer", float: "number", bool: "boolean", list: "array", dict: "object",
}  # fmt: skip


def _schema_of(function: Callable[..., Any]) -> dict[str, Json]:
    """The JSON Schema of a function's keyword parameters, as far as its signature says."""
    try:
        parameters = inspect.signature(function, eval_str=True).parameters.values()
    except (TypeError, ValueError, NameError):
        return ANY_OBJECT
    properties: dict[str, Json] = {}
    required: list[str] = []
    for each in parameters:
        if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            properties[each.name] = _type_of(each.annotation)
            if each.default is each.empty:
                required.append(each.name)
    return {"type": "object", "properties": properties, "required": required}


def _type_of(annotation: Any) -> dict[str, Json]:
    if get_origin(annotation) in (Union, UnionType):
        inner = [each for each in get_args(annotation) if each is not NoneType]
        annotation = inner[0] if len(inner) == 1 else None
    word = _JSON_TYPES.get(get_origin(annotation) or annotation)
    return {"type": word} if word else {}
