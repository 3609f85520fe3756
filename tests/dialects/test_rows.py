"""Every agent by its rows: every kind of tool call is guarded, nobody's opinion is the agent's own silence, what is
rewritten comes back in its own keys, and what is no event is answered all the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chibi_hooks import Host
from chibi_hooks.dialects import Rendered
from chibi_hooks.dialects.rows.dialect import RowDialect, dialect_of, row_dialects
from chibi_hooks.dialects.rows.guest import guest
from chibi_hooks.dialects.rows.memory import InProcess, Memory, OnDisk
from chibi_hooks.dialects.rows.patches import touched_files
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.dialects.rows.replying import AgentReply, Said
from chibi_hooks.dialects.rows.row import PERMISSION, WORDS, Degrades, Honours
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.homes.home import Surroundings
from tests.dialects.events import KINDS, SENDS, Event
from tests.halves import examples
from tests.homes import make_home

RECORDED = Path(__file__).parent.parent / "recorded"
CASES = sorted(path for path in RECORDED.glob("*/*.json") if path.parent.name in SENDS)


class Clock:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Guest:
    """A host that answers agents, with what it fired."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.clock = Clock()
        self.memory: Memory = InProcess(self.clock)
        self.fires: list[Fire] = []
        real = host.fire_in

        def fire_in(*arguments: Any, **named: Any) -> Fire:
            self.fires.append(real(*arguments, **named))
            return self.fires[-1]

        host.fire_in = fire_in  # type: ignore[method-assign]

    def hears(self, agent: str, event: Event | bytes, name: str = "") -> Rendered:
        self.fires.clear()
        dialect = dialect_of(agent)
        assert dialect is not None
        text = event if isinstance(event, bytes) else json.dumps(event).encode()
        return guest(self.host, dialect, name, text, self.memory)

    @property
    def points(self) -> list[str]:
        return [fire.point for fire in self.fires]


Opened = Callable[..., Guest]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    hosts: list[Host] = []

    def begin(*hooks: str, config: str = "") -> Guest:
        home = make_home(tmp_path / "home", {"hooks/h.scm": "\n".join(hooks), "chibi-hooks.toml": config})
        around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
        hosts.append(Host.open(home=home, around=around, record=False))
        assert hosts[-1].notices == ()
        return Guest(hosts[-1])

    yield begin
    for host in hosts:
        host.close()


def on(point: str, answer: str) -> str:
    return f"(register-hook '{point} (lambda (p) {answer}))"


def named(agent: str) -> RowDialect:
    found = dialect_of(agent)
    assert found is not None
    return found


NAMES = {"antigravity": "PreToolUse"}


def test_every_agent_has_rows_and_a_way_of_sending() -> None:
    assert {each.agent for each in row_dialects()} == set(SENDS)


@pytest.mark.parametrize("dialect", row_dialects(), ids=lambda each: each.agent)
def test_rows_name_points_and_words_that_there_are(dialect: RowDialect) -> None:
    for row in (*dialect.rows, dialect.other):
        assert set(row.points) <= {*POINTS, PERMISSION}
        assert set(row.answers) <= set(WORDS)
        for effect in row.answers.values():
            if isinstance(effect, Degrades) and effect.to is not None:
                assert isinstance(row.effect(effect.to), Honours | Degrades), (row.event, effect)
            assert isinstance(effect, Honours) or effect.because
        fields = {name for point in row.points if point in POINTS for name in POINTS[point].checks}
        assert set(row.fields) <= fields | {"stop_active", "loop_count"}, row.event


@pytest.mark.parametrize("dialect", row_dialects(), ids=lambda each: each.agent)
def test_a_word_that_becomes_another_one_is_said_as_that(dialect: RowDialect) -> None:
    for row in (*dialect.rows, dialect.other):
        for word, effect in row.answers.items():
            if isinstance(effect, Degrades) and effect.to is not None:
                made = AgentReply(dialect.agent, row, row.event).say(Said({word: "some text"}))
                assert b"some text" in made.text, (row.event, word)
                assert made.notes


