"""Stages: one after another or together, answers in the order of the responders, who is left out and why."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from chibi_hooks.hooks.answer import Answer, Failure, ResponderKind
from chibi_hooks.hooks.asking import TOGETHER, Asked, as_folded, ask_everybody
from chibi_hooks.hooks.deciding.point import POINTS, Point, find
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.reentrancy import firing
from chibi_hooks.hooks.responders import Responders, Stage, StandIn
from chibi_hooks.hooks.tools.tool import Tool

POINT = POINTS["pre_tool"]
Does = Callable[[Event], Any]


@dataclass(frozen=True)
class Saying:
    """A responder that does something and says its name."""

    name: str
    does: Does = lambda event: None
    kind: ResponderKind = "command"
    place: str | None = None
    denies: bool = False
    audience: frozenset[str] | None = None
    reenters: bool = True
    is_replaced: None = field(default=None)

    def ask(self, event: Event) -> Answer:
        self.does(event)
        return Answer(self.name, self.kind, self.place, {"message": self.name})


class Host:
    """Who fires: one generation of a host."""

    tools: ClassVar[dict[str, Tool]] = {}
    project = Path()
    vfs = None
    cache_output_over = 0

    def __init__(self) -> None:
        self.host = self

    def fire(self, point: str, payload: dict[str, Any]) -> Any: ...
    def follow(self, path: str) -> list[str]:
        return []

    replays = False

    def known(self, chain: Any, script: str, question: str, told: dict[str, Any]) -> Any: ...

    def recorded(self, script: str, tool: str, arguments: Any) -> None: ...


HOST = Host()


def asked(
    *stages: Stage,
    about: dict[str, Any] | None = None,
    point: type[Point] = POINT,
    broken: tuple[Answer, ...] = (),
    by: Host = HOST,
) -> Asked:
    found = Asked([])
    ask_everybody(Responders(point, stages, broken), about or {}, by, found)
    return found


def test_of_a_stage_that_is_asked_together_the_answers_stand_in_order_with_their_turns() -> None:
    threads: dict[str, threading.Thread] = {}
    begun = threading.Event()

    def begin(event: Event) -> None:
        threads["second"] = threading.current_thread()
        begun.set()

    def wait_for_the_end_of_the_second(event: Event) -> None:
        begun.wait()
        threads["second"].join()

    first = Saying("first", wait_for_the_end_of_the_second)
    found = asked(Stage((first, Saying("second", begin)), parallel=True))
    assert [(answer.responder, answer.turn) for answer in found.answers] == [("first", 1), ("second", 0)]


def test_of_a_thousand_that_are_asked_together_no_more_than_a_few_threads_ask_at_once() -> None:
    threads: set[int] = set()

    def note(event: Event) -> None:
        threads.add(threading.get_ident())

    found = asked(Stage(tuple(Saying(str(n), note) for n in range(1_000)), parallel=True))
    assert [answer.responder for answer in found.answers] == [str(n) for n in range(1_000)]
    assert sorted(answer.turn or 0 for answer in found.answers) == list(range(1_000))
    assert len(threads) <= TOGETHER


def test_where_there_is_room_for_no_thread_they_are_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", full)
    found = asked(Stage((Saying("a"), Saying("b")), parallel=True))
    assert [answer.responder for answer in found.answers] == ["a", "b"]


def test_stages_follow_one_another() -> None:
    order: list[str] = []
    stages = [Stage((Saying(name, lambda event, name=name: order.append(name)),)) for name in "abc"]  # type: ignore[misc]
    assert [answer.responder for answer in asked(*stages).answers] == ["a", "b", "c"]
    assert order == ["a", "b", "c"]


def test_what_cannot_be_told_to_a_responder_is_the_callers_fault_also_where_they_are_asked_together() -> None:
    needs_text = [Saying(name, lambda event: event.text) for name in "ab"]
    with pytest.raises(BadPayload, match="pre_tool: the payload cannot be written as JSON"):
        asked(Stage(tuple(needs_text), parallel=True), about={"x": object()})


def test_a_payload_is_written_as_json_once() -> None:
    texts: list[bytes] = []
    stage = Stage(tuple(Saying(name, lambda event: texts.append(event.text)) for name in "ab"))
    asked(stage, about={"x": 1})
    assert texts == [b'{"x":1}'] * 2
    assert texts[0] is texts[1]


def test_who_answers_for_other_contexts_is_left_out() -> None:
    found = asked(Stage((Saying("ann", audience=frozenset(["ann"])), Saying("all"))), about={"context_name": "bob"})
    assert [answer.responder for answer in found.answers] == ["all"]
    assert [each.reason for each in found.skipped] == ["it does not answer for the context bob"]


def test_who_does_not_reenter_is_left_out_of_a_fire_inside_its_own() -> None:
    inner: list[Asked] = []
    once = Saying("once", lambda event: inner.append(asked(Stage((once, Saying("again"))))), reenters=False)
    assert [answer.responder for answer in asked(Stage((once,))).answers] == ["once"]
    assert [answer.responder for answer in inner[0].answers] == ["again"]
    assert inner[0].nested
    assert [each.responder for each in inner[0].skipped] == ["once"]


def is_nested(point: type[Point] = POINT, by: Host = HOST) -> bool:
    """Would a fire here be one inside of its own?"""
    return asked(Stage((Saying("guard", reenters=False),)), point=point, by=by).nested


def asking_while(does: Does, point: type[Point] = POINT, reenters: bool = False) -> None:
    """A fire during which `does` is called."""
    asked(Stage((Saying("outer", does, reenters=reenters),)), point=point)


def test_other_points_nest_freely_and_the_first_is_still_marked_inside_of_them() -> None:
    other = find("post_tool")
    seen: list[bool] = []
    inner = Saying("inner", lambda event: seen.append(is_nested()), reenters=False)
    asking_while(lambda event: seen.append(asked(Stage((inner,)), point=other).nested))
    assert seen == [True, False]


def test_a_point_is_released_when_a_fire_fails() -> None:
    def fail(event: Event) -> None:
        raise RuntimeError

    seen: list[bool] = []

    def fire_and_fail(event: Event) -> None:
        with pytest.raises(RuntimeError):
            asking_while(fail, reenters=True)
        seen.append(is_nested())

    with pytest.raises(RuntimeError):
        asking_while(fail)
    assert not is_nested()
    asking_while(fire_and_fail)
    assert seen == [True]  # the outer fire is still marked
    assert not is_nested()


def test_a_fire_inside_of_somebody_who_may_be_asked_again_is_none_inside_of_its_own() -> None:
    seen: list[bool] = []
    asking_while(lambda event: seen.append(is_nested()), reenters=True)
    asked(Stage((Saying("guard", reenters=False),)), Stage((Saying("after", lambda event: seen.append(is_nested())),)))
    assert seen == [False, False]


def test_another_host_on_the_way_back_is_inside_of_the_same_fire() -> None:
    seen: list[bool] = []
    asking_while(lambda event: seen.append(is_nested(by=Host())))
    assert seen == [True]


def test_a_thread_of_its_own_is_a_chain_of_its_own() -> None:
    seen: list[bool] = []

    def elsewhere(event: Event) -> None:
        thread = threading.Thread(target=lambda: seen.append(is_nested()))
        thread.start()
        thread.join()

    asking_while(elsewhere)
    assert seen == [False]


def test_who_asks_hooks_of_another_point_on_the_way_marks_it_for_himself_alone() -> None:
    both = threading.Barrier(2)
    seen: list[tuple[bool, ...]] = []

    def on_the_way(event: Event) -> None:
        with firing("post_tool") as nested:
            both.wait()
            with firing("post_tool") as again, firing("pre_tool") as outermost:
                seen.append((nested, again, outermost, is_nested(find("post_tool"))))
            both.wait()

    stage = Stage(tuple(Saying(name, on_the_way, reenters=False) for name in "ab"), parallel=True)
    asked(stage)
    assert seen == [(False, True, True, True)] * 2
    with firing("post_tool") as nested:
        assert not nested


def test_the_chain_follows_into_threads_of_a_stage_that_is_asked_together() -> None:
    seen: list[bool] = []
    both = tuple(Saying(name, lambda event: seen.append(is_nested()), reenters=False) for name in "ab")
    asked(Stage(both, parallel=True))
    assert seen == [True, True]


def test_the_chain_follows_into_a_thread_that_a_coroutine_waits_for() -> None:
    seen: list[bool] = []

    async def wait() -> None:
        seen.append(await asyncio.to_thread(is_nested))

    asking_while(lambda event: asyncio.run(wait()))
    assert seen == [True]


def test_a_failure_that_denies_is_folded_as_a_refusal_and_kept_as_a_failure() -> None:
    failed = Answer("guard", "plugin", None, error=Failure("exit", "exit code 1"))
    broken = Answer("hooks/x.scm", "scheme", None, error=Failure("load", "broken"))
    responders = Responders(POINT, (Stage((StandIn.known(failed, denies=True), StandIn.known(failed))),), (broken,))
    found = asked(*responders.stages, broken=responders.broken)
    found.answers += responders.broken
    assert [answer.error is not None for answer in found.answers] == [True, True, True]
    assert [answer.error is not None for answer in as_folded(responders, found)] == [False, True, False]


def test_an_answer_that_decides_nobody_knows_what_is_a_failure_where_failures_deny() -> None:
    unclear = Answer("guard", "scheme", "hooks/guard.scm", {"block": "yes"})
    responders = Responders(POINT, (Stage((StandIn.known(unclear, denies=True), StandIn.known(unclear))),), ())
    denied, taken = as_folded(responders, asked(*responders.stages))
    assert denied.value == {
        "block": True,
        "message": 'guard failed (block: wanted a boolean, got "yes") and on_failure = "deny"',
    }
    assert taken == unclear
