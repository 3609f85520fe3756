"""What an agent is that runs handlers, as data: `HostedAgent` with a `HostedEvent` for each of its events; and what its
settings say: `HandlerEntry`, one handler, as it stands in a file.

Rules
-----
* A difference between agents is a field here. Code asks the fields, never for the agent's name.
* A path in an answer has dots: `hookSpecificOutput.permissionDecision`. Where an event has several ways to say one
  thing they stand in the order in which they count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.dialects.hosting.frontmatter import FrontFiles
from chibi_hooks.dialects.rows.settings import FileScope
from chibi_hooks.hooks.answer import Json

Verdict = Literal["deny", "defer", "ask", "allow"]
VERDICTS: Final[tuple[Verdict, ...]] = ("deny", "defer", "ask", "allow")  # the strictest first

UrlPatterns = Literal["ports", "no-ports", "text"]
"""What a pattern of a list is: an address with its port, or of any port; the whole text, in which * is anything."""

HandlerKind = Literal["command", "http", "mcp", "prompt", "agent"]

BlockEffect = Literal["deny", "keep_going", "context", "output", "end", "user", ""]
"""What a block, or exit code 2, comes to: a denial; the agent goes on; its text becomes context, replaces the output,
ends the run, is shown to the user; nothing."""

Meaning = Literal[
    "decision", "reason", "user", "input", "output", "context", "keep_going", "continue", "stop_reason", "block", "why",
    "prompt",
]  # fmt: skip
"""What a field of an answer says. `decision`: a word of `AnswerField.words`; `block`: a word that is, or is not,
`block`, whose effect the event has, with `why` as its text; `reason` goes with `decision`, `user` is for the user."""


@dataclass(frozen=True, slots=True)
class AnswerField:
    """One field of an answer, and what it says."""

    path: str
    says: Meaning
    words: Mapping[str, str] = field(default_factory=dict)  # as it is said -> a `Verdict` or block; *: any other
    only_mcp: bool = False  # it counts for tools of MCP servers alone


@dataclass(frozen=True, slots=True)
class HostedEvent:
    """One event: what is sent, what the matcher is about, and what an answer can say."""

    name: str
    sends: Mapping[str, Json] = field(default_factory=dict)  # beside what all have; for what nobody tells us
    about: str = ""  # path of the matcher's value, or "=word" for one that never changes; empty: every matcher fits
    readings: tuple[AnswerField, ...] = ()
    blocks: BlockEffect = ""
    exit_2: BlockEffect = ""
    any_exit: bool = False  # every nonzero exit code is what 2 is elsewhere
    plain: BlockEffect = ""  # what text is that is no JSON, at exit code 0
    plain_path: bool = False  # its last line is a path that replaces what the agent would have done
    timeout: float | None = None  # in place of the agent's own; seconds
    longest: float | None = None  # above it is cut
    kinds: frozenset[HandlerKind] | None = None  # that the agent runs here; None: those that it runs anywhere
    closed: bool = False  # whose failure is a denial
    closed_on: frozenset[str] = frozenset()  # the failures of it that are: exit, timeout, answer …; empty: all
    tool: bool = False  # it is about a tool call
    variables: Mapping[str, str] = field(default_factory=dict)
    fires: bool = True  # is it ever sent to a handler?
    why_not: str = ""
    exempt: Mapping[str, str] = field(default_factory=dict)  # where the event has these values nothing can be blocked
    narrow: bool = False  # its matcher knows names between | only
    heeds_exit: bool = True  # does the exit code say anything?
    backwards: bool = False  # the last handler is asked first
    stops_as: BlockEffect = ""  # what `continue: false` comes to, where it does not end the agent
    json_only: bool = False  # text that is no JSON is a failure
    answer_needed: bool = False  # so is an object that decides nothing
    exit_text: str = ""  # what is told in place of stderr; {status} is the exit code
    exact: bool = False  # its matcher is a name, or everything
    aliased: tuple[AnswerField, ...] = ()  # what is read before these of a handler under another name of the event
    block_is_all: bool = False  # beside a block nothing else counts; where they come in turn nobody is asked after it
    counts: str = ""  # path of how often the agent went on already, where the event tells

    @property
    def stops(self) -> bool:
        """Is it an end after which the agent can go on?"""
        return self.blocks == "keep_going" or any(each.says == "keep_going" for each in self.readings)


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """How exit code, stdout and stderr become an answer."""

    json_at: Literal["zero", "zero-or-2", "every"] = "zero"  # exit codes at which JSON is read
    json_wins: frozenset[str] = frozenset()  # paths of which one in the answer makes it final, whatever the exit code
    always_wins: bool = False  # JSON with any decision does
    strict: bool = False  # one field of a wrong type or with a wrong word spoils the whole answer
    null_spoils: bool = False  # null is of a wrong type; else it is as if the field were not there
    checked: Mapping[str, type] = field(default_factory=dict)  # path of what says nothing here -> its type, if strict
    closed_fields: bool = False  # so does a field that the event does not have
    named: Literal["", "asked", "required"] = ""  # must `hookSpecificOutput` say the event? asked: else it is dropped
    objects_only: bool = True  # text that does not begin with { is plain text
    stderr_too: bool = False  # where stdout is empty, stderr may hold the JSON
    exit_2_needs_text: bool = False
    exit_2_by_stderr: bool = False  # at exit code 2 what is on stdout counts for nothing
    text_denies_from: int = 0  # exit codes from here on deny when there is text, on stdout or else stderr; 0: none
    signal_is_zero: bool = False
    async_line: bool = False  # a first line {"async": true} makes a handler one that nobody waits for
    progress_lines: bool = False  # lines that say {"type": "progress"} are skipped
    no_json: Literal["plain", "looks", "failure"] = "plain"  # what is no JSON; looks: it only begins as if it were
    deny_needs_reason: bool = False
    block_needs_reason: bool = False  # one without says nothing
    allow_needs_input: bool = False
    block_outranks: bool = False  # a block beside another decision than a denial counts; so does why, also of a denial
    bad_input_denies: bool = False  # a rewritten input that is no object is a denial
    denial: str = ""  # why, where nobody says


@dataclass(frozen=True, slots=True)
class HttpForm:
    """How an http handler is called."""

    lists: Mapping[str, str] = field(default_factory=dict)  # "urls" and "variables" -> key of a settings file
    listed_only: bool = False  # without a list nothing may be called
    unlisted_denies: bool = False  # what may not be called is a denial where something can be denied
    local: bool = True  # may this machine be called?
    private: bool = False  # may private networks be?
    patterns: UrlPatterns = "ports"
    empty_is_none: bool = False  # is a list with nothing in it no list?
    entry_names_variables: bool = True  # an entry says which variables it may name; else the settings do
    local_switch: str = ""  # the key that allows it
    secure_only: bool = False  # https, but for this machine
    variables: Literal["dollar", "braces"] = "dollar"  # $V and ${V}, or ${V} alone
    variables_in_url: bool = False
    repository_lists: bool = True  # may a project's file widen the lists?


@dataclass(frozen=True, slots=True)
class FileForm:
    """How an agent reads a settings file."""

    lossy: bool = False  # bytes that are no UTF-8 are U+FFFD
    halves: bool = False  # so is half a surrogate pair
    lists_only: bool = False  # an event of its own with something else than a list costs the file
    doubles: bool = True  # may a key of its own stand twice? The last one counts
    heads: bool = False  # a header (`SettingsFile.header`) that says something else costs the file
    empty_groups: bool = False  # may a group have no handlers?


@dataclass(frozen=True, slots=True)
class TimeoutForm:
    """What may be a time limit, where that is a number."""

    whole: bool = False  # no fractions
    zero: float = 0.0  # seconds that 0 stands for; 0: a mistake
    null_counts: bool = False  # is null something else than no limit of its own?
    odd_is_none: bool = False  # what is none goes for nothing, and is no mistake; digits in a text are a number


@dataclass(frozen=True, slots=True)
class OwnClosing:
    """What else there is to know where an entry says that its failure denies (`EntryShape.closing`)."""

    words: tuple[str, ...] = ()  # all that it may be, anything else is a mistake; none: anything else says nothing
    kinds: frozenset[HandlerKind] = frozenset({"command"})  # whose entries have it
    spares: frozenset[str] = frozenset()  # events at which it says nothing
    json_refuses: bool = False  # at an exit code that is no answer, JSON counts only where it refuses


@dataclass(frozen=True, slots=True)
class HostedAgent:
    """An agent as the host of its handlers."""

    agent: str
    events: tuple[HostedEvent, ...]
    sends: Mapping[str, Json] = field(default_factory=dict)  # with every event
    universal: tuple[AnswerField, ...] = ()  # what every answer can say
    tolerated: frozenset[str] = frozenset()  # fields of answers that are known, and say nothing to us
    name_key: str = "hook_event_name"
    aliases: Mapping[str, str] = field(default_factory=dict)  # other names of events -> the name here
    form: AnswerForm = AnswerForm()
    http: HttpForm = HttpForm()
    file: FileForm = FileForm()
    limit: TimeoutForm = TimeoutForm()
    shell: tuple[str, ...] = ("/bin/sh", "-c")
    kinds: frozenset[HandlerKind] = frozenset({"command"})
    model_kinds: frozenset[HandlerKind] = frozenset()  # that it runs, and we only with the program's help
    types: Mapping[str, HandlerKind] = field(default_factory=lambda: {"command": "command"})
    type_needed: bool = True  # must an entry say what it is?
    required: Mapping[HandlerKind, tuple[str, ...]] = field(default_factory=lambda: {"http": ("url",)})
    must: Mapping[HandlerKind, tuple[str, Json]] = field(default_factory=dict)  # key and value that it has to have
    one_bad_costs: Literal["entry", "file", "start"] = "entry"  # start: the agent does not begin with such a file
    strict_matcher: bool = True  # a matcher that is no text is a mistake
    timeout: float = 60.0  # seconds
    timeouts: Mapping[HandlerKind, float] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)  # $PROJECT, $PLUGIN, $DATA, $SESSION, … are filled in
    placeholders: frozenset[str] = frozenset()  # of those variables: ${NAME} in a command and its args
    parallel: bool = True
    sequential_key: str = ""  # of a group: all run one after the other where one says so
    chained: bool = False  # a rewrite is what the next one is told, and a denial ends it
    ends_at: frozenset[Verdict] = frozenset()  # the words after which nobody is asked any more
    merges_input: bool = False  # a rewrite is laid over the input
    first_decides: bool = False  # the first decision counts, not the strictest
    closing: OwnClosing | None = None
    collapses: Literal["", "command", "name"] = ""  # of equal handlers one runs
    last_of_equals: bool = False  # and by the words of the last of them; a managed one's before all
    condition: Literal["", "claude", "caliban"] = ""
    condition_events: frozenset[str] = frozenset()  # elsewhere an entry with one never runs
    limits_context: int = 0  # characters; what is longer goes to a file
    preview: int = 2_048
    cap: int | None = None  # times that an agent goes on after a stop; None: there is no limit but ours
    cap_variable: str = ""
    cap_key: str = ""  # of an entry
    needs_input: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # tool -> keys that a rewrite must have
    input_at: str = "tool_input"
    tool_at: str = "tool_name"
    nested: frozenset[str] = frozenset()  # keys whose objects are filled up, too
    shape: Callable[[dict[str, Json], Path], dict[str, Json]] | None = None  # a given event as the agent has it
    dress: Callable[[HandlerEntry, Mapping[str, Json], Path], dict[str, Json]] | None = None  # what a handler is sent
    undress: Callable[[Mapping[str, Json], Mapping[str, Json]], dict[str, Json]] | None = None  # its input, as it came
    needs_shape: Mapping[str, frozenset[str]] = field(default_factory=dict)  # tool, * any -> keys of a new output
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # tool -> other names that matchers may have
    user_directory: str = ""  # where handlers of the user's file run; empty: in the project
    session_at: str = "session_id"
    trust: Literal["project", "all"] = "project"  # whose handlers want trust
    fronts: tuple[FrontFiles, ...] = ()  # files whose heads have hooks
    stop_becomes: str = ""  # in the head of an agent `Stop` is this event
    plugins_at: str = ""  # where its plugins are listed, as the place of a settings file
    plugins_key: str = "enabledPlugins"
    managed: bool = True  # has it managed settings?
    highest: tuple[FileScope, ...] = ("plugin", "user", "project", "local", "managed")  # whose word counts, the last's
    managed_keeps: bool = True  # do managed handlers run whatever lower files switch off?
    managed_only: Literal["managed", "any", "nobody"] = "managed"  # whose word that is; nobody: then none runs at all
    version: str = ""
    wakes: bool = False  # does it know asyncRewake: handlers that nobody waits for, and that wake the model?
    misses: Mapping[str, str] = field(default_factory=dict)  # key of an entry that this agent does not know -> why
    profile: str = ""
    profiles: Mapping[str, HostedAgent] = field(default_factory=dict)
    differs: Mapping[str, str] = field(default_factory=dict)  # of profiles: what, and how

    def event(self, name: str) -> HostedEvent | None:
        """The event of that name; None: the agent has none such."""
        wanted = self.aliases.get(name, name)
        return next((each for each in self.events if each.name == wanted), None)


@dataclass(frozen=True, slots=True)
class HandlerEntry:
    """One handler as it stands in a settings file. `place` is where: `/…/settings.json:12:9`."""

    event: str
    kind: HandlerKind
    number: int  # in the agent's order
    source: Path
    scope: FileScope
    place: str
    matcher: str | None = None
    condition: str = ""
    command: str = ""
    args: tuple[str, ...] | None = None
    url: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    variables: tuple[str, ...] = ()  # that headers may name
    environment: tuple[tuple[str, str], ...] = ()
    directory: str = ""
    timeout: float | None = None  # seconds
    is_async: bool = False
    wakes: bool = False  # an async one whose exit code 2 is told to the model later
    wake_words: tuple[str, str] = ("", "")  # what the model is told before its output then, and the user in its place
    once: bool = False
    asks: Mapping[str, Json] = field(default_factory=dict, compare=False)  # of a kind that needs a model: all it says
    closed: bool = False  # its own word: its failure denies
    cap: int | None = None
    uncapped: bool = False
    status: str = ""
    within: tuple[str, str] | None = None  # "agent" or "skill", and its name: it runs there only
    root: Path | None = None  # of the plugin that it belongs to
    sequential: bool = False
    label: str = ""
    payload_event: str = ""  # the event's name as its key spells it, where that decides about the payload
    why_not: str = ""  # why it does not run, whatever the event says

    @property
    def name(self) -> str:
        """What answers are called by: its own label, the program, the server."""
        if self.label:
            return self.label
        if self.kind == "http":
            return self.url.split("?", 1)[0]
        words = self.command.split()
        if self.args is not None:
            return self.command.rpartition("/")[2] or self.kind
        return words[0].strip("\"'").rpartition("/")[2] if words else self.kind

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes two of them the same to an agent that runs equal ones once."""
        return (self.kind, self.command, self.args, self.url, self.root)
