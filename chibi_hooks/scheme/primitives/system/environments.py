"""Expressions, files and import sets come in, procedures that run them and environments go out: what `(scheme eval)`,
`(scheme load)` and `(scheme repl)` stand on (R7RS 6.12, 6.14).

Rules: nothing is run here. `%prepare` answers a procedure without arguments, which Scheme code calls in tail position,
so that a continuation can be captured inside of what is evaluated. What is evaluated is the program's own text: it may
import what the program may import.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.reading.textfiles import BYTES
from chibi_hooks.scheme.running.asking import Environment, TopLevelOfWorld, running_unsandboxed_world, running_world
from chibi_hooks.scheme.values import files, ports
from chibi_hooks.scheme.values.arguments import symbol, text
from chibi_hooks.scheme.values.data import FALSE, UNSPECIFIED, Value, from_list
from chibi_hooks.scheme.values.errors import fail, wrong_type
from chibi_hooks.scheme.values.source import Place, SourceText


@primitive("%prepare", pure=False)
def prepare(expression: Value, environment: Value) -> Value:
    """(%prepare expression environment) -> a procedure that evaluates the expression; #f: in the top level."""
    from chibi_hooks.scheme.reading.datum_syntax import syntax_of  # cold start: most programs evaluate nothing

    world = running_unsandboxed_world("eval")
    top = _top_level("eval", environment, world.top_level)
    place = _place()
    return world.prepare([syntax_of(expression, place)], top, place.source.name)


@primitive("%prepare-file", pure=False)
def prepare_file(path: Value, environment: Value) -> Value:
    """(%prepare-file path environment) -> a procedure that runs the program in a file."""
    from chibi_hooks.scheme.reading.reader import read_source  # cold start: most programs load nothing

    world = running_unsandboxed_world("load")
    name = text("load", 1, path)
    top = _top_level("load", environment, world.top_level)
    source = SourceText(name, _contents(name))
    world.names.locate(source, name)
    return world.prepare(read_source(source), top, name)


@primitive("%environment", pure=False)
def environment(import_sets: Value) -> Value:
    """(%environment list) -> an immutable environment that holds what the import sets yield."""
    from chibi_hooks.scheme.reading.datum_syntax import syntax_of  # cold start: as above

    place = _place()
    specs = [syntax_of(each, place) for each in from_list(import_sets)]
    return Environment(running_world("environment").names.environment(specs))


@primitive("interaction-environment", pure=False)
def interaction_environment() -> Value:
    """(interaction-environment) -> the environment in which the program makes its definitions (R7RS 6.12)."""
    return Environment(running_world("interaction-environment").top_level)


@primitive("%world-setting", pure=False)
def world_setting(name: Value) -> Value:
    """(%world-setting 'name) -> what a library keeps in this world under that name, #f if nothing yet."""
    return running_world("%world-setting").settings.get(symbol("%world-setting", 1, name), FALSE)


@primitive("%set-world-setting!", pure=False, returns="unspecified")
def set_world_setting(name: Value, value: Value) -> Value:
    """(%set-world-setting! 'name value) keeps a value in this world."""
    running_world("%set-world-setting!").settings[symbol("%set-world-setting!", 1, name)] = value
    return UNSPECIFIED


def _top_level(who: str, environment: Value, default: TopLevelOfWorld) -> TopLevelOfWorld:
    if environment is FALSE:
        return default
    if environment.__class__ is not Environment:
        raise wrong_type(who, 2, "an environment", environment)
    return environment.top_level


def _place() -> Place:
    """Where the program asked: the errors of evaluated text are shown there."""
    from chibi_hooks.scheme.running.faults import place_here  # the compiler knows the primitives

    return place_here() or Place(SourceText("<eval>", ""), 0, 0)


def _contents(name: str) -> str:
    """The text of a file, by the world's own access to files."""
    file = ports.guarded(name, lambda: files.current().open_read(name))
    try:
        return _decoded(name, ports.guarded(name, lambda: file.read(BYTES + 1)))
    finally:
        file.close()


def _decoded(name: str, data: bytes) -> str:
    if len(data) > BYTES:
        raise fail("limit", f"{name} is larger than {BYTES} bytes", who="load")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ports.file_error(name, error) from None