@pytest.mark.parametrize(("agent", "kind"), KINDS)
def test_a_guard_denies_every_kind_of_call(opened: Opened, agent: str, kind: str) -> None:
    sends = SENDS[agent]
    guests = opened(on("pre_tool", f'(if (equal? (payload-ref p "tool_name") "{kind}") (deny "not so") \'())'))
    answer = guests.hears(agent, sends.before(*sends.calls[kind]))
    assert (json.loads(answer.text), answer.code) == (sends.denied("not so"), 0)
    assert guests.fires[0].origin is not None
    assert guests.fires[0].origin.agent == agent


@pytest.mark.parametrize("agent", SENDS)
def test_half_an_emoji_gets_nobody_past_a_guard(opened: Opened, agent: str) -> None:
    """Agents cut texts in the middle; what cannot be read would be silence, which lets the call happen."""
    sends = SENDS[agent]
    kind = next(iter(sends.calls))
    tool, arguments = sends.calls[kind]
    cut = {**arguments, next(iter(arguments)): "rm \ud83d"}
    guests = opened(on("pre_tool", '(deny "not so")'))
    answer = guests.hears(agent, sends.before(tool, cut))
    assert (json.loads(answer.text), answer.code) == (sends.denied("not so"), 0)
    assert "\ufffd" in json.dumps(guests.fires[0].payload, ensure_ascii=False)
    assert "\\ud83d" not in json.dumps(guests.fires[0].payload)


@pytest.mark.parametrize(("agent", "kind"), KINDS)
def test_nobodys_opinion_is_the_agents_own_silence(opened: Opened, agent: str, kind: str) -> None:
    sends = SENDS[agent]
    guests = opened(on("pre_tool", "'()"))
    assert guests.hears(agent, sends.before(*sends.calls[kind])) == Rendered(sends.silence.encode())
    assert guests.points.count("pre_tool") == 1


ASKED = {
    "shell_exec": "pre_shell_exec",
    "file_read": "pre_file_read",
    "write_file": "pre_file_write",
    "file_edit": "pre_file_write",
    "Delete": "pre_file_write",
    "fetch_url": "pre_fetch_url",
    "web_search": "pre_fetch_url",
    "spawn_agent": "pre_spawn_agent",
}


@pytest.mark.parametrize(("agent", "kind"), [each for each in KINDS if each[1] in ASKED])
def test_the_permission_point_of_its_kind_is_fired_after_it_and_denies(opened: Opened, agent: str, kind: str) -> None:
    sends = SENDS[agent]
    guests = opened(on(ASKED[kind], '(deny "not so")'))
    assert json.loads(guests.hears(agent, sends.before(*sends.calls[kind])).text) == sends.denied("not so")
    assert guests.points == ["pre_tool", ASKED[kind]]


CANONICAL = {"shell_exec": "command", "file_read": "path", "write_file": "content", "file_edit": "new"}


@pytest.mark.parametrize(("agent", "kind"), [each for each in KINDS if each[1] in CANONICAL])
def test_a_rewrite_comes_back_in_the_agents_own_keys(opened: Opened, agent: str, kind: str) -> None:
    sends, key = SENDS[agent], CANONICAL[kind]
    guests = opened(on("pre_tool", f'(rewrite-argument p "{key}" "/w/other")'))
    tool, arguments = sends.calls[kind]
    answer = guests.hears(agent, sends.before(tool, {**arguments, "unknown_key": [1, {"a": None}]}))
    own = {**arguments, "unknown_key": [1, {"a": None}]}
    came = named(agent).tools.read(tool, arguments)[0].keys[key]
    wanted = {**own, came: "/w/other"}
    effect = next(row for row in named(agent).rows if "pre_tool" in row.points).effect("rewrite")
    if isinstance(effect, Degrades) and effect.to is not None:
        said = "a hook has rewritten this call, and it cannot be sent on. Make this one instead: "
        assert json.loads(answer.text) == sends.denied(said + json.dumps(wanted))
    else:
        assert wanted in list(objects(json.loads(answer.text)))


