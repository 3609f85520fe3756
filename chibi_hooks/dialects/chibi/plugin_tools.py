"""Plugins -> the tools of their schemas, as agents call them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from chibi_hooks.dialects.chibi.plugins import Plugin, PluginCall, PluginTool, failure, without_role
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.payload import payload_bytes
from chibi_hooks.hooks.tools.tool import ANY_OBJECT, Caller, Result, Tool, failed

ARGUMENTS_IN_ENVIRONMENT: Final = 120_000  # bytes: Linux refuses a variable of 128 KiB


def plugin_tools(plugins: Iterable[Plugin], call: PluginCall, in_environment: Callable[[str], bool]) -> Iterator[Tool]:
    """The tools of these plugins. `in_environment` says of a place (`plugins/name`) whether that plugin expects its
    arguments in `CHIBI_TOOL_ARGS`, the form of chibi before 0.7.
    """
    for plugin in plugins:
        for tool in plugin.tools:
            yield plugin_tool(plugin, tool, call, in_environment=in_environment(plugin.place))


def plugin_tool(plugin: Plugin, tool: PluginTool, call: PluginCall, *, in_environment: bool = False) -> Tool:
    """One tool of a plugin. `in_environment`: its arguments go to `CHIBI_TOOL_ARGS`, the form of chibi before 0.7."""

    def run_plugin(arguments: dict[str, Json], caller: Caller) -> Result:
        within = call.within(caller.project or call.directory, min(call.timeout, caller.seconds))
        return _run_plugin(plugin, tool.name, arguments, within, in_environment)

    parameters = tool.parameters if isinstance(tool.parameters, dict) else ANY_OBJECT
    return Tool(
        tool.name, tool.description, parameters, "plugin", plugin.place, run_plugin, "plugin", tool.summary_params
    )


def _run_plugin(
    plugin: Plugin, name: str, arguments: dict[str, Json], call: PluginCall, in_environment: bool
) -> Result:
    text = payload_bytes(arguments)
    environment = without_role(call.environment)
    environment["CHIBI_TOOL_NAME"] = name
    if in_environment:
        if len(text) > ARGUMENTS_IN_ENVIRONMENT:
            return failed(f"the arguments are too long for CHIBI_TOOL_ARGS: {len(text)} bytes")
        environment["CHIBI_TOOL_ARGS"] = text.decode("utf-8")
    ran = call.ran(plugin, b"" if in_environment else text, environment)
    if isinstance(ran, str):
        return failed(f"{plugin.place}: {ran}")
    said = ran.stderr.decode("utf-8", "replace")
    if ran.strays:
        said += f"chibi-hooks: {plugin.place} left processes behind, which were ended: {ran.strays}\n"
    if wrong := failure(ran, call.timeout):
        return failed(wrong.message, said)
    try:
        return Result(ran.stdout.decode("utf-8"), None, said)
    except UnicodeDecodeError as error:
        return failed(f"its output is not UTF-8: byte {error.start} is {ran.stdout[error.start]:#04x}", said)
