"""`check [PATHS]`: mistakes in homes, folders, hook files and plugins, with their places and what to write instead."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._nobody import no_home
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, ConfigError, counted, did_you_mean
from chibi_hooks.hooks.homes.home import Surroundings, find_homes, is_home

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.hooks.checking.trying import Payloads
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.responders import LoadedHome

Texts = dict[str, Path]  # how a message calls a file -> where it is
RECORDED = 50  # of the last fires, for --run, and all older ones that were refused or failed
FORMATS = ("text", "json", "github", "sarif")

EXAMPLES = (
    "check",
    "check --fix hooks/guard.scm",
    "check --strict --format github",
    "check --agent claude-code --project .",
)


@click.command()
@click.argument("paths", nargs=-1)
@click.option(
    "--home", metavar="DIR", help="The home to check when no PATHS are given (default: CHIBI_HOME, or ~/.chibi)."
)
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--fix", "mend", is_flag=True, help="Make the changes that are certain, and tell what is left.")
@click.option("--run", "fires", is_flag=True, help="Fire each hook on the sample of its point and on recorded fires.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="github and sarif are for CI.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    shell_complete=agents,
    help="Check what AGENT's settings say of handlers.",
)
@click.option("--project", metavar="DIR", help="The project whose settings of AGENT count (default: this directory).")
@click.option("--profile", metavar="NAME", help="Which of AGENT's profiles.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: Sequence[str],
    home: str | None,
    strict: bool,
    mend: bool,
    fires: bool,
    as_json: bool,
    form: str,
    agents: Sequence[str],
    project: str | None,
    profile: str | None,
) -> None:
    """Look for mistakes without firing anything, in PATHS (hook files, folders and homes) or in the home.

    Reports files and plugins that do not load, keys and comparisons that can never be right at the hook point, answers
    that it does not take, names that nothing defines, brackets that the indentation misses. Of an agent's settings:
    what that agent lets pass in silence, such as events that never fire and scripts that are not there. Exit code 1
    when there are errors.
    """
    around = Surroundings.of_process()
    around.keep_compiled()
    texts: Texts = {}
    found = _check_agents(agents, project, profile) if agents else _check_all(paths, home, texts, fires)
    findings = list(found)
    if mend and (made := _fix(findings, texts)):
        note(f"{counted(made, 'change')} made")
        texts = {}
        findings = list(_check_all(paths, home, texts, fires))
    homes = find_homes(around, home).homes if not paths else ()
    looked = bool(texts or agents or homes or any(is_home(Path(path)) for path in paths))
    _show(findings, texts, "json" if as_json else form, "no mistakes found" if looked else "nothing was looked at")
    errors = sum(finding.severity == "error" for finding in findings)
    if errors or (strict and findings):
        ctx.exit(1)


def _show(findings: Sequence[Finding], texts: Texts, form: str, nothing: str) -> None:
    from chibi_hooks.hooks.checking.linting import reports

    placed = [_from_here(each, texts) for each in findings]  # programs open what they are told
    if form == "json":
        say_json(reports.as_json(placed), indent=2)
    elif form == "sarif":
        say_json(reports.as_sarif(placed), indent=2)
    elif form == "github":
        for line in reports.as_github(placed):
            say(line)
    else:
        for line in reports.pages(findings, _read(texts), paint):
            say(line)
    errors = sum(finding.severity == "error" for finding in findings)
    warnings = len(findings) - errors
    note(f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if findings else nothing)


def _from_here(finding: Finding, texts: Texts) -> Finding:
    """The finding with the path of its file from the working directory, not from its home."""

    def moved(place: Spot) -> Spot:
        path = texts.get(place.name)
        return place if path is None else replace(place, name=os.path.relpath(path))

    labels = tuple(replace(each, place=moved(each.place)) for each in finding.labels)
    return replace(finding, place=moved(finding.place), labels=labels)


def _read(texts: Texts) -> dict[str, str]:
    from chibi_hooks.hooks.checking.linting.lint import text_of

    return {name: text_of(path) for name, path in texts.items()}


def _fix(findings: Sequence[Finding], texts: Texts) -> int:
    """Make what is certain in the files; gives how many changes."""
    from chibi_hooks.hooks.checking.linting.finding import fixed
    from chibi_hooks.hooks.checking.linting.lint import text_of
    from chibi_hooks.hooks.homes.rewriting import rewrite

    made = 0
    for name, path in texts.items():
        own = [each for each in findings if each.place.name == name and each.fix is not None]
        if own:
            text, count = fixed(text_of(path), own)
            try:
                mark = BOM_UTF8 if path.read_bytes().startswith(BOM_UTF8) else b""
                rewrite(Path(os.path.realpath(path)), mark + text.encode("utf-8"))
            except OSError as error:
                raise ConfigError(f"{path}: it cannot be written: {error.strerror}") from None
            made += count
    return made


def _check_all(paths: Sequence[str], home: str | None, texts: Texts, fires: bool) -> Iterator[Finding]:
    if not paths:
        yield from _check_home(home, texts, fires=fires)
    for path in paths:
        if os.path.isdir(path):
            yield from _check_folder(path, texts, fires)
        elif os.path.isfile(path):
            yield from _check_file(Path(path), path, texts, fires)
        else:
            wrong = "neither a file nor a directory" if os.path.exists(path) else "there is no such file or directory"
            raise BadRequest(f"{path}: {wrong}")


def _check_folder(path: str, texts: Texts, fires: bool) -> Iterator[Finding]:
    """A home; a part of one; or any folder with hook files."""
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.hooks.homes.home import TEST_ENDING, is_home

    if is_home(Path(path)):
        yield from _check_home(path, texts, fires=fires)
        return
    faults: list[OSError] = []
    found = [
        Path(directory, name)
        for directory, _, names in os.walk(path, onerror=faults.append)
        for name in names
        if name.endswith(".scm") and not name.endswith(TEST_ENDING)
    ]
    for fault in faults:
        if not isinstance(fault, FileNotFoundError):  # it has gone meanwhile
            name = str(fault.filename)
            yield Finding(Spot(name, said=name), "warning", f"cannot be entered: {fault.strerror}")
    for each in sorted(found):
        yield from _check_file(each, str(each), texts, fires)


def _check_file(path: Path, name: str, texts: Texts, fires: bool) -> Iterator[Finding]:
    """One hook file, by the configuration of the home in which it stands. One that may reach files and processes there
    is not evaluated: naming a file says nothing of what its home allows it."""
    from chibi_hooks.dialects.knowing import agents_known
    from chibi_hooks.hooks.checking.linting.lint import check_script
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.homes.home import Home, home_around
    from chibi_hooks.hooks.live.config_seen import config_of

    texts[name] = path
    around = home_around(path.parent)
    config, roots, place = Config(), [path.parent], name
    if around is not None:
        home = Home(around, "given")
        config, roots = config_of(home), [home.libraries]
        place = path.resolve().relative_to(around).as_posix()
    load = config.tier(place) == "sandboxed"
    yield from check_script(path, name, config, roots, None, agents_known(), place=place, load=load)
    if fires and load:
        yield from _fired(path, name, config, roots, place)


def _fired(
    path: Path, name: str, config: Config, roots: Sequence[Path], place: str, recorded: Payloads | None = None
) -> Iterator[Finding]:
    from chibi_hooks.hooks.checking.linting.lint import LintTerms
    from chibi_hooks.hooks.checking.trying import fired_on_samples

    yield from fired_on_samples(path, LintTerms(name, place, config, roots), recorded)


def _recorded(home: str | None) -> Payloads:
    """The payloads of the last fires of a home, by point."""
    from chibi_hooks.cli._journal import open_journal
    from chibi_hooks.hooks.recording.journal import NoFires

    found: dict[str, list[tuple[str, dict[str, Json]]]] = {}
    try:
        with open_journal(home) as journal:
            for fire in journal.relevant(RECORDED):
                if fire.payload is not None and not fire.cut:
                    found.setdefault(fire.point, []).append((fire.id, fire.payload))
    except (NoFires, ConfigError):
        return {}
    return found


def _check_agents(agents: Sequence[str], project: str | None, profile: str | None) -> Iterator[Finding]:
    from chibi_hooks.cli._agents import around_project
    from chibi_hooks.dialects.hosting.events import settings_of
    from chibi_hooks.dialects.hosting.linting import lint_settings

    around, directory = around_project(project)
    for agent in agents:
        dialect, settings = settings_of(agent, around, directory, profile)
        yield from lint_settings(settings, dialect)


def _check_home(home: str | None, texts: Texts, fires: bool) -> Iterator[Finding]:
    from chibi_hooks.dialects.knowing import agents_known
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.hooks.checking.linting.lint import check_script
    from chibi_hooks.hooks.checking.misplaced import misplaced
    from chibi_hooks.hooks.homes.home import CONFIG_NAME, find_scripts
    from chibi_hooks.hooks.homes.policies import absent_directories
    from chibi_hooks.opening import Host

    recorded = _recorded(home) if fires else None
    with Host.open(home=home, fresh=True) as host:
        own = [notice for loaded in host.generation.loaded for notice in loaded.notices]
        for notice in host.generation.notices:
            if notice not in own:  # a project's home that is not trusted
                note(f"skipped: {notice}")
        if not host.generation.loaded:
            note(no_home())
        for loaded in host.generation.loaded:
            scripts = dict(find_scripts(loaded.home.path))
            yield from _check_config(loaded)
            for notice in loaded.notices:
                if notice.place not in scripts:
                    yield Finding(Spot.read(notice.place), "error", notice.reason, "home")
            absent = absent_directories(loaded.home.path, loaded.config.policies)
            for notice in (*misplaced(loaded.home.path), *absent):
                yield Finding(Spot.read(notice.place), "warning", notice.reason, "home")
            yield from _check_policies(loaded)
            roots = [loaded.home.libraries]
            for name, path in scripts.items():
                agents = agents_known(loaded.config.agents)
                texts[name] = path
                yield from check_script(path, name, loaded.config, roots, loaded.home.gate, agents)
                if fires:
                    yield from _fired(path, name, loaded.config, roots, name, recorded)
        told = {CONFIG_NAME, *(name for each in host.generation.loaded for name, _ in find_scripts(each.home.path))}
        for notice in host.notices:  # what is on disk is what is checked, whatever decides meanwhile
            if notice not in host.generation.notices and notice.place not in told:
                reason = f"{notice.reason}; its last good version decides"
                yield Finding(Spot.read(notice.place), "error", reason, "home")


def _check_config(loaded: LoadedHome) -> Iterator[Finding]:
    """A configuration that cannot be read where an earlier one decides meanwhile; whom it names that is not there."""
    from chibi_hooks.dialects.knowing import unknown_agents
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.hooks.deciding.fold import can_refuse
    from chibi_hooks.hooks.deciding.point import POINTS
    from chibi_hooks.hooks.homes.config import load_config
    from chibi_hooks.hooks.homes.home import CONFIG_NAME

    there = {script.name for script in loaded.scripts}.union(*(each.places for each in loaded.others))
    there |= {notice.place for notice in loaded.notices}
    for told in (*unknown_agents(loaded.config.agents), *_named_in_vain(loaded, there)):
        yield Finding(Spot.read(CONFIG_NAME), "warning", told, "home")
    if any(notice.place == CONFIG_NAME for notice in loaded.notices):
        return
    try:
        load_config(loaded.home.config, {name: can_refuse(point) for name, point in POINTS.items()})
    except ConfigError as error:
        yield Finding(Spot.read(CONFIG_NAME), "error", f"{error}; its last good version decides", "home")


def _named_in_vain(loaded: LoadedHome, there: set[str]) -> Iterator[str]:
    """What the configuration says about hook files and plugins that are not there. A folder that is empty may wait for
    some."""
    from chibi_hooks.scheme.reading.opener import is_directory

    config = loaded.config
    for key in (*config.on_failure, *config.allowing):
        if ("/" in key or key in config.allowing) and not any(fnmatchcase(place, key) for place in there):
            failing = key in config.on_failure
            name, why = ("on_failure", "fails in its place") if failing else ("agents.may_allow", "may allow")
            yield f'{name}: there is no "{key}" here, so nothing {why}{did_you_mean(key, there)}'
    by_beginning = {
        "tiers": config.tiers,
        "isolation": config.isolation,
        "time_limits": config.time_limits,
        "memory_limits": config.memory_limits,
        "environment": config.environment,
    }
    for name, table in by_beginning.items():
        for key in table:
            waits = not key.startswith("/") and is_directory(loaded.home.path / key)
            if not waits and not any(place.startswith(key) for place in there):
                yield f'scheme.{name}: no hook file here begins with "{key}"{did_you_mean(key, there)}'


def _check_policies(loaded: LoadedHome) -> Iterator[Finding]:
    """What the agents that matter here do not simply honour of the policies that are switched on."""
    if not loaded.config.policies.chosen or not loaded.config.agents:
        return
    from chibi_hooks.dialects.knowing import agents_known
    from chibi_hooks.hooks.checking.declarations import declaration_of
    from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
    from chibi_hooks.hooks.homes.policies import find_policy

    agents = agents_known(loaded.config.agents).shortcomings
    for name in loaded.config.policies.chosen:
        source = find_policy(name, loaded.home, loaded.config.policies)
        declared = declaration_of(source) if source is not None else None
        for point, field in declared.says if declared is not None else ():
            for text in agents(point, field):
                yield Finding(Spot.read(f"policies/{name}"), "warning", text, "agent-cannot")
