"""The statement of a point: what is an error when it is made, which payloads are admitted."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from chibi_hooks.hooks.deciding.point import (
    POINTS,
    Decision,
    Object,
    PayloadPart,
    Point,
    PointTable,
    answered,
    find,
    told,
)
from chibi_hooks.hooks.deciding.rules import beside, decides, last
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.errors import BadPayload, UnknownPoint


def test_a_field_without_a_rule_is_an_error_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="prompt: wanted one fold rule"):

        class Outcome(Decision):
            prompt: str | None = None


def test_a_field_with_two_rules_is_an_error() -> None:
    with pytest.raises(TypeError, match="got 2"):

        class Outcome(Decision):
            prompt: Annotated[str | None, last(), decides()] = None


def test_a_companion_without_its_leader_is_an_error() -> None:
    with pytest.raises(TypeError, match="stands beside blok, which is no field"):

        class Outcome(Decision):
            block: Annotated[bool, decides()] = False
            message: Annotated[str | None, beside("blok")] = None


def test_a_field_of_a_type_that_answers_do_not_have_is_an_error() -> None:
    with pytest.raises(TypeError, match="no fields of type"):

        class Outcome(Decision):
            when: Annotated[bytes | None, last()] = None


def test_a_point_says_when_it_fires() -> None:
    with pytest.raises(TypeError, match="says when it fires"):

        class OnNothing(Point):
            """Nothing."""


def test_two_points_cannot_have_one_name() -> None:
    with pytest.raises(TypeError, match="there is a hook point called pre_tool already"):

        class PreTool(Point):
            """Again."""

            when = "never"


def test_a_point_is_one_class_and_everything_follows() -> None:
    class PreSleep(Point, table=PointTable()):
        """The agent is about to sleep."""

        when = "before sleep"
        hours: int = told("how long", 8)

        class Outcome(Decision):
            wake: Annotated[Object | None, last()] = answered("how")

    assert (PreSleep.wire, PreSleep.family, PreSleep.can_modify) == ("pre_sleep", "test_point", True)
    assert sample(PreSleep) == {"hours": 8}
    assert "pre_sleep" not in POINTS


def test_another_agents_events_stand_in_a_table_of_their_own() -> None:
    table = PointTable("other", spelled=str)

    class Event(Point, table=table):
        """What all its events have."""

        session: str = told("which session", "s1")

    class Sleep(Event):
        """The agent sleeps."""

        when = "before sleep"
        hours: int = told("how long", 8)

    assert list(table) == ["Sleep"]
    assert (Sleep.wire, Sleep.key) == ("Sleep", "other:Sleep")
    assert sample(Sleep) == {"session": "s1", "hours": 8}
    assert "Sleep" not in POINTS
    assert table.find("Sleep") is Sleep
    with pytest.raises(UnknownPoint, match='no hook point "Slep" of other: did you mean "Sleep"'):
        table.find("Slep")


def test_an_unknown_point_has_a_near_name() -> None:
    with pytest.raises(UnknownPoint, match='"pre_tol": did you mean "pre_tool"'):
        find("pre_tol")
    for far in ("PreTool", "", "pre-tool", "x" * 10_000):
        with pytest.raises(UnknownPoint):
            find(far)


@pytest.mark.parametrize(
    ("point", "payload", "message"),
    [
        ("pre_tool", [], "pre_tool: wanted a JSON object as the payload, got an array"),
        ("pre_tool", None, "pre_tool: wanted a JSON object as the payload, got null"),
        ("pre_tool", {"tool_name": 1}, "pre_tool: tool_name: wanted a string, got 1"),
        ("post_tool", {"cached": "no"}, 'post_tool: cached: wanted true or false, got "no"'),
        ("post_tool", {"cached": 0}, "post_tool: cached: wanted true or false, got 0"),
        ("pre_clear", {"message_count": True}, "pre_clear: message_count: wanted an integer, got true"),
        ("pre_clear", {"message_count": 1.0}, "pre_clear: message_count: wanted an integer, got 1.0"),
        ("pre_api_tools", {"tools": {}}, "pre_api_tools: tools: wanted an array, got {}"),
        ("pre_api_tools", {"tools": ["a"]}, 'pre_api_tools: tools[0]: wanted an object, got "a"'),
        ("pre_api_tools", {"tools": [{}, {"name": 5}]}, "pre_api_tools: tools[1].name: wanted a string, got 5"),
        ("pre_api_request", {"request_body": None}, "pre_api_request: request_body: wanted an object, got null"),
        ("pre_spawn_agent", {"temperature": "hot"}, 'pre_spawn_agent: temperature: wanted a number, got "hot"'),
        ("pre_send_message", {"from": 1}, "pre_send_message: from: wanted a string, got 1"),
    ],
)
def test_a_wrong_type_is_refused_and_named(point: str, payload: Any, message: str) -> None:
    with pytest.raises(BadPayload) as caught:
        find(point).admit(payload)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("point", "payload", "missing"),
    [
        ("pre_tool", {"tool_name": "x", "arguments": None}, ()),
        ("pre_tool", {}, ("tool_name", "arguments")),
        ("pre_tool", {"tool_name": "x", "arguments": {}, "new_field": {"a": [1]}}, ()),
        ("pre_send_message", {"to": "b", "content": "", "context_name": ""}, ("from",)),
        ("on_end", {}, ()),
        ("pre_file_write", {"tool_name": "file_edit", "path": "/x", "content": None}, ()),
        ("pre_api_tools", {"context_name": "c", "tools": [], "fuel_remaining": None}, ()),
        ("pre_api_tools", {"context_name": "c", "tools": [{"name": "x", "type": "y", "more": 1}]}, ()),
        ("pre_spawn_agent", {"system_prompt": "", "input": "", "model": "", "temperature": 1, "max_tokens": None}, ()),
    ],
)
def test_what_is_missing_is_reported_and_what_is_more_passes(
    point: str, payload: Any, missing: tuple[str, ...]
) -> None:
    assert find(point).admit(payload) == missing


def test_a_part_without_example_is_no_sample() -> None:
    class Inner(PayloadPart):
        name: str = told("its name")

    assert Inner.stated["name"].is_required