@pytest.mark.parametrize("agent", list(SENDS))
def test_a_call_that_is_put_off_does_not_run(opened: Opened, agent: str) -> None:
    sends = SENDS[agent]
    guests = opened(on("pre_tool", '(defer "tonight")'))
    answer = guests.hears(agent, sends.before(*sends.calls["shell_exec"]))
    if agent == "claude-code":
        said = json.loads(answer.text)["hookSpecificOutput"]
        assert (said["permissionDecision"], said["permissionDecisionReason"]) == ("defer", "tonight")
        assert answer.notes == ()
    else:
        assert json.loads(answer.text) == sends.denied("to be decided later: tonight")
        assert "cannot put a call off" in answer.notes[0]
        assert [step.text for step in guests.fires[0].steps if "defer becomes deny" in step.text]


def test_a_refusal_outranks_putting_off_and_that_a_question(opened: Opened) -> None:
    event = SENDS["claude-code"].before("Bash", {"command": "ls"})
    both = opened(on("pre_tool", '(defer "d")'), on("pre_tool", '(ask "a")'))
    assert json.loads(both.hears("claude-code", event).text)["hookSpecificOutput"]["permissionDecision"] == "defer"
    all_three = opened(on("pre_tool", '(defer "d")'), on("pre_tool", '(ask "a")'), on("pre_shell_exec", '(deny "n")'))
    assert json.loads(all_three.hears("claude-code", event).text) == SENDS["claude-code"].denied("n")


def test_caliban_as_it_is_hears_what_it_only_documents_as_something_unknown(opened: Opened) -> None:
    guests = opened(on("pre_message", '(deny "no")'))
    event = {"hookEventName": "UserPromptSubmit", "session_id": "s", "prompt": "x"}
    assert b"deny" in guests.hears("caliban", event).text
    assert guests.hears("caliban:coded", event).text == b"{}"
    assert guests.points == ["agent_event"]
    call = SENDS["caliban"].before("Bash", {"command": "ls"})
    assert opened(on("pre_tool", '(deny "no")')).hears("caliban:coded", call).text != b"{}"
    assert dialect_of("caliban:nonsense") is dialect_of("claude-code:coded") is None


