"""Events that are not as they should be, for every agent: one well-formed answer, nothing lost, and no guard less."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks import Host
from chibi_hooks.dialects import Rendered
from chibi_hooks.dialects.rows.dialect import RowDialect, dialect_of
from chibi_hooks.dialects.rows.guest import guest
from chibi_hooks.dialects.rows.memory import InProcess
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.hooks.homes.home import Surroundings
from tests.dialects.events import KINDS, SENDS, Event
from tests.halves import examples
from tests.homes import make_home

GUARD = '(register-hook \'pre_tool (lambda (p) (deny "no")))'
WRONG: tuple[Any, ...] = (None, True, 7, -1.5, "x", "", [], {}, [[]], {"a": {"b": []}}, "\x00", [None], {"": ""})
Path_ = tuple[str | int, ...]


class Guarded:
    """A host that denies every tool call, and counts what is fired."""

    def __init__(self, settings: str = "") -> None:
        self.directory = tempfile.TemporaryDirectory()
        root = Path(self.directory.name)
        home = make_home(root / "home", {"hooks/guard.scm": GUARD, "chibi-hooks.toml": settings})
        around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root)
        self.host = Host.open(home=home, around=around, record=False)
        self.fired: list[str] = []
        real = self.host.fire_in

        def fire_in(*arguments: Any, **named: Any) -> Any:
            self.fired.append(arguments[1])
            return real(*arguments, **named)

        self.host.fire_in = fire_in  # type: ignore[method-assign]

    def hears(self, agent: str, event: Event | bytes, name: str = "") -> Rendered:
        self.fired.clear()
        text = event if isinstance(event, bytes) else json.dumps(event).encode()
        return guest(self.host, named(agent), name, text, InProcess(lambda: 0.0))


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    made = Guarded()
    yield made
    made.host.close()
    made.directory.cleanup()


def named(agent: str) -> RowDialect:
    found = dialect_of(agent)
    assert found is not None
    return found


def typical(agent: str) -> list[Event]:
    sends = SENDS[agent]
    calls = [sends.before(*call) for call in sends.calls.values()]
    return [*calls, *(each for each in (sends.prompt, sends.stop, sends.start) if each is not None)]


def paths_in(value: Any, before: Path_ = ()) -> Iterator[Path_]:
    """Where something could be another thing."""
    if before:
        yield before
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths_in(value[key], (*before, key))


def put(event: Event, path: Path_, value: Any) -> Event:
    made: Any = deepcopy(event)
    holder = made
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return made  # type: ignore[no-any-return]


EVENTS = [(agent, event) for agent in SENDS for event in typical(agent)]
CHANGES = st.sampled_from(EVENTS).flatmap(
    lambda each: st.tuples(st.just(each), st.sampled_from(list(paths_in(each[1]))), st.sampled_from(WRONG))
)


@given(CHANGES)
@examples(400)
def test_a_field_of_another_type_costs_no_answer_and_no_guard(
    guarded: Guarded, change: tuple[tuple[str, Event], Path_, Any]
) -> None:
    (agent, event), path, value = change
    dialect = named(agent)
    answer = guarded.hears(agent, put(event, path, value))
    silences = {row.silence for row in (*dialect.rows, dialect.other)}
    assert answer.code == 0
    assert answer.text in silences or isinstance(json.loads(answer.text), dict)
    assert guarded.fired, "nothing that an agent sends is lost"
    assert not any("Error:" in note for note in answer.notes), answer.notes
    about_tool = {*dialect.names, "tool", "tool_name", "toolName", "toolCall", "event", "input", "hook_event_name"}
    if event in [SENDS[agent].before(*call) for call in SENDS[agent].calls.values()] and path[0] not in about_tool:
        assert b'"no"' in answer.text, "the call itself was as it should be"
        assert "pre_tool" in guarded.fired


@pytest.mark.parametrize(("agent", "kind"), KINDS)
def test_a_mark_and_unknown_fields_change_nothing(guarded: Guarded, agent: str, kind: str) -> None:
    sends = SENDS[agent]
    event = sends.before(*sends.calls[kind])
    plain = guarded.hears(agent, event)
    more = {**event, "brand_new": {"deep": [1, {"a": None}]}, "another": "x" * 1000}
    marked = guarded.hears(agent, b"\xef\xbb\xbf" + json.dumps(more).encode())
    assert json.loads(plain.text) == json.loads(marked.text) == sends.denied("no")


@pytest.mark.parametrize("agent", list(SENDS))
def test_a_large_event_is_guarded(guarded: Guarded, agent: str) -> None:
    sends = SENDS[agent]
    tool, arguments = sends.calls["shell_exec"]
    answer = guarded.hears(agent, sends.before(tool, {**arguments, "padding": "x" * (5 << 20)}))
    assert json.loads(answer.text) == sends.denied("no")


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("levels", [192, 250, 100_000])  # what points take, a little more, and more than Python reads
def test_however_deep_a_call_is_nested_it_is_guarded(guarded: Guarded, agent: str, levels: int) -> None:
    sends = SENDS[agent]
    tool, arguments = sends.calls["shell_exec"]
    text = json.dumps(sends.before(tool, {**arguments, "padding": 987654321}))
    deep = text.replace("987654321", "[" * levels + "]" * levels)
    assert deep != text
    answer = guarded.hears(agent, deep.encode())
    assert json.loads(answer.text) == sends.denied("no")


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("byte", [b"\xff", b"\xe9", b"\x01", b"\n", b"\xed\xa0\x80"])
def test_bytes_that_json_does_not_allow_in_a_text_cost_no_guard(guarded: Guarded, agent: str, byte: bytes) -> None:
    sends = SENDS[agent]
    tool, arguments = sends.calls["shell_exec"]
    text = json.dumps(sends.before(tool, {**arguments, "padding": "987654321"})).encode()
    answer = guarded.hears(agent, text.replace(b"987654321", byte))
    assert json.loads(answer.text) == sends.denied("no")


@pytest.fixture(scope="module")
def closed() -> Iterator[Guarded]:
    made = Guarded('[on_failure]\npre_tool = "deny"\n')
    yield made
    made.host.close()
    made.directory.cleanup()


@pytest.mark.parametrize("agent", list(SENDS))
def test_a_call_by_another_name_is_judged_where_failures_deny(guarded: Guarded, closed: Guarded, agent: str) -> None:
    sends = SENDS[agent]
    tool, arguments = sends.calls["shell_exec"]
    event = {**sends.before(tool, arguments), **dict.fromkeys(named(agent).names, "BeforeAnyTool")}
    assert b"no" in closed.hears(agent, event, "BeforeAnyTool").text
    assert closed.fired == ["pre_tool"]
    guarded.hears(agent, event, "BeforeAnyTool")
    assert guarded.fired in (["agent_event"], ["pre_tool"])  # of some agents' events the fields tell what they are


RESULTS: tuple[Event, ...] = (
    {"tool_response": "x"}, {"tool_result": {"ok": True}}, {"error": "boom"}, {"error_message": "boom"},
    {"duration_ms": 0, "exit_code": 0}, {"durationMs": 1},
)  # fmt: skip


@pytest.mark.parametrize("agent", [each for each in SENDS if not named(each).signs])
def test_a_result_by_another_name_is_no_call(closed: Guarded, agent: str) -> None:
    sends = SENDS[agent]
    call = sends.before(*sends.calls["shell_exec"])
    afterwards = [(each, dict[str, Any]()) for each in ("AfterAnyTool", "tool.any.after", "toolPostUse")]
    for name, more in [("WhateverTool", each) for each in RESULTS] + afterwards:
        closed.hears(agent, {**call, **dict.fromkeys(named(agent).names, name), **more}, name)
        assert closed.fired == ["agent_event"], (name, more)
    for empty in ("", None, False, {}):  # what came of it nobody says
        event = {**call, **dict.fromkeys(named(agent).names, "BeforeAnyTool"), "error": empty}
        closed.hears(agent, event, "BeforeAnyTool")
        assert closed.fired == ["pre_tool"], empty
    for name, more in [("PostponedToolUse", {}), ("WhateverTool", {"duration_ms": 0})]:
        closed.hears(agent, {**call, **dict.fromkeys(named(agent).names, name), **more}, name)
        assert closed.fired == ["pre_tool"], (name, more)


@pytest.mark.parametrize("agent", list(SENDS))
@pytest.mark.parametrize("tool", [["Bash"], 7, "", {}])
def test_a_call_that_names_no_tool_is_denied_where_failures_deny(
    guarded: Guarded, closed: Guarded, agent: str, tool: Any
) -> None:
    sends, names = SENDS[agent], named(agent).names
    event = sends.before(*sends.calls["shell_exec"])
    where = next((row.call.name for row in named(agent).rows if row.call is not None and not row.call.tool), "")
    path = next((path for each in where.split("|") if at(event, each) and (path := tuple(each.split(".")))), ())
    assert path
    for changed, said in ((put(event, path, tool), "BeforeAnyTool"), (put(event, path, tool), "")):
        if said:
            changed = {**changed, **dict.fromkeys(names, said)}
        assert b"wanted the name of a tool" in closed.hears(agent, changed, said or "AnythingElse").text
        assert closed.fired == ["agent_event"]
        assert b"wanted" not in guarded.hears(agent, changed, said or "AnythingElse").text


@pytest.mark.parametrize("agent", list(SENDS))
def test_an_event_of_another_agent_is_said_and_told(guarded: Guarded, agent: str) -> None:
    foreign = {"cursor": "beforeTabFileRead"}
    name, whose = ("BeforeToolSelection", "gemini") if agent == "cursor" else (foreign["cursor"], "cursor")
    answer = guarded.hears(agent, dict.fromkeys(named(agent).names, name))
    assert answer.text == named(agent).other.silence
    assert f"{name} is not in our table, and is an event of {whose}" in answer.notes[0]
    assert guarded.fired == ["agent_event"]
