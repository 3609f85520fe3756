"""Functions of the embedding program -> tools: arguments come as keywords; what is not text is given as JSON."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.tools.tool import ANY_OBJECT, CATEGORIES, Caller, Result, Tool, check_name, failed

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