def objects(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from objects(each)


def test_the_permission_point_sees_the_rewritten_call(opened: Opened) -> None:
    guests = opened(
        on("pre_tool", '(rewrite-argument p "command" "rm")'),
        on("pre_shell_exec", '(if (equal? (payload-ref p "command") "rm") (deny "caught") \'())'),
    )
    answer = guests.hears("claude-code", SENDS["claude-code"].before("Bash", {"command": "ls"}))
    assert b"caught" in answer.text
    assert b"updatedInput" not in answer.text


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("word", ["ask", "context", "warn", "stop"])
def test_a_word_before_a_tool_is_what_the_row_says_and_never_silent(opened: Opened, agent: str, word: str) -> None:
    sends = SENDS[agent]
    guests = opened(on("pre_tool", f'({word} "some text")'))
    answer = guests.hears(agent, sends.before(*sends.calls["shell_exec"]))
    row = next(row for row in named(agent).rows if row.points[:1] == ("pre_tool",))
    effect = row.effect(word)  # type: ignore[arg-type]
    if isinstance(effect, Honours):
        assert b"some text" in answer.text
    elif isinstance(effect, Degrades):
        assert json.loads(answer.text) == sends.denied(
            "needs your approval: some text" if word == "ask" else "some text"
        )
    else:
        assert answer.text == sends.silence.encode()
    told = [step.text for fire in guests.fires for step in fire.steps if step.action == "answered"]
    assert bool(told) == (not isinstance(effect, Honours))
    assert bool(answer.notes) == (not isinstance(effect, Honours))


@pytest.mark.parametrize("agent", [agent for agent, sends in SENDS.items() if sends.stop])
def test_keep_going_is_what_the_row_says_and_is_capped(opened: Opened, agent: str) -> None:
    guests = opened(on("pre_stop", '(keep-going "run the tests")'), config="[agents]\nstop_cap = 2\n")
    event = SENDS[agent].stop
    assert event is not None
    first, second, third = (guests.hears(agent, event, _name_of(agent, event)) for _ in range(3))
    row = next(row for row in named(agent).rows if "pre_stop" in row.points)
    if isinstance(row.effect("keep_going"), Honours):
        assert b"run the tests" in first.text
        if event.get("stop_hook_active") is not False and "loop_count" not in event:
            assert first.text == second.text
            assert third == Rendered(row.silence, 0, third.notes)
            assert "not once more" in third.notes[0]


@pytest.mark.parametrize("agent", [agent for agent, sends in SENDS.items() if sends.stop and sends.prompt])
def test_what_kept_it_going_is_no_new_turn_when_it_comes_back_as_a_prompt(opened: Opened, agent: str) -> None:
    """Measured with Gemini: each time it goes on, its own event for prompts has our reason."""
    sends, row = SENDS[agent], next(row for row in named(agent).rows if "pre_stop" in row.points)
    if not isinstance(row.effect("keep_going"), Honours):
        return
    guests = opened(on("pre_stop", '(keep-going "run the tests")'), config="[agents]\nstop_cap = 2\n")
    assert sends.stop is not None and sends.prompt is not None
    stop = {key: value for key, value in sends.stop.items() if key not in ("stop_hook_active", "loop_count")}
    echo = json.loads(json.dumps(sends.prompt).replace(json.dumps(_prompt_of(agent, sends.prompt)), '"run the tests"'))
    told = []
    for _ in range(3):
        told.append(b"run the tests" in guests.hears(agent, stop, _name_of(agent, stop)).text)
        if told[-1]:
            guests.hears(agent, echo)
    assert told == [True, True, False]
    guests.hears(agent, sends.prompt)
    assert b"run the tests" in guests.hears(agent, stop, _name_of(agent, stop)).text


def _prompt_of(agent: str, event: Event) -> str:
    row = next(row for row in named(agent).rows if "pre_message" in row.points)
    return str(at(event, row.fields["prompt"]))


def _name_of(agent: str, event: Event) -> str:
    return "agentStop" if agent == "copilot" else ""


@pytest.mark.parametrize("agent", [agent for agent, sends in SENDS.items() if sends.prompt])
def test_a_rewritten_prompt_is_taken_or_blocked_and_never_lost(opened: Opened, agent: str) -> None:
    guests = opened(on("pre_message", '(rewrite-prompt "clean")'))
    event = SENDS[agent].prompt
    assert event is not None
    answer = guests.hears(agent, event)
    assert b"clean" in answer.text
    assert guests.points == ["pre_message"]


BAD: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "not json": b"{oops",
    "not utf-8": b'{"a": "\xff"}',
    "a list": b"[]",
    "a text": b'"x"',
    "two documents": b"{} {}",
    "deep": b'{"a":' + b"[" * 5000 + b"]" * 5000 + b"}",
    "no name": b'{"a": 1}',
    "unknown": b'{"hook_event_name": "Nonsense", "hookEventName": "Nonsense", "event": "Nonsense"}',
    "tool is a number": b'{"hook_event_name": "PreToolUse", "tool_name": 7, "tool_input": []}',
    "name is an object": b'{"hook_event_name": {}, "tool_name": "x"}',
    "session is a number": b'{"hook_event_name": "Stop", "session_id": 7, "stop_hook_active": "yes"}',
    "of another agent": b'{"hook_event_name": "beforeShellExecution", "command": "ls", "conversation_id": "c"}',
    "half a pair": b'{"hook_event_name": "UserPromptSubmit", "prompt": "\\ud800"}',
}


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("bad", list(BAD))
def test_what_is_no_event_is_answered_by_silence_and_told(opened: Opened, agent: str, bad: str) -> None:
    guests = opened(on("agent_event", "'()"))
    dialect = named(agent)
    answer = guests.hears(agent, BAD[bad])
    silences = {row.silence for row in (*dialect.rows, dialect.other)}
    assert (answer.text in silences, answer.code) == (True, 0)
    assert guests.fires


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("point", ["pre_tool", "pre_shell_exec"])
def test_where_failure_denies_an_unreadable_event_is_denied(opened: Opened, agent: str, point: str) -> None:
    guests = opened(on("pre_tool", "'()"), config=f'[on_failure]\n{point} = "deny"\n')
    row = next(row for row in named(agent).rows if row.points[:1] == ("pre_tool",))
    answer = guests.hears(agent, b"{oops", row.event)
    assert b"on_failure" in answer.text
    assert answer.code == 0
    assert b"on_failure" in guests.hears(agent, b"{oops").text  # it may be that event


