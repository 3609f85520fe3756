"""The text of a hook file -> `Finding`s: what can be seen to be wrong without firing anything.

Three looks, each of which says only what is certain:

    brackets.py        text that does not read: where indentation says that the bracket belongs
    names.py           names that nothing defines
    registrations.py   points that do not exist, callbacks that cannot take a payload
    answers.py         what is returned and the point does not take
    payload_use.py     what is done to the payload, from the point's contract

and the load itself, in a world of its own under the home's budgets, for what only shows when the file is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from chibi_hooks.hooks.checking.answers import Shortcomings, answers_of, nobody
from chibi_hooks.hooks.checking.finding import Finding, Spot
from chibi_hooks.hooks.checking.names import unbound_names
from chibi_hooks.hooks.checking.nodes import definitions_in, walk
from chibi_hooks.hooks.checking.payload_use import payload_mistakes
from chibi_hooks.hooks.checking.registrations import faults_of, registrations
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.trust import Gate
from chibi_hooks.hooks.scripts.loading import BYTES, load_script
from chibi_hooks.hooks.scripts.script import BrokenScript, ThreadScript
from chibi_hooks.scheme import core
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText


def lint(
    text: str,
    path: Path,
    name: str | None = None,
    *,
    config: Config | None = None,
    roots: Sequence[Path] = (),
    gate: Gate | None = None,
    agents: Shortcomings = nobody,
    load: bool = True,
) -> list[Finding]:
    """What is wrong in the text of a hook file, in its order; the text may be one that is not saved yet.

    `path`: where the file is or will be; `name`: what messages call it; `config`: that of its home, for tier and
    budgets; `roots`: directories with libraries; `gate` says what may run, `agents` what the agents that matter here do
    not simply honour; `load`: is it evaluated as well?
    """
    name = name or path.name
    config = config or Config()
    source = SourceText(name, text)
    loaded = _load(text.encode("utf-8", "surrogatepass"), path, name, config, roots, gate) if load else []
    limits = (config.tier(name), config.seconds(name), config.megabytes(name) << 20, roots)
    script = ThreadScript(name, *limits, environment=config.seen_by(name, {}), directory=path.parent, gate=gate)
    try:
        seen = list(_seen(source, script, agents))
    except SchemeError as error:
        seen = [] if loaded else [_of_error(error, name)]
    finally:
        script.dispose()
    lines = {_line(finding) for finding in seen if finding.severity == "error"}
    found = [*seen, *(finding for finding in loaded if _line(finding) not in lines)]
    return sorted(dict.fromkeys(found), key=_position)


def check_script(
    path: Path,
    name: str,
    config: Config,
    roots: Sequence[Path] = (),
    gate: Gate | None = None,
    agents: Shortcomings = nobody,
) -> list[Finding]:
    """The same of a file as it is on disk."""
    if gate is not None and (reason := gate.refusal(name)):
        return [Finding(Spot.read(name), "warning", f"not looked at: {reason}", "not-trusted")]
    try:
        text = read_file(path, BYTES).decode("utf-8-sig")
    except (UnicodeDecodeError, OSError):
        return _load(None, path, name, config, roots, gate)
    return lint(text, path, name, config=config, roots=roots, gate=gate, agents=agents)


def _seen(source: SourceText, script: ThreadScript, agents: Shortcomings) -> Iterator[Finding]:
    """What the expanded text shows. Raises SchemeError when it cannot be expanded."""
    scope = script.interpreter.top_level
    unit = expand_program(read_source(source), scope, source.name)
    yield from unbound_names(scope)
    yield from lint_hooks(unit, source, agents)


def lint_hooks(unit: core.Unit, source: SourceText, agents: Shortcomings = nobody) -> Iterator[Finding]:
    """What can be seen to be wrong in the hooks of an expanded file."""
    nodes = list(walk(unit.body))
    definitions = definitions_in(nodes)
    registered = list(registrations(nodes, definitions))
    yield from payload_mistakes(nodes, definitions, registered, source)
    for each in registered:
        yield from faults_of(each, source)
        if each.point is not None:
            for clause in each.clauses:
                yield from answers_of(clause, each.point, definitions, source, agents)


def _load(
    data: bytes | None, path: Path, name: str, config: Config, roots: Sequence[Path], gate: Gate | None
) -> list[Finding]:
    """What its load says."""
    try:
        script = load_script(
            path,
            name,
            tier=config.tier(name),
            time_limit=config.seconds(name),
            memory_limit=config.megabytes(name) << 20,
            roots=roots,
            data=data,
            environment=config.seen_by(name, {}),
            gate=gate,
        )
    except BrokenScript as broken:
        return [Finding(_spot_of(broken), "error", broken.message, "does-not-load", broken.hint)]
    found = [Finding(Spot.read(each.place), each.severity, each.message, "load") for each in script.problems]
    script.close()
    return found


def _spot_of(broken: BrokenScript) -> Spot:
    return Spot.of(broken.range) if broken.range is not None else Spot.read(broken.place)


def _of_error(error: SchemeError, name: str) -> Finding:
    """A text that does not read or expand."""
    hint = getattr(error.payload, "hint", None) or ""
    where = Spot.of(error.place) if error.place is not None else Spot(name, said=name)
    return Finding(where, "error", error.message, "does-not-load", hint)


def _line(finding: Finding) -> tuple[str, int]:
    """File and line, without the column."""
    return finding.place.name, finding.place.line


def _position(finding: Finding) -> tuple[str, int, int]:
    return finding.place.name, finding.place.line, finding.place.column
