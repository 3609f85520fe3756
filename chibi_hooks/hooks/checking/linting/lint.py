"""The text of a hook file -> `Finding`s: what can be seen to be wrong without firing anything.

Looks, each of which says only what is certain:

    brackets.py        text that does not read: where indentation says that the bracket belongs
    names.py           names that nothing defines
    arguments.py       calls with too many arguments, or too few, or of what is no procedure
    certain.py         calls that can only fail, or are never true, by what their operands are
    truth.py           tests that are always true
    trials.py          calls that fail with whatever is sent
    contradictions.py  tests that rule each other out
    patterns.py        constant patterns and templates that do not compile
    registrations.py   points that do not exist, callbacks that cannot take a payload
    endless.py         procedures that never return
    lost.py            answers that nobody sees
    forgotten.py       what a hook is to remember, and begins anew at every call
    answers.py         what is returned and the point does not take
    payload_use.py     what is done to the payload, from the point's contract
    agent_words.py     names as an agent has them, where hooks see ours

and the load itself, in a world of its own under the home's budgets, for what only shows when the file is evaluated.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.checking.linting.agent_words import NO_AGENTS, AgentsKnown
from chibi_hooks.hooks.checking.linting.answers import answers_of
from chibi_hooks.hooks.checking.linting.arguments import wrong_arguments
from chibi_hooks.hooks.checking.linting.brackets import misplaced, outside
from chibi_hooks.hooks.checking.linting.certain import certain_mistakes
from chibi_hooks.hooks.checking.linting.contradictions import contradictions
from chibi_hooks.hooks.checking.linting.endless import endless_procedures
from chibi_hooks.hooks.checking.linting.finding import Finding, Label, Spot
from chibi_hooks.hooks.checking.linting.forgotten import forgotten
from chibi_hooks.hooks.checking.linting.lost import dropped_values, lost_answers
from chibi_hooks.hooks.checking.linting.names import testing_names, unbound_names
from chibi_hooks.hooks.checking.linting.nodes import definitions_in, walk
from chibi_hooks.hooks.checking.linting.patterns import wrong_patterns
from chibi_hooks.hooks.checking.linting.payload_use import payload_mistakes
from chibi_hooks.hooks.checking.linting.registrations import faults_of, registrations
from chibi_hooks.hooks.checking.linting.trials import calls_that_fail
from chibi_hooks.hooks.checking.linting.truth import tests_that_are_none
from chibi_hooks.hooks.checking.linting.twice import defined_twice
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import TEST_ENDING
from chibi_hooks.hooks.homes.trust import Gate
from chibi_hooks.hooks.scripts.granting import BYTES
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.script import BrokenScript, Script, ThreadScript
from chibi_hooks.scheme import core
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.reading.reader import Unfinished, read_source
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

OF_ANSWERS: Final = frozenset({"no-answer", "illegal-answer", "wrong-answer-type"})
FAILING: Final = frozenset({"unbound", "wrong-arguments", "wrong-type", "wrong-pattern"})  # before it tests anything

@dataclass(frozen=True, slots=True)
class LintTerms:
    """How a hook file is loaded: what messages call it, where it stands in its home, and by whose rules."""

    name: str
    place: str
    config: Config
    roots: Sequence[Path]
    gate: Gate | None = None

    def world(self, directory: Path) -> ThreadScript:
        """A world in which it could be evaluated."""
        config, place = self.config, self.place
        limits = (config.tier(place), config.seconds(place), config.megabytes(place) << 20, self.roots)
        environment = config.seen_by(place, {})
        return ThreadScript(self.name, *limits, environment=environment, directory=directory, gate=self.gate)

    def load(self, path: Path, data: bytes | None = None) -> Script:
        """The file, evaluated. Raises BrokenScript."""
        config, place = self.config, self.place
        return load_script(
            path,
            self.name,
            tier=config.tier(place),
            time_limit=config.seconds(place),
            memory_limit=config.megabytes(place) << 20,
            roots=self.roots,
            data=data,
            environment=config.seen_by(place, {}),
            gate=self.gate,
        )


def lint(
    text: str,
    path: Path,
    name: str | None = None,
    *,
    config: Config | None = None,
    roots: Sequence[Path] = (),
    gate: Gate | None = None,
    agents: AgentsKnown = NO_AGENTS,
    load: bool = True,
    place: str | None = None,
) -> list[Finding]:
    """What is wrong in the text of a hook file, in its order; the text may be one that is not saved yet.

    `path`: where the file is or will be; `name`: what messages call it; `config`: that of its home, for tier and
    budgets; `roots`: directories with libraries; `gate` says what may run, `agents` what is known of agents; `load`: is
    it evaluated as well? `place`: where it stands in its home, if messages call it otherwise.
    """
    name = name or path.name
    config = config or Config()
    source = SourceText(name, text)
    terms = LintTerms(name, place or name, config, roots, gate)
    load = load and not name.endswith(TEST_ENDING)  # tests are run by `test`
    loaded = _load(text.encode("utf-8", "surrogatepass"), path, terms) if load else []
    script = terms.world(path.parent)
    try:
        seen = list(_seen(source, script, agents, terms.place))
    except SchemeError as error:
        seen = _unreadable(source, error, loaded)
    finally:
        script.dispose()
    failed = {_line(finding) for finding in loaded if finding.code == "does-not-load"}
    seen = [each for each in seen if each.code != "wrong-type" or _line(each) not in failed]  # said with its values
    failing = {_line(each) for each in seen if each.code in FAILING}
    seen = [each for each in seen if each.code != "always-true" or _line(each) not in failing]
    if load:
        words, around = outside(source)
        seen = [*words, *(each for each in seen if each.place.line not in around)]
        loaded = [each for each in loaded if each.place.line not in around]
    lines = {_line(finding) for finding in seen if finding.severity == "error"}
    if any(each.code == "misplaced-bracket" and each.severity == "error" for each in seen):
        loaded = []  # it could not be read, and where is told better here
    found = [*seen, *(each for each in loaded if _line(each) not in lines)]
    once = {(each.place, each.code, each.message): each for each in reversed(found)}
    forms = [at for at, line in enumerate(text.split("\n"), 1) if line.startswith("(")]
    told = sorted(once.values(), key=lambda each: _position(each, forms))
    typed = {_line(each): each for each in reversed(told) if each.code == "wrong-type"}
    return [each for each in told if each.code != "wrong-type" or typed[_line(each)] is each]  # one of its operands


def check_script(
    path: Path,
    name: str,
    config: Config,
    roots: Sequence[Path] = (),
    gate: Gate | None = None,
    agents: AgentsKnown = NO_AGENTS,
    *,
    load: bool = True,
    place: str | None = None,
) -> list[Finding]:
    """The same of a file as it is on disk."""
    if gate is not None and (reason := gate.refusal(name)):
        return [Finding(Spot.read(name), "warning", f"not looked at: {reason}", "not-trusted")]
    try:
        text = read_file(path, BYTES).decode("utf-8-sig")
    except (UnicodeDecodeError, OSError):
        return _load(None, path, LintTerms(name, place or name, config, roots, gate))
    return lint(text, path, name, config=config, roots=roots, gate=gate, agents=agents, load=load, place=place)


def text_of(path: Path) -> str:
    """The text of a file that was looked at, as places in it count; nothing where it cannot be read."""
    try:
        return read_file(path, BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _seen(source: SourceText, script: ThreadScript, agents: AgentsKnown, place: str) -> Iterator[Finding]:
    """What the expanded text shows. Raises SchemeError when it cannot be expanded, within the budgets of a load."""
    scope = script.interpreter.top_level
    unit = script.interpreter.within(lambda: expand_program(read_source(source), scope, source.name))
    given = testing_names() if source.name.endswith(TEST_ENDING) else ()
    yield from unbound_names(scope, place, given)
    if not source.name.endswith(TEST_ENDING):  # a test may call something wrongly on purpose
        nodes = list(walk(unit.body))
        definitions = definitions_in(nodes)
        yield from defined_twice(nodes, source)
        yield from wrong_arguments(nodes, definitions, source)
        yield from certain_mistakes(nodes, definitions, source)
        yield from tests_that_are_none(nodes, definitions, source)
        yield from contradictions(nodes, definitions, source)
        yield from wrong_patterns(nodes, definitions, source)
        registered = list(registrations(nodes, definitions))
        yield from calls_that_fail(nodes, definitions, registered, source, script.interpreter)
    yield from lint_hooks(unit, source, agents)


def lint_hooks(unit: core.Unit, source: SourceText, agents: AgentsKnown = NO_AGENTS) -> Iterator[Finding]:
    """What can be seen to be wrong in the hooks of an expanded file."""
    nodes = list(walk(unit.body))
    definitions = definitions_in(nodes)
    registered = list(registrations(nodes, definitions))
    yield from misplaced(source, broken=False)
    yield from endless_procedures(nodes, definitions, source)
    yield from lost_answers(nodes, unit.body, definitions, source)
    if registered:
        yield from dropped_values(nodes, unit.body, definitions, source)
    yield from forgotten(nodes, definitions, registered, source)
    yield from payload_mistakes(nodes, definitions, registered, source, agents)
    for each in registered:
        yield from faults_of(each, source, lambda: agents.words().events)
        if each.point is not None:
            for clause in each.clauses:
                yield from answers_of(clause, each.point, definitions, source, agents.shortcomings)


def _load(data: bytes | None, path: Path, terms: LintTerms) -> list[Finding]:
    """What its load says."""
    name = terms.name
    try:
        script = terms.load(path, data)
    except BrokenScript as broken:
        return [Finding(_spot_of(broken), "error", broken.message, "does-not-load", broken.hint)]
    found = [Finding(Spot.read(each.place), each.severity, each.message, "load") for each in script.problems]
    if not (found or script.hooks or script.tools):
        found.append(_nothing(name, script.source))
    script.close()
    return found


def _nothing(name: str, source: SourceText) -> Finding:
    """A file that answers nowhere."""
    one = re.search(r"^\(define \((\S+) (?:payload|p)\)", source.text, re.MULTILINE)
    hint = "write (define-hook pre_tool (tool-name arguments) …)"
    if one:
        hint = f"write (register-hook 'pre_tool {one[1]}) at its end"
    message = "this file registers no hook and defines no tool: it is never asked"
    where = Spot(name, said=name)
    return Finding(where, "warning", message, "registers-nothing", f"{hint}; code for other files belongs in lib/")


def _spot_of(broken: BrokenScript) -> Spot:
    return Spot.of(broken.range) if broken.range is not None else Spot.read(broken.place)


def _unreadable(source: SourceText, error: SchemeError, loaded: Sequence[Finding]) -> list[Finding]:
    """A text that does not read or expand: where the indentation says that the mistake is, else where it was met."""
    met = list(loaded) or [_of_error(error, source.name)]
    if error.kind == "read" and (found := list(misplaced(source, broken=True))) and not _is_before(error, found[0]):
        elsewhere = (Label(each.place, each.message) for each in met if each.place != found[0].place)
        return [replace(found[0], labels=(*found[0].labels, *elsewhere))]
    return [] if loaded else met


def _is_before(error: SchemeError, found: Finding) -> bool:
    """Does something else not read before the bracket that is not where it belongs?"""
    if isinstance(error, Unfinished) or error.place is None:
        return False
    return (error.place.line, error.place.column) < (found.place.line, found.place.column)


def _of_error(error: SchemeError, name: str) -> Finding:
    """A text that does not read or expand."""
    hint = getattr(error.payload, "hint", None) or ""
    where = Spot.of(error.place) if error.place is not None else Spot(name, said=name)
    return Finding(where, "error", error.message, "does-not-load", hint)


def _line(finding: Finding) -> tuple[str, int]:
    """File and line, without the column."""
    return finding.place.name, finding.place.line


def _position(finding: Finding, forms: Sequence[int]) -> tuple[str, int, bool, int, int]:
    """Where it is told: in the order of the text, but of one form what it gives only after what fails in it, since that
    is often why. `forms`: the lines on which one begins."""
    at = finding.place
    return at.name, bisect(forms, at.line), finding.code in OF_ANSWERS, at.line, at.column