NAMED_ELSEWHERE = [  # agent, a tool of others, its arguments, the point where it is asked about
    ("claude-code", "run_shell_command", {"command": "rm x"}, "pre_shell_exec"),
    ("claude-code", "create", {"path": "x", "file_text": "y"}, "pre_file_write"),
    ("gemini", "Bash", {"command": "rm x"}, "pre_shell_exec"),
    ("codex", "write_file", {"file_path": "x", "content": "y"}, "pre_file_write"),
    ("cursor", "view", {"path": "x"}, "pre_file_read"),
    ("claude-code", "apply_patch", {"command": "*** Begin Patch\n*** Add File: x\n+y"}, "pre_file_write"),
]


@pytest.mark.parametrize(("agent", "tool", "arguments", "point"), NAMED_ELSEWHERE)
def test_a_tool_of_others_at_an_event_of_an_unknown_name_is_asked_about_where_failure_denies(
    opened: Opened, agent: str, tool: str, arguments: dict[str, Any], point: str
) -> None:
    guests = opened(on(point, '(deny "no")'), config=f'[on_failure]\n{point} = "deny"\n')
    event = {"hook_event_name": "SomethingNew", "tool_name": tool, "tool_input": arguments, "cwd": "/w"}
    assert b"no" in guests.hears(agent, event).text
    assert guests.points == ["pre_tool", point]
    own = {**event, "tool_name": "of_nobody"}
    guests.hears(agent, own)
    assert guests.points == ["pre_tool"]


def test_a_byte_order_mark_and_a_wrong_name_do_not_hurt(opened: Opened) -> None:
    guests = opened(on("pre_tool", '(deny "no")'))
    event = b"\xef\xbb\xbf" + json.dumps(SENDS["claude-code"].before("Bash", {"command": "ls"})).encode()
    answer = guests.hears("claude-code", event, "Stop")
    assert json.loads(answer.text) == SENDS["claude-code"].denied("no")
    assert "called for Stop" in answer.notes[0]


def test_fifty_megabytes_are_answered(opened: Opened) -> None:
    guests = opened(on("pre_tool", '(deny "no")'))
    event = SENDS["claude-code"].before("Write", {"file_path": "/w/a", "content": "x" * (50 << 20)})
    assert json.loads(guests.hears("claude-code", event).text) == SENDS["claude-code"].denied("no")


# --- one call, several events ---


def shell(event: str, **more: Any) -> Event:
    return {"hook_event_name": event, "conversation_id": "c", "generation_id": "g", **more}


@pytest.mark.parametrize("agent", ["firebender", "cursor"])
@pytest.mark.parametrize("on_disk", [False, True])
def test_one_call_fires_once_though_it_has_two_events(
    opened: Opened, tmp_path: Path, agent: str, on_disk: bool
) -> None:
    guests = opened(on("pre_shell_exec", '(deny "no")'))
    if on_disk:
        guests.memory = OnDisk(tmp_path / "memory", guests.clock)
    generic = shell("preToolUse", tool_name="Shell", tool_input={"command": "ls", "working_directory": "/w"})
    special = shell("beforeShellExecution", command="ls", cwd="/w")
    guests.hears(agent, generic)
    assert guests.points == ["pre_tool", "pre_shell_exec"]
    again = guests.hears(agent, special)
    assert guests.points == []
    assert json.loads(again.text) == {"permission": "deny", "user_message": "no", "agent_message": "no"}
    guests.hears(agent, special)
    assert guests.points == ["pre_tool", "pre_shell_exec"]  # once only
    guests.hears(agent, special)
    assert guests.points == ["pre_tool", "pre_shell_exec"]  # the same event again is another call
    guests.clock.now += 31
    guests.hears(agent, generic)
    assert guests.points == ["pre_tool", "pre_shell_exec"]


