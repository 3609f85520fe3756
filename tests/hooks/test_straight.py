"""`straight`: a fire that goes the short way is what it is on the long one, at all points, for all kinds of answers."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.deciding.fold import settle
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.errors import BadPayload, BadRequest, UnknownPoint
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.host import VIEWS
from chibi_hooks.hooks.tools.calling import current_chain
from tests.isolation import looks_inside

Open = Callable[..., Host]

ANSWERS = {
    "nothing": "'()",
    "a decision": '\'(("block" . #t) ("message" . "no") ("denied" . #t) ("reason" . "no"))',
    "a decision alone": '\'(("block" . #t))',
    "what decides nothing": '\'(("block" . #f) ("denied" . #f))',
    "wrong types": '\'(("block" . "yes") ("arguments" . 7) ("no_such_field" . 1))',
    "no alist": "42",
    "a payload changed": '(list (cons "arguments" (cdr (or (assoc "arguments" p) (cons 1 \'())))))',
    "an error": "(car '())",
    "an exit": "(begin (display 1) (exit 3))",
    "a continuation": '(call/cc (lambda (k) (k \'(("block" . #t)))))',
    "a tool": "(guard (e (#t '())) (call-tool \"no_such_tool\" '()))",
    "itself": "(begin (set-cdr! p '()) '())",
}
CHANGING = {"ms", "fire", "id", "journal"}


def told(fire: Fire) -> Any:
    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(each) for key, each in value.items() if key not in CHANGING}
        return [without(each) for each in value] if isinstance(value, list) else value

    return without(json.loads(json.dumps(fire.to_json(full=True))))


def both(host: Host, point: str, payload: Any) -> tuple[Any, Any]:
    """The fire on the long way, and on the short one, which the first two make."""
    host.fire(point, payload)
    host.fire(point, payload)
    return told(host._fire_with(host.generation, point, payload, None, True)), told(host.fire(point, payload))


@pytest.mark.parametrize("answer", ANSWERS)
def test_every_answer_comes_to_the_same(opened: Open, answer: str) -> None:
    point_names = ("pre_tool", "post_tool", "pre_message", "pre_permission", "on_start")
    names = [name for name in point_names if name in POINTS]
    hooks = "".join(f"(register-hook '{name} (lambda (p) {ANSWERS[answer]}))\n" for name in names)
    beside = "".join(f'(register-hook \'{name} (lambda (p) \'(("message" . "b"))))\n' for name in names)
    with opened({"hooks/a.scm": hooks, "hooks/b.scm": beside}) as host:
        for name in names:
            long, short = both(host, name, sample(POINTS[name]))
            assert short == long


@looks_inside
@pytest.mark.parametrize("answer", [*ANSWERS, "a display"])
def test_a_hook_that_is_asked_alone_comes_to_the_same_in_the_journal_too(opened: Open, answer: str) -> None:
    text = ANSWERS.get(answer, "(begin (display %context-name%) '())")
    names = ("pre_tool", "post_tool", next(name for name, point in POINTS.items() if point.permission))
    with opened({"hooks/a.scm": "".join(f"(register-hook '{name} (lambda (p) {text}))\n" for name in names)}) as host:
        assert host.recorder is not None
        for name in names:
            payload = sample(POINTS[name])
            for given in (payload, {**payload, "context_name": "c"}, OrderedDict(payload)):
                long, short = both(host, name, given)
                assert short == long
                assert "sole" in host._ways[name].__qualname__  # type: ignore[union-attr]
        assert host.recorder.flush()
        with sqlite3.connect(host.recorder.path) as journal:
            columns = "point, agent, decision, failed, whole, generation, responders, outcome, body"
            rows = list(journal.execute(f"select {columns} from fires order by seq"))
        journal.close()
        fires = [(*rest, re.sub(r'"ms":[\d.e-]+', "", body)) for *rest, body in rows]
        assert len(fires) == 4 * 3 * len(names)
        for first in range(0, len(fires), 4):
            assert len(set(fires[first : first + 4])) == 1


def test_what_a_fire_reads_of_its_caller_is_gone_after_it(opened: Open) -> None:
    text = "(register-hook 'pre_tool (lambda (p) (block %context-name%)))"
    with opened({"hooks/a.scm": text}) as host:
        for context in ("", "", "", "c", "", "d"):
            payload = {"tool_name": "x", "arguments": {}, **({"context_name": context} if context else {})}
            assert host.fire("pre_tool", payload).outcome.message == context
            assert current_chain() is None


def test_every_point_comes_to_the_same(opened: Open) -> None:
    hooks = "".join(
        f'(register-hook \'{name} (lambda (p) (list (cons "block" #t) (cons "message" "m"))))\n' for name in POINTS
    )
    with opened({"hooks/a.scm": hooks}) as host:
        for name, point in POINTS.items():
            long, short = both(host, name, sample(point))
            assert short == long
        went_straight = {name for name, way in host._ways.items() if way}
        assert went_straight == set(POINTS)


def test_whoever_is_in_the_way_is_told_the_same(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))", "hooks/b.scm": "("}) as host:
        long, short = both(host, "pre_tool", {"tool_name": "x", "arguments": {}, "context_name": "c"})
        assert short == long
        assert short["skipped"]
        for wrong in ([], {"tool_name": 1, "arguments": {}}):
            with pytest.raises(BadPayload):
                host.fire("pre_tool", wrong)  # type: ignore[arg-type]
        with pytest.raises(UnknownPoint):
            host.fire("pre_tol", {})
    with pytest.raises(BadRequest, match="closed"):
        host.fire("pre_tool", {"tool_name": "x", "arguments": {}})


def test_a_fire_inside_a_fire_goes_the_long_way(opened: Open) -> None:
    text = "(register-hook 'pre_tool (lambda (p) (guard (e (#t '())) (call-tool \"echo\" '()) '())))"
    with opened({"hooks/a.scm": text}, tools={"echo": lambda: "x"}) as host:
        long, short = both(host, "pre_tool", {"tool_name": "x", "arguments": {}})
        assert short == long
        assert [call["tool"] for call in short["calls"]] == ["echo"]


def test_a_reload_is_seen_by_the_next_straight_fire(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        payload = {"tool_name": "x", "arguments": {}}
        for _ in range(3):
            assert host.fire("pre_tool", payload).outcome.block is False
        (home,) = host.reloader.homes
        text = "(register-hook 'pre_tool (lambda (p) '((\"block\" . #t))))"
        (home.path / "hooks" / "a.scm").write_text(text, encoding="utf-8")
        host.reload()
        for _ in range(3):
            assert host.fire("pre_tool", payload).outcome.block is True


def test_another_project_has_short_ways_of_its_own(opened: Open) -> None:
    payload = sample(POINTS["pre_tool"])
    hook = '(register-hook \'pre_tool (lambda (p) (block "{}")))'
    with opened({"hooks/a.scm": hook.format("one")}) as host:
        home, first = host.generation.loaded[0].home.path, host.generation
        view = replace(first, project=Path("/elsewhere"))
        fires = [host.fire_in(view, "pre_tool", payload, settle=False) for _ in range(3)]
        long = told(host._fire_with(view, "pre_tool", payload, None, False))
        assert [told(each) for each in fires] == [long] * 3
        firing, ways = host._ways_in(view)
        assert firing.project == Path("/elsewhere")
        assert ways["pre_tool"]
        assert not host._ways
        (home / "hooks" / "a.scm").write_text(hook.format("two"), encoding="utf-8")
        host.reload()
        assert not host._views
        for generation, text in ((view, "one"), (replace(host.generation, project=Path("/elsewhere")), "two")):
            for _ in range(3):
                assert host.fire_in(generation, "pre_tool", payload).outcome.message == text


def test_no_more_views_are_kept_than_there_are_projects_at_work(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        for number in range(3 * VIEWS):
            view = replace(host.generation, project=Path(f"/project/{number}"))
            host.fire_in(view, "pre_tool", sample(POINTS["pre_tool"]))
            assert len(host._views) <= VIEWS


def test_a_function_settles_a_straight_fire_too(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        for _ in range(4):
            payload = {"tool_name": "x", "arguments": {}}
            fire = host.fire("pre_tool", payload, settle=lambda folded: settle(folded, {"block": True}, "so"))
            assert fire.outcome.block is True
            assert [step.action for step in fire.steps] == ["none", "settled"]


@pytest.mark.parametrize("answer", ["'()", '\'(("denied" . #t) ("reason" . "no"))', "(car '())"])
@pytest.mark.parametrize("verdict", [True, False, "not today", None])
def test_permission_is_settled_as_on_the_long_way(opened: Open, answer: str, verdict: bool | str | None) -> None:
    name = next(name for name, point in POINTS.items() if point.permission)
    handler = None if verdict is None else lambda point, payload: verdict
    hook = f"(register-hook '{name} (lambda (p) {answer}))"
    with opened({"hooks/a.scm": hook}, permission_handler=handler) as host:
        payload = sample(POINTS[name])
        for settles in (True, False, lambda folded: settle(folded, {"denied": False}, "so")):
            for _ in range(2):
                host.fire(name, payload)
            assert host._ways[name]
            short = told(host.fire(name, payload, settle=settles))
            assert short == told(host._fire_with(host.generation, name, payload, None, settles))


def test_a_text_gives_the_text_of_the_outcome(opened: Open) -> None:
    text = '(register-hook \'pre_tool (lambda (p) \'(("block" . #t) ("message" . "no\\x2026;"))))'
    with opened({"hooks/a.scm": text}) as host:
        payload = {"tool_name": "x", "arguments": {"a": [1.5, None]}}
        wanted = json.dumps(host.fire("pre_tool", payload).to_json()["outcome"])
        for given in (json.dumps(payload), " " + json.dumps(payload) + "\n", json.dumps(payload).encode()):
            assert host.fire_text("pre_tool", given) == wanted
        for wrong in ("", "{", "[]", '{"tool_name": NaN}', '{"tool_name": "x", "arguments": 1e999}', "{} {}"):
            with pytest.raises(BadPayload):
                host.fire_text("pre_tool", wrong)


def test_a_fire_by_its_text_is_journaled_like_every_other(opened: Open) -> None:
    text = '(register-hook \'pre_tool (lambda (p) (list (cons "block" #t) (cons "message" "no"))))'
    with opened({"hooks/a.scm": text}) as host:
        assert host.recorder is not None
        payload = {"tool_name": "x", "arguments": {"a": [1.5, None], "token": "s3cr3t"}}
        for _ in range(3):
            host.fire("pre_tool", payload)
            host.fire_text("pre_tool", json.dumps(payload))
        assert host.recorder.flush()
        with sqlite3.connect(host.recorder.path) as journal:
            rows = list(journal.execute("select outcome, body, decision from fires order by seq"))
        journal.close()
        alike = [(outcome, re.sub(r'"ms":[\d.e-]+', "", body), decision) for outcome, body, decision in rows]
        assert len(alike) == 6
        assert len(set(alike)) == 1
        assert "s3cr3t" not in alike[0][1]


@pytest.mark.parametrize("inner", [{"key": "v"}, ["a", {"b": [1]}], {str(n): {"n": n} for n in range(200)}])
def test_a_large_payload_is_journaled_as_it_was(opened: Open, inner: Any) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        assert host.recorder is not None
        large = {f"k{number}": "x" * 1_000 for number in range(100)}
        for number in range(4):
            payload = {"tool_name": f"t{number}", "arguments": {**large, "inner": json.loads(json.dumps(inner))}}
            host.fire("pre_tool", payload)
            told = payload["arguments"]
            payload["tool_name"] = "other"
            told.update(k0="other", more="other")  # type: ignore[attr-defined]
            told["inner"].clear()  # type: ignore[index]
        host.fire("pre_tool", {"tool_name": "small", "arguments": {}})
        assert host.recorder.flush()
        with sqlite3.connect(host.recorder.path) as journal:
            bodies = [json.loads(body)["payload"] for (body,) in journal.execute("select body from fires order by seq")]
        journal.close()
        wanted = [{"tool_name": f"t{number}", "arguments": {**large, "inner": inner}} for number in range(4)]
        assert bodies == [*wanted, {"tool_name": "small", "arguments": {}}]


def test_a_large_payload_of_other_types_is_journaled_as_json(opened: Open) -> None:
    class Word(str):
        pass

    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) '()))"}) as host:
        assert host.recorder is not None
        for argument in ("x" * 100_000, Word("x" * 100_000), {"key": Word("x" * 100_000)}):
            host.fire("pre_tool", {"tool_name": "t", "arguments": {"a": argument}})
        assert host.recorder.flush()
        assert (host.recorder.written, host.recorder.lost) == (3, 0)
