"""The table of points: what the seed documents list, nothing missing, nothing dead, and documentation that follows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chibi_hooks.hooks.deciding.describe import describe, schema, statement
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.scripts.alist import scheme_to_json
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme

# point -> documented payload fields, and documented returned fields (seeds 000 and 001, spec/chibi.md §1.4)
DOCUMENTED: dict[str, tuple[str, str]] = {
    "on_start": ("chibi_home project_root tool_count current_context verbose", ""),
    "on_end": ("chibi_home project_root tool_count current_context verbose", ""),
    "pre_message": ("prompt context_name summary", "prompt"),
    "post_message": ("prompt response context_name", ""),
    "pre_system_prompt": ("context_name summary flock_goals todos goals", "inject"),
    "post_system_prompt": ("context_name summary flock_goals todos goals", "inject"),
    "pre_tool": ("tool_name arguments", "arguments block message"),
    "post_tool": ("tool_name arguments result cached", ""),
    "pre_tool_output": ("tool_name arguments output", "output block message"),
    "post_tool_output": ("tool_name arguments output final_output cached", ""),
    "pre_api_tools": ("context_name tools fuel_remaining fuel_total recursion_depth", "exclude include"),
    "pre_api_request": ("context_name request_body fuel_remaining fuel_total recursion_depth", "request_body"),
    "pre_agentic_loop": (
        "context_name fuel_remaining fuel_total current_fallback message",
        "fallback fuel fuel_delta",
    ),
    "post_tool_batch": (
        "context_name fuel_remaining fuel_total current_fallback tool_calls",
        "fallback fuel fuel_delta",
    ),
    "pre_file_read": ("tool_name path", "denied reason"),
    "pre_file_write": ("tool_name path content operation", "denied reason"),
    "pre_shell_exec": ("tool_name command", "denied reason"),
    "pre_fetch_url": ("tool_name url safety reason summary", "denied reason"),
    "pre_spawn_agent": ("system_prompt input model temperature max_tokens", "response block message"),
    "post_spawn_agent": ("system_prompt input model response", ""),
    "pre_cache_output": ("tool_name arguments content char_count line_count output_size", "summary block"),
    "post_cache_output": ("tool_name cache_id output_size preview_size char_count token_estimate line_count", ""),
    "pre_send_message": ("from to content context_name", "delivered via"),
    "post_send_message": ("from to content context_name delivery_result", ""),
    "post_index_file": ("path lang symbol_count ref_count", ""),
    "pre_vfs_write": ("tool_name path content caller", ""),
    "post_vfs_write": ("tool_name path caller", ""),
    "on_context_switch": ("from_context to_context is_transient", ""),
    "pre_clear": ("context_name message_count summary", ""),
    "post_clear": ("context_name message_count summary", ""),
    "pre_compact": ("context_name message_count summary", ""),
    "post_compact": ("context_name message_count summary", ""),
    "pre_rolling_compact": ("context_name message_count non_system_count summary", ""),
    "post_rolling_compact": ("context_name message_count messages_archived summary", ""),
}


# what other agents have besides (DESIGN §5): the new points, and what points of chibi gain
BEYOND: dict[str, tuple[str, str]] = {
    "pre_stop": ("response stop_active loop_count", "warn context stop keep_going"),
    "pre_permission": ("tool_name arguments", "denied reason user_message ask allow warn stop"),
    "post_tool_failure": ("tool_name arguments error", "warn context stop"),
    "on_notification": ("message title type level", "warn context"),
    "post_turn_failure": ("error details response", ""),
    "agent_event": ("agent event payload fault", "block message warn context stop"),
}
GAINED: dict[str, str] = {
    "on_start": "warn context",
    "pre_message": "block message warn context stop",
    "pre_tool": "ask defer user_message warn context stop",
    "post_tool": "block message warn context stop",
    "pre_compact": "block message warn",
    "pre_spawn_agent": "warn context",
    "post_spawn_agent": "keep_going warn context stop",
    **dict.fromkeys(("pre_file_read", "pre_file_write", "pre_shell_exec", "pre_fetch_url"), "user_message warn stop"),
}
ALL = {
    **{point: (payload, f"{answer} {GAINED.get(point, '')}") for point, (payload, answer) in DOCUMENTED.items()},
    **BEYOND,
}


def test_all_points_of_chibi_are_there_and_those_of_other_agents() -> None:
    assert set(POINTS) == set(ALL)
    assert len(DOCUMENTED) == 34


@pytest.mark.parametrize("point", list(ALL))
def test_a_point_has_the_documented_fields(point: str) -> None:
    payload, returned = ALL[point]
    assert set(POINTS[point].checks) == set(payload.split())
    assert set(POINTS[point].outcome_fields) == set(returned.split())
    assert POINTS[point].can_modify is bool(returned.split())


def test_every_point_may_say_who_asks_and_a_wrong_type_of_that_is_refused() -> None:
    asker = {"agent": "claude-code", "session_id": "s", "turn_id": "t", "cwd": "/w", "native": {"a": [1]}}
    for point in POINTS.values():
        assert point.admit({**sample(point), **asker, "subagent": None, "unheard_of": 1}) == ()
        with pytest.raises(BadPayload, match="session_id: wanted a string, got 7"):
            point.admit({**sample(point), "session_id": 7})


def test_the_four_permission_points_are_marked() -> None:
    marked = {name for name, point in POINTS.items() if point.permission}
    assert marked == {"pre_file_read", "pre_file_write", "pre_shell_exec", "pre_fetch_url"}


@pytest.mark.parametrize("point", list(ALL))
def test_the_sample_is_admitted_and_survives_scheme(point: str) -> None:
    payload = sample(POINTS[point])
    assert POINTS[point].admit(payload) == ()
    assert scheme_to_json(payload_to_scheme(payload), payload) == payload
    assert json.loads(json.dumps(payload)) == payload


def test_a_sample_is_the_callers_own() -> None:
    sample(POINTS["pre_tool"])["arguments"]["command"] = "changed"
    assert sample(POINTS["pre_tool"])["arguments"]["command"] != "changed"


@pytest.mark.parametrize("point", list(ALL))
def test_every_field_is_documented_in_text_and_in_the_schema(point: str) -> None:
    text = describe(POINTS[point])
    made: dict[str, Any] = statement(POINTS[point])
    for name in POINTS[point].checks:
        assert f"  {name}" in text
        assert made["payload"]["properties"][name]["description"]
    for name in POINTS[point].outcome_fields:
        assert f"  {name}: " in text
        assert made["answer"]["properties"][name]["description"]
    assert POINTS[point].when in text
    assert ("only observes" in text) is not POINTS[point].can_modify
    assert json.loads(json.dumps(made)) == made


def test_the_schema_says_what_is_required_and_what_type_an_answer_has() -> None:
    assert schema(POINTS["pre_fetch_url"])["required"] == ["tool_name", "safety"]
    assert schema(POINTS["pre_send_message"])["required"] == ["from", "to", "content", "context_name"]
    answer = schema(POINTS["pre_agentic_loop"], "answer")
    assert "required" not in answer
    assert {name: each["type"] for name, each in answer["properties"].items()} == {
        "fallback": "string",
        "fuel": "integer",
        "fuel_delta": "integer",
    }
    assert schema(POINTS["pre_tool"], "answer")["additionalProperties"] is True