BOTH = """'((block . #t) (message . "R") (context . "C"))"""
INSIDE = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "C"}}
DROPPED = [  # agent, event, what hooks say of a result -> the answer
    ("gemini", "AfterTool", on("post_tool", BOTH), {"decision": "deny", "reason": "R\n\nC"}),
    (
        "gemini", "AfterTool", on("pre_tool_output", '(rewrite-output "R")') + on("post_tool", '(context "C")'),
        {"decision": "deny", "reason": "R\n\nC"},
    ),
    (  # whatever a set of words is ordered by
        "gemini", "AfterTool", on("pre_tool_output", '(rewrite-output "O")') + on("post_tool", BOTH),
        {"decision": "deny", "reason": "R\n\nC"},
    ),
    ("copilot", "postToolUse", on("post_tool", BOTH), {"decision": "block", "reason": "R\n\nC"}),
    ("copilot", "PostToolUse", on("post_tool", BOTH), {"decision": "block", "reason": "R\n\nC"}),
    ("codex", "PostToolUse", on("post_tool", BOTH), {"decision": "block", "reason": "R", **INSIDE}),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "event", "hooks", "wanted"), DROPPED)
def test_where_context_is_dropped_beside_a_word_it_is_told_with_it(
    opened: Opened, agent: str, event: str, hooks: str, wanted: dict[str, Any]
) -> None:
    told: Event = {
        "hook_event_name": event, "session_id": "s", "cwd": "/w", "tool_name": "x", "tool_input": {"command": "ls"},
        "tool_response": "out",
    }  # fmt: skip
    if event == "postToolUse":
        result = {"resultType": "success", "textResultForLlm": "out"}
        told = {"sessionId": "s", "cwd": "/w", "toolName": "bash", "toolArgs": {}, "toolResult": result}
    assert json.loads(opened(hooks).hears(agent, told, event).text) == wanted


def test_a_stop_takes_two_events_where_the_agent_drops_it_beside_a_denial(opened: Opened) -> None:
    guests = opened(on("pre_tool", '(stop "enough")'))
    denied = guests.hears("claude-code", SENDS["claude-code"].before("Bash", {"command": "ls"}))
    assert json.loads(denied.text) == SENDS["claude-code"].denied("enough")
    batch = {"hook_event_name": "PostToolBatch", "session_id": "s", "tool_calls": []}
    other = guests.hears("claude-code", {**batch, "session_id": "another"})
    ended = guests.hears("claude-code", batch)
    after = guests.hears("claude-code", batch)
    assert (other.text, after.text) == (b"{}", b"{}")
    assert json.loads(ended.text) == {"continue": False, "stopReason": "enough"}


PATCH = """*** Begin Patch
*** Update File: src/a.py
@@
-old
+new
*** Add File: b.txt
+hello
*** Delete File: c
*** Update File: d
*** Move to: secret/e
+x
*** End Patch"""


def test_a_patch_is_one_fire_for_each_file_and_the_strictest_wins(opened: Opened) -> None:
    assert [(each.path, each.how) for each in touched_files(PATCH)] == [
        ("src/a.py", "update"), ("b.txt", "add"), ("c", "delete"), ("d", "update"), ("secret/e", "move"),
    ]  # fmt: skip
    guests = opened(on("pre_file_write", '(if (equal? (payload-ref p "path") "/w/secret/e") (deny "no") \'())'))
    event = SENDS["codex"].before("apply_patch", {"command": PATCH})
    assert json.loads(guests.hears("codex", event).text) == SENDS["codex"].denied("no")
    assert guests.points == ["pre_tool", "pre_file_write"] * 5
    hidden = SENDS["codex"].before("Bash", {"command": f"apply_patch <<'EOF'\n{PATCH}\nEOF"})
    assert json.loads(guests.hears("codex", hidden).text) == SENDS["codex"].denied("no")
    rewriting = opened(on("pre_tool", '(rewrite-argument p "path" "/w/x")'))
    assert b"as a whole" in b"".join(note.encode() for note in rewriting.hears("codex", event).notes)
    assert b'"deny"' in rewriting.hears("codex", event).text


def test_an_allowance_counts_from_a_named_file_only(opened: Opened) -> None:
    event = {**SENDS["claude-code"].before("Bash", {"command": "ls"}), "hook_event_name": "PermissionRequest"}
    silent = opened(on("pre_permission", "(allow)"))
    assert silent.hears("claude-code", event).text == b"{}"
    assert "may_allow" in str(silent.fires[0].answers[0].error)
    named_ = opened(on("pre_permission", "(allow)"), config='[agents]\nmay_allow = ["hooks/h.scm"]\n')
    assert b'"behavior": "allow"' in named_.hears("claude-code", event).text


