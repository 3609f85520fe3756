"""`test [PATHS]`: the test files of a home, and which clauses of its hook files ran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._number import Number
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, counted

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.testing import FileTested
    from chibi_hooks.hooks.homes.home import Home, Surroundings
    from chibi_hooks.hooks.replaying.coverage import Covered
    from chibi_hooks.scheme.worlds.coverage import Coverage

Coverages = dict[Path, "Coverage"]  # by home

EXAMPLES = ("test", "test demo --coverage --fail-under 80")


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--home", metavar="DIR", help="The home that the tests are about (default: the one each file is in).")
@click.option("-v", "--verbose", is_flag=True, help="Show the output of files that pass, too.")
@click.option("--coverage", "cover", is_flag=True, help="Show which clauses of the hook files never ran.")
@click.option("--recorded", is_flag=True, help="With --coverage: run the recorded fires in place of the tests.")
@click.option("--fail-under", type=Number(0, 100), metavar="PERCENT", help="With --coverage: exit code 1 below this.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    home: str | None,
    verbose: bool,
    cover: bool,
    recorded: bool,
    fail_under: float | None,
    as_json: bool,
) -> None:
    """Run *-test.scm files: those in PATHS (files or directories), or all of the home and of the directories of
    policies that it uses.

    In a test file, (fire 'pre_tool payload) gives the outcome as an alist, and (fixture "name.json") reads the payload
    beside it. Exit code 1 when a test fails or there is none.
    """
    from chibi_hooks.hooks.homes.home import Surroundings

    if (recorded or fail_under is not None) and not cover:
        raise BadRequest("--recorded and --fail-under are about --coverage: give it as well")
    if recorded and paths:
        raise BadRequest("--recorded runs the fires of a home's journal: give --home in place of PATHS")
    around = Surroundings.of_process()
    coverages: Coverages | None = {} if cover else None
    results: list[FileTested] = []
    if recorded:
        _run_recorded(home, around, coverages if coverages is not None else {})
    else:
        results = list(_run_tests(paths, home, around, coverages, None if as_json else verbose))
        if coverages is not None and not results:
            _load_only(home, around, coverages)
    files = _covered(coverages or {})
    if as_json:
        _print_json(results, files, cover)
    else:
        _tell(results, recorded)
        if cover:
            say("\n".join(_lines(files)))
    is_short = fail_under is not None and _percentage(files) < fail_under
    if is_short:
        note(f"{_percentage(files):.0f} % is less than the {fail_under:g} % that --fail-under wants")
    if is_short or (not recorded and (not results or any(not ran.good for ran in results))):
        ctx.exit(1)


def _run_tests(
    paths: Sequence[str],
    home: str | None,
    around: Surroundings,
    coverages: Coverages | None,
    verbose: bool | None,
) -> Iterator[FileTested]:
    """Run the files; `verbose` None: say nothing meanwhile."""
    from chibi_hooks import Host
    from chibi_hooks.hooks.checking.testing import home_of, run_test_file
    from chibi_hooks.scheme.worlds.coverage import Coverage

    for path, home_ in _files(paths, home, around):
        coverage = None
        if coverages is not None:
            coverage = coverages.setdefault(home_.path if home_ else home_of(path), Coverage())
        ran = run_test_file(path, home_, around, coverage, Host.open)
        if verbose is not None:
            word = paint("ok", fg="green") if ran.good else paint("FAILED", fg="red", bold=True)
            say(f"{path}: {word}: {ran.summary}")
            if verbose or not ran.good:
                _show(ran.output, ran.error, ran.notices)
        yield ran


def _files(paths: Sequence[str], home: str | None, around: Surroundings) -> Iterator[tuple[Path, Home | None]]:
    """The test files, each with its home; without one: the one it is in."""
    from chibi_hooks.hooks.checking.testing import directories_of, find_test_files
    from chibi_hooks.hooks.homes.home import find_homes

    named = find_homes(around, home).homes[-1] if home is not None else None
    if paths:
        yield from ((path, named) for path in find_test_files([Path(each) for each in paths]))
        return
    homes = find_homes(around)
    for notice in () if named else homes.notices:
        note(f"skipped: {notice}")
    for each in [named] if named else homes.homes:
        yield from ((path, each) for path in find_test_files(directories_of(each)))


def _load_only(home: str | None, around: Surroundings, coverages: Coverages) -> None:
    """Where there are no tests every clause of the hook files is one that never ran."""
    from chibi_hooks.hooks.homes.home import find_homes
    from chibi_hooks.hooks.replaying.coverage import run_recorded
    from chibi_hooks.scheme.worlds.coverage import Coverage

    homes = find_homes(around, home)
    if homes.homes:
        coverage = coverages[homes.homes[-1].path] = Coverage()
        run_recorded((), homes, around, coverage)


def _run_recorded(home: str | None, around: Surroundings, coverages: Coverages) -> None:
    from chibi_hooks.cli._journal import open_journal
    from chibi_hooks.hooks.homes.home import find_homes
    from chibi_hooks.hooks.replaying.coverage import run_recorded
    from chibi_hooks.scheme.worlds.coverage import Coverage

    homes = find_homes(around, home)
    with open_journal(home) as journal:
        fires = journal.fires()
    coverage = coverages[homes.homes[-1].path if homes.homes else homes.project] = Coverage()
    left_out, notices = run_recorded(fires, homes, around, coverage)
    for notice in notices:
        note(f"skipped: {notice}")
    for fire, reason in left_out[:3]:
        note(f"left out: {fire.id}: {reason}")
    note(f"{counted(len(fires) - len(left_out), 'recorded fire')}, {len(left_out)} left out")


def _covered(coverages: Coverages) -> list[Covered]:
    if not coverages:
        return []
    from chibi_hooks.hooks.replaying.coverage import covered

    return [file for home, coverage in coverages.items() for file in covered(coverage, home)]


def _percentage(files: Sequence[Covered]) -> float:
    from chibi_hooks.hooks.replaying.coverage import percentage

    return percentage(files)


def _lines(files: Sequence[Covered]) -> Iterator[str]:
    """The coverage for people: each file, and the clauses of it that never ran."""
    for file in files:
        yield f"{file.path}: {file.ran} of {file.clauses} clauses ran"
        for missed in file.missed:
            yield f"  {missed.place}: {paint(missed.words, fg='yellow')}"
            yield f"    {missed.source}"
    yield f"coverage: {_percentage(files):.0f} %" if files else "coverage: there are no hook files to run"


def _print_json(results: Sequence[FileTested], files: Sequence[Covered], cover: bool) -> None:
    ran = [each.to_json() for each in results]
    shown: Json = ran
    if cover:
        found = [file.to_json() for file in files]
        shown = {"tests": ran, "coverage": found, "percent": round(_percentage(files), 1)}
    say_json(shown, indent=2)


def _tell(results: Sequence[FileTested], recorded: bool) -> None:
    for text in dict.fromkeys(each for ran in results for each in ran.notices if "`chibi-hooks trust`" in each):
        note(f"skipped: {text}")
    bad = sum(not ran.good for ran in results)
    if results:
        count = counted(len(results), "file")
        note(f"{count}, {bad} of them failed" if bad else f"{count} passed")
    elif not recorded:
        note("there are no *-test.scm files here; `chibi-hooks promote` makes one of a recorded fire")


def _show(output: str, error: str | None, notices: list[str]) -> None:
    for text in (output, error or "", *notices):
        for line in text.splitlines():
            say(f"  {line}")
