"""An agent's settings -> what its own agent lets pass in silence, with places: `check`, and `doctor AGENT`.

Rules
-----
* Nothing is run. A script is looked at, never started.
* A mistake that costs the agent an entry, a file or its start is an error; what only looks wrong is a warning.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from typing import Final, Literal

from chibi_hooks.dialects.hosting.addresses import NotAllowed, checked, is_listed
from chibi_hooks.dialects.hosting.entries import why_never
from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HostedAgent, HostedEvent
from chibi_hooks.dialects.hosting.matchers import NoMatcher, fits
from chibi_hooks.dialects.hosting.running import PLACEHOLDER, Circumstances, variables_of
from chibi_hooks.dialects.hosting.settings import HostSettings
from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.scheme.reading.opener import is_regular, read_start

LONG: Final = 1000.0  # seconds; who writes that in a file of seconds meant milliseconds
SHORT: Final = 0.1  # seconds; and the other way round
SCRIPT: Final = 1 << 18  # bytes of a script that are looked at
INTERPRETERS: Final = re.compile(r"(?:ba|da|z|k)?sh|python[\d.]*|node|ruby|perl|deno|bun|php")
NAME: Final = re.compile(r"[\w-]+")
VARIABLE: Final = re.compile(r"\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)")
LintRemark = tuple[Literal["error", "warning"], str]

SHELL_S: Final = frozenset({"HOME", "PWD", "PATH", "USER", "SHELL", "TMPDIR", "IFS", "OLDPWD", "RANDOM", "UID", "LANG"})


def lint_settings(settings: HostSettings, dialect: RowDialect) -> Iterator[Finding]:
    """Everything that is wrong, or looks so."""
    broken = {str(path) for path in settings.broken}
    for text in settings.warnings:
        place, message = _split(text)
        costs = any(text.startswith(each) for each in broken)
        yield Finding(Spot.read(place), "error" if costs else "warning", message)
    for entry in settings.entries:
        event = settings.hosted.event(entry.event)
        if event is None or not event.fires:
            continue
        for severity, message in _entry(entry, event, settings, dialect):
            yield Finding(Spot.read(entry.place), severity, f"{entry.event}: {message}")


def differing(one: HostSettings, other: HostSettings) -> Iterator[str]:
    """Where two profiles of an agent make something else of the same files."""
    names = f"{one.hosted.profile} and {other.hosted.profile}"
    for entry, again in zip(one.entries, other.entries, strict=False):
        if entry.kind == "http" and one.hosted.http.unlisted_denies != other.hosted.http.unlisted_denies:
            yield f"{entry.place}: {names} differ: {one.hosted.differs.get('urls', 'a URL that is not listed')}"
        if bool(entry.why_not) != bool(again.why_not):
            why = again.why_not or entry.why_not
            yield f"{entry.place}: {names} differ: by one of them this does not run: {why}"
        elif any(each in one.hosted.placeholders - other.hosted.placeholders for each in _named(entry)):
            yield f"{entry.place}: {names} differ: {one.hosted.differs.get('variables', 'variables in a command')}"
    if any(each.event == "PreToolUse" for each in one.entries) and "ask" in one.hosted.differs:
        yield f"{names} differ: {one.hosted.differs['ask']}"


def _named(entry: HandlerEntry) -> list[str]:
    return PLACEHOLDER.findall(" ".join((entry.command, *(entry.args or ()))))


def _split(text: str) -> tuple[str, str]:
    """A message and the place with which it begins."""
    found = re.match(r"(/[^:\n]+(?::\d+:\d+|:[\w.\[\]]+\])?): (.*)", text, re.DOTALL)
    return (found[1], found[2]) if found else ("", text)


def _entry(
    entry: HandlerEntry, event: HostedEvent, settings: HostSettings, dialect: RowDialect
) -> Iterator[LintRemark]:
    hosted = settings.hosted
    if why := why_never(event, entry.kind, entry.event, hosted):
        yield "error", f"it never runs: {why}"
        return
    yield from _matcher(entry, event, dialect)
    yield from _times(entry, hosted, dialect)
    if entry.condition and hosted.condition_events and event.name not in hosted.condition_events:
        yield "warning", "a handler with a condition never runs here: it is about tool calls"
    if entry.once and (entry.within is None or entry.within[0] != "skill"):
        yield "warning", "once counts in skills only: this runs every time"
    if entry.kind == "http":
        yield from _url(entry, settings)
    elif entry.kind == "command":
        yield from _command(entry, event, settings)


def _matcher(entry: HandlerEntry, event: HostedEvent, dialect: RowDialect) -> Iterator[LintRemark]:
    matcher = entry.matcher
    if matcher is None or matcher in ("", "*"):
        return
    if not event.about:
        yield "warning", f"the matcher {matcher!r} is not looked at: this runs always"
        return
    language = dialect.settings.matcher
    try:
        fits(language, matcher, "x")
    except NoMatcher as error:
        yield "error", f"the matcher fits nothing: {error}"
        return
    known = dialect.tools.names
    if not event.about.rpartition(".")[2].lower().endswith(("tool_name", "toolname", "name")) or not known:
        return
    names = [each.strip() for each in re.split(r"[|,]", matcher)]
    if any(fits(language, matcher, each) for each in known):
        unknown = [each for each in names if NAME.fullmatch(each) and each not in known and _is_odd(each)]
        for each in unknown if all(NAME.fullmatch(each) for each in names) else ():
            near = did_you_mean(each, known)
            if near:
                yield "warning", f"no tool is called {each}{near}"
    elif all(NAME.fullmatch(each) for each in names if each) and not any(map(_is_mcp, names)):
        near = next((text for each in names if (text := did_you_mean(each, known))), "")
        yield "warning", f"the matcher {matcher!r} fits no tool that {dialect.agent} is known to have{near}"
    elif any(re.fullmatch(r"mcp__\w+?", each) and each.count("__") == 1 for each in names):
        yield "warning", f"the matcher {matcher!r} names a server, and fits none of its tools: write {matcher}__.*"


def _is_odd(name: str) -> bool:
    return not _is_mcp(name)


def _is_mcp(name: str) -> bool:
    return name.lower().startswith("mcp")


def _times(entry: HandlerEntry, hosted: HostedAgent, dialect: RowDialect) -> Iterator[LintRemark]:
    seconds = entry.timeout
    if seconds is None:
        return
    if dialect.settings.unit == "s" and seconds >= LONG:
        yield "warning", f"timeout {seconds:g} is {seconds / 3600:.1f} hours: {hosted.agent} counts seconds"
    elif dialect.settings.unit == "ms" and seconds < SHORT:
        yield "warning", f"timeout {seconds * 1000:g} is {seconds:g} seconds: {hosted.agent} counts milliseconds"


def _url(entry: HandlerEntry, settings: HostSettings) -> Iterator[LintRemark]:
    form = settings.hosted.http
    try:
        checked(entry.url)
        listed = settings.urls is not None or form.listed_only
        if listed and not is_listed(entry.url, settings.urls or (), form.patterns):
            yield "error", f"{entry.url} is not in {form.lists.get('urls', 'a list of URLs')}: it is never called"
    except NotAllowed as error:
        yield "error", f"{error}: it is never called"
    named = {name for _, value in entry.headers for pair in VARIABLE.findall(value) for name in pair if name}
    allowed = set(entry.variables) if form.entry_names_variables else set(settings.variables or ())
    for name in sorted(named - allowed):
        yield "warning", f"the variable {name} is not allowed in a header: nothing is sent in its place"


# commands -------------------------------------------------------------------------------------------------------------


def _command(entry: HandlerEntry, event: HostedEvent, settings: HostSettings) -> Iterator[LintRemark]:
    hosted = settings.hosted
    own = variables_of(entry, hosted, event, Circumstances(settings.project, {"session_id": "x"}, "x"))
    if not hosted.shell and entry.args is None and re.search(r"\s", entry.command.strip()):
        yield "error", f"no shell reads the command: there is no program {entry.command!r}; put its words in args"
        return
    yield from _variables(entry, hosted, own, settings)
    words = _words(entry, own, settings)
    if not words:
        return
    program, directory = words[0], _directory(entry, settings)
    script = program if "/" in program else ""
    if script:
        yield from _program(os.path.join(directory, script))
    elif INTERPRETERS.fullmatch(program):
        script = next((each for each in words[1:] if not each.startswith("-")), "")
        inline = any(each in ("-c", "-e", "-m") for each in words[1:2])
        if inline or not script or "/" not in script and "." not in script:
            return
        if not is_regular(os.path.join(directory, script)):
            yield "error", f"there is no {script}: {program} ends with an exit code that may deny, and no hook runs"
            return
    if script and (text := _text(os.path.join(directory, script))):
        yield from _exit_codes(text, script, event, hosted)


def _variables(
    entry: HandlerEntry, hosted: HostedAgent, own: dict[str, str], settings: HostSettings
) -> Iterator[LintRemark]:
    text = " ".join((entry.command, *(entry.args or ())))
    shell = bool(hosted.shell) and entry.args is None
    for pair in VARIABLE.findall(text) if shell else ((each, "") for each in PLACEHOLDER.findall(text)):
        name = pair[0] or pair[1]
        set_here = re.search(rf"(?:^|[\s;(&|]){name}=", text) or re.search(
            rf"\b(?:for|read)\s+(?:-\w+\s+)?{name}\b", text
        )
        known = name in own or name in settings.environment or name in dict(entry.environment) or name in SHELL_S
        if not shell and name not in hosted.placeholders:
            yield "error", f"${{{name}}} is not filled in where no shell reads the command"
        elif not known and not set_here and f"${{{name}:" not in text:
            theirs = name in hosted.variables
            yield "warning", f"nobody sets {name}{' here' if theirs else did_you_mean(name, hosted.variables)}"


def _words(entry: HandlerEntry, own: dict[str, str], settings: HostSettings) -> list[str]:
    """The words of a simple command with what is known filled in; nothing where it cannot be told."""
    known = {**settings.environment, **own}

    def fill(text: str) -> str:
        return VARIABLE.sub(lambda found: known.get(found[1] or found[2], found[0]), text)

    if entry.args is not None:
        return [fill(entry.command), *map(fill, entry.args)]
    if not settings.hosted.shell:
        return [fill(entry.command)]
    try:
        words = [fill(each) for each in shlex.split(entry.command)]
    except ValueError:
        return []
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        words.pop(0)
    simple = words and not any(each in words for each in (";", "&&", "||", "|", "{", "(", "if", "for", "while"))
    return words if simple and not re.search(r"[$`*?]", words[0]) else []


def _directory(entry: HandlerEntry, settings: HostSettings) -> str:
    if settings.hosted.user_directory and entry.scope == "user":
        return str(settings.user_home / settings.hosted.user_directory)
    return str(settings.project)


def _program(path: str) -> Iterator[LintRemark]:
    if not is_regular(path):
        yield "error", f"there is no {path}"
    elif not os.access(path, os.X_OK):
        yield "error", f"{path} cannot be run: chmod +x it"


def _text(path: str) -> str:
    try:
        return read_start(path, SCRIPT).decode("utf-8", "replace")
    except OSError:
        return ""


def _exit_codes(text: str, script: str, event: HostedEvent, hosted: HostedAgent) -> Iterator[LintRemark]:
    """A guard that ends with 1 where 2 is meant: that is a failure, and the agent goes on."""
    if event.exit_2 not in ("deny", "keep_going") or event.any_exit or event.closed:
        return
    code = re.search(r"(?:\bexit|sys\.exit\(|process\.exit\()\s*\(?\s*1\b", text)
    two = re.search(r"(?:\bexit|sys\.exit\(|process\.exit\()\s*\(?\s*2\b", text)
    speaks = "permissionDecision" in text or '"decision"' in text or "permission" in text
    if code and not two and not speaks:
        line = text.count("\n", 0, code.start()) + 1
        yield "warning", f"{script}:{line} ends with 1, which lets {hosted.agent} go on; 2 is what blocks"