def test_a_decoy_beside_the_key_that_the_agent_reads_hides_nothing(opened: Opened) -> None:
    guests = opened(on("pre_file_write", '(if (equal? (payload-ref p "path") "/etc/passwd") (deny "no") \'())'))
    event = SENDS["claude-code"].before("Write", {"path": "/w/ok", "file_path": "/etc/passwd", "content": ""})
    assert json.loads(guests.hears("claude-code", event).text) == SENDS["claude-code"].denied("no")


def test_a_session_begins_with_the_texts_of_system_prompt_hooks(opened: Opened) -> None:
    guests = opened(on("on_start", '(context "one")'), on("post_system_prompt", '(inject "two")'))
    answer = guests.hears("claude-code", {"hook_event_name": "SessionStart", "session_id": "s", "cwd": "/w"})
    assert json.loads(answer.text)["hookSpecificOutput"]["additionalContext"] == "one\n\ntwo"
    assert guests.points == ["on_start", "pre_system_prompt", "post_system_prompt"]


@pytest.mark.parametrize(
    ("came", "goes"),
    [
        ({"stdout": "a", "stderr": "b", "interrupted": False}, {"stdout": "***", "stderr": "", "interrupted": False}),
        ({"type": "text", "file": {"content": "a", "n": 1}}, {"type": "text", "file": {"content": "***", "n": 1}}),
        ([{"type": "text", "text": "a"}], [{"type": "text", "text": "***"}]),
        ("a", "***"),
        ({"content": "a", "result": "b"}, None),
    ],
)
def test_a_rewritten_result_has_the_form_that_came(opened: Opened, came: Any, goes: Any) -> None:
    guests = opened(on("pre_tool_output", '(rewrite-output "***")'))
    event = {**SENDS["claude-code"].before("Bash", {}), "hook_event_name": "PostToolUse", "tool_response": came}
    answer = guests.hears("claude-code", event)
    said = json.loads(answer.text)["hookSpecificOutput"]
    if goes is None:
        assert "***" in said["additionalContext"]
        assert "no one text" in answer.notes[0]
    else:
        assert said["updatedToolOutput"] == goes
    assert guests.points == ["pre_tool_output", "post_tool_output", "post_tool"]
    assert guests.fires[2].payload["result"] == "***"


# --- the tables, both ways ---

LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab/", max_size=3)
ARGUMENTS = st.dictionaries(
    st.sampled_from(
        ["path", "file_path", "filePath", "old", "old_string", "new_str", "content", "command", "cmd", "k"]
    ),
    LEAVES | st.lists(LEAVES, max_size=2),
)


@given(st.sampled_from(KINDS), ARGUMENTS)
@examples(300)
def test_what_nobody_changes_goes_back_as_it_came(which: tuple[str, str], arguments: dict[str, Any]) -> None:
    agent, kind = which
    tool, typical = SENDS[agent].calls[kind]
    for given_ in (arguments, {**typical, **arguments}):
        for call in named(agent).tools.read(tool, given_, "/w"):
            assert call.rewritten(dict(call.arguments)) == given_


@given(st.sampled_from(KINDS), ARGUMENTS, st.text(max_size=3))
@example(("codex", "shell_exec"), {"command": [""]}, "")
@examples(300)
def test_what_is_changed_is_read_back_as_changed(which: tuple[str, str], arguments: dict[str, Any], text: str) -> None:
    agent, kind = which
    tool, typical = SENDS[agent].calls[kind]
    (call,) = named(agent).tools.read(tool, {**typical, **arguments})
    for key in call.arguments:
        if key == "command" and call.words:
            continue  # a shell is put before it: test_a_command_in_words_is_a_text_for_hooks_and_goes_back_in_words
        wanted = {**call.arguments, key: text}
        (again,) = named(agent).tools.read(tool, call.rewritten(wanted))
        assert again.arguments == wanted


@given(st.lists(st.fixed_dictionaries({"old_string": st.text("ab"), "new_string": st.text("ab")}), min_size=1))
def test_several_edits_are_seen_together_and_go_back_as_they_came(edits: list[dict[str, str]]) -> None:
    (call,) = named("claude-code").tools.read("MultiEdit", {"file_path": "/a", "edits": edits})
    assert call.arguments["new"] == "\n".join(each["new_string"] for each in edits)
    assert call.rewritten(dict(call.arguments)) == call.raw
    changed = [{"old": each["old"], "new": "z"} for each in call.arguments["edits"]]
    made = call.rewritten({**call.arguments, "edits": changed})
    assert made["edits"] == [{"old_string": each["old_string"], "new_string": "z"} for each in edits]


@pytest.mark.parametrize(
    ("came", "text", "rewritten", "goes"),
    [
        (["bash", "-lc", "rm x"], "bash -lc 'rm x'", "bash -lc 'ls x'", ["bash", "-lc", "ls x"]),
        (["rm", "a b"], "rm 'a b'", "rm 'a b' && ls", ["sh", "-c", "rm 'a b' && ls"]),
        (["bash", "-lc", "rm x"], "bash -lc 'rm x'", "ls x y", ["sh", "-c", "ls x y"]),
    ],
)
def test_a_command_in_words_is_a_text_for_hooks_and_goes_back_in_words(
    came: list[str], text: str, rewritten: str, goes: list[str]
) -> None:
    (call,) = named("codex").tools.read("shell", {"command": came, "workdir": "/w"})
    assert call.arguments["command"] == text
    assert call.rewritten(dict(call.arguments)) == call.raw
    assert call.rewritten({**call.arguments, "command": rewritten}) == {"command": goes, "workdir": "/w"}
    with pytest.raises(ValueError, match="quot"):
        call.rewritten({**call.arguments, "command": "echo 'half"})


def test_a_guard_of_commands_sees_those_in_words(opened: Opened) -> None:
    looks = '(string-contains (payload-ref p "arguments.command" "") "rm")'
    guests = opened(on("pre_tool", f'(if {looks} (deny "caught") \'())'))
    event = SENDS["codex"].before("shell", {"command": ["bash", "-lc", "rm x"]})
    assert json.loads(guests.hears("codex", event).text) == SENDS["codex"].denied("caught")


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_number_that_is_none_gets_nobody_past_a_guard(opened: Opened, number: float) -> None:
    guests = opened(on("pre_tool", '(deny "not so")'))
    event = SENDS["claude-code"].before("Bash", {"command": "ls", "timeout": number})
    answer = guests.hears("claude-code", json.dumps(event).encode())
    assert json.loads(answer.text) == SENDS["claude-code"].denied("not so")


def test_memory_forgets_in_time_and_is_bounded(tmp_path: Path) -> None:
    clock = Clock()
    kinds: Sequence[Memory] = (InProcess(clock), OnDisk(tmp_path / "m", clock))
    for memory in kinds:
        memory.put({"a": 1}, 30, "x", "y")
        assert memory.take("x") is None
        assert memory.take("x", "y") == {"a": 1}
        assert memory.take("x", "y") is None
        memory.put(1, 30, "x")
        clock.now += 31
        assert memory.take("x") is None
    OnDisk(tmp_path / "m", clock).put(1, 30, "broken")
    for path in (tmp_path / "m").iterdir():
        path.write_text("{")
    assert OnDisk(tmp_path / "m", clock).take("broken") is None


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_event(opened: Opened, path: Path) -> None:
    case = json.loads(path.read_text())
    guests = opened(*case["hooks"], config=case.get("config", ""))
    for each in case["events"]:
        answer = guests.hears(path.parent.name, each["event"], each.get("name", ""))
        said = json.loads(answer.text) if answer.text else None
        assert [said, answer.code, guests.points] == [each["reply"], 0, each["points"]]


def test_an_event_is_of_a_row_with_conditions_only_where_it_has_them() -> None:
    """What lost its words, or could not be read, is guarded as what a person wrote."""
    qwen = dialect_of("qwen")
    assert qwen is not None
    for told, points in (
        ({"prompt": ""}, ("agent_event",)),
        ({"prompt": "hello"}, ("pre_message",)),
        ({}, ("pre_message",)),
        (None, ("pre_message",)),
    ):
        row = qwen.row_of("UserPromptSubmit", told)
        assert row is not None and row.points == points, told
