"""Hook files in a host: order, state, re-entrancy, and everything a file can do wrong without harming the others."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.scripts import script as scripts
from chibi_hooks.scheme.values.data import NIL
from tests.homes import answering, sh_plugin
from tests.isolation import looks_inside

Open = Callable[..., Host]
SHELL = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
PROMPT = {"prompt": "hi", "context_name": "c", "summary": ""}
BLOCK = '(register-hook \'pre_tool (lambda (p) \'(("block" . #t) ("message" . "guard"))))'


def prompt_hook(text: str) -> str:
    return f'(register-hook \'pre_message (lambda (p) \'(("prompt" . "{text}"))))\n'


def errors_of(fire: Fire) -> list[str | None]:
    return [answer.error.type if answer.error else None for answer in fire.answers]


def test_a_hook_file_needs_no_import_and_no_tool(opened: Open) -> None:
    with opened({"hooks/guard.scm": BLOCK}) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.to_json()["outcome"] == {"block": True, "message": "guard"}
    answer = fire.answers[0]
    assert (answer.responder, answer.kind, answer.place) == ("guard", "scheme", "hooks/guard.scm:1:1")


def test_plugins_answer_first_then_files_by_name_then_registrations_in_order(opened: Open) -> None:
    files = {
        "hooks/b.scm": prompt_hook("b"),
        "hooks/a.scm": prompt_hook("a1") + prompt_hook("a2"),
        "hooks/deep/c.scm": prompt_hook("c"),
        "plugins/z": answering("z", ["pre_message"], {"prompt": "z"}),
    }
    with opened(files) as host:
        fire = host.fire("pre_message", PROMPT)
    assert [answer.value["prompt"] for answer in fire.answers] == ["z", "a1", "a2", "b", "c"]
    assert fire.outcome.prompt == "c"


def test_tests_and_hidden_files_are_no_hook_files(opened: Open) -> None:
    files = {"hooks/a-test.scm": BLOCK, "hooks/.b.scm": BLOCK, "hooks/.git/c.scm": BLOCK, "hooks/d.txt": BLOCK}
    with opened(files) as host:
        assert host.fire("pre_tool", SHELL).answers == []
        assert host.notices == ()


def test_every_hook_sees_the_original_payload(opened: Open) -> None:
    changes = """(register-hook 'pre_tool (lambda (p)
        (set-cdr! (assoc "command" (cdr (assoc "arguments" p))) "changed") '()))"""
    tells = """(register-hook 'pre_tool (lambda (p)
        (list (cons "message" (cdr (assoc "command" (cdr (assoc "arguments" p))))) (cons "block" #t))))"""
    with opened({"hooks/a.scm": changes, "hooks/b.scm": tells}) as host:
        assert host.fire("pre_tool", SHELL).outcome.message == "ls"
    assert SHELL["arguments"] == {"command": "ls"}


def test_a_file_keeps_its_state_and_shares_it_with_no_other(opened: Open) -> None:
    counter = """(define n 0)
        (register-hook 'pre_message (lambda (p) (set! n (+ n 1)) (list (cons "prompt" (number->string n)))))"""
    with opened({"hooks/a.scm": counter, "hooks/b.scm": counter}) as host:
        host.fire("pre_message", PROMPT)
        fire = host.fire("pre_message", PROMPT)
    assert [answer.value["prompt"] for answer in fire.answers] == ["2", "2"]


def test_no_opinion_has_several_forms(opened: Open) -> None:
    forms = ["'()", "#f", "(if #f #f)"]
    text = "\n".join(f"(register-hook 'pre_tool (lambda (p) {form}))" for form in forms)
    with opened({"hooks/a.scm": text}) as host:
        fire = host.fire("pre_tool", SHELL)
    assert errors_of(fire) == [None] * len(forms)
    assert fire.to_json()["outcome"] == {}


# --- failures ---


FAILURES = [
    ("(car 5)", "type"),
    ("(error \"no\" 1)", "error"),
    ("(raise 42)", "raise"),
    ("(undefined-thing)", "unbound"),
    ("((lambda (x) x))", "arity"),
    ("(let loop () (loop))", "limit"),
    ("(guard (e (#t (let loop () (loop)))) (let loop () (loop)))", "limit"),
    ("(dynamic-wind (lambda () #f) (lambda () (let loop () (loop))) (lambda () (let loop () (loop))))", "limit"),
    ("car", "result"),
    ("(let ((x (list 1))) (set-cdr! x x) (list (cons \"arguments\" x)))", "result"),
    ("(list (cons \"arguments\" (/ 0. 0.)))", "result"),
    ("(list (cons \"arguments\" #\\a))", "result"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "type_"), FAILURES)
def test_a_hook_that_fails_is_an_answer_with_an_error_and_the_others_decide(
    opened: Open, body: str, type_: str
) -> None:
    files = {
        "hooks/a.scm": f"(register-hook 'pre_tool (lambda (p) {body}))",
        "hooks/b.scm": BLOCK,
        "chibi-hooks.toml": f"[scheme]\ntime_limit = {0.5 if type_ == 'limit' else 60}\n",
    }
    with opened(files) as host:
        fire = host.fire("pre_tool", SHELL)
    assert errors_of(fire) == [type_, None]
    assert fire.answers[0].value is None
    assert fire.outcome.message == "guard"


def test_an_endless_recursion_is_stopped(opened: Open) -> None:
    endless = "(register-hook 'pre_tool (lambda (p) (let loop ((n 0)) (+ 1 (loop (+ n 1))))))"
    with opened({"hooks/a.scm": endless, "chibi-hooks.toml": "[scheme]\ntime_limit = 0.2\n"}) as host:
        assert errors_of(host.fire("pre_tool", SHELL)) == ["limit"]


BROKEN = [
    ("(register-hook 'pre_tool\n  (lambda (p) '())", "hooks/bad.scm:2:18"),
    ("(car 5)", "hooks/bad.scm:1:1: car: wanted a pair, got 5"),
    ("(let loop () (loop))", "hooks/bad.scm:1"),
    (b"(ok)\n\xff", "hooks/bad.scm:2: wanted text in UTF-8"),
    (b"(" * 100_000, "hooks/bad.scm:1:"),
    (b"'" + b"x" * 10_000_000, "hooks/bad.scm: cannot be read: it has 10000001 bytes, wanted at most"),
    ("(import (no such library))", "hooks/bad.scm:1:"),
    ("(register-hook 'pre_tool (lambda () '()))", "hooks/bad.scm:1:1: register-hook: "),
    ("(register-hook 'pre_tool 5)", "hooks/bad.scm:1:1: register-hook: "),
    ('(register-hook "pre_tool" car)', "hooks/bad.scm:1:1: register-hook: "),
]


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=[str(text)[:40] for text, _ in BROKEN])
def test_a_file_that_does_not_load_is_skipped_with_its_place_and_the_others_live(
    opened: Open, text: str | bytes, message: str
) -> None:
    limit = 0.5 if "loop" in str(text) else 60
    files = {"hooks/bad.scm": text, "hooks/good.scm": BLOCK, "chibi-hooks.toml": f"[scheme]\ntime_limit = {limit}\n"}
    with opened(files) as host:
        fire = host.fire("pre_tool", SHELL)
    assert [answer.responder for answer in fire.answers] == ["good"]
    assert [each.responder for each in fire.skipped] == ["hooks/bad.scm"]
    assert fire.skipped[0].reason.startswith(message)


def test_an_unknown_point_leaves_the_files_other_hooks_alone(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tol (lambda (p) '()))\n" + BLOCK}) as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.outcome.block is True
    assert 'did you mean "pre_tool"' in fire.skipped[0].reason


def test_a_guard_file_that_fails_or_does_not_load_denies_when_told_so(opened: Open) -> None:
    config = '[on_failure]\n"hooks/guard.scm" = "deny"\n'
    payload = {"tool_name": "shell_exec", "command": "ls"}
    failing = "(register-hook 'pre_shell_exec (lambda (p) (car 5)))"
    for text in (failing, "(car 5"):
        with opened({"hooks/guard.scm": text, "chibi-hooks.toml": config}, permission_handler=lambda *_: True) as host:
            assert host.fire("pre_shell_exec", payload).outcome.denied is True


def test_hook_files_share_libraries_in_the_homes_lib_directory(opened: Open) -> None:
    library = """(define-library (mine words) (export no) (import (scheme base))
        (begin (define (no) '(("block" . #t) ("message" . "shared")))))"""
    hook = "(import (mine words)) (register-hook 'pre_tool (lambda (p) (no)))"
    with opened({"lib/mine/words.sld": library, "hooks/a.scm": hook}) as host:
        assert host.fire("pre_tool", SHELL).outcome.message == "shared"


# --- tiers ---


def test_a_hook_file_is_sandboxed_unless_the_configuration_says_otherwise(opened: Open) -> None:
    text = "(import (scheme file))\n(register-hook 'pre_tool (lambda (p) '()))"
    with opened({"hooks/a.scm": text}) as host:
        fire = host.fire("pre_tool", SHELL)
        assert [each.responder for each in fire.skipped] == ["hooks/a.scm"]
    with opened({"hooks/a.scm": text, "chibi-hooks.toml": '[scheme.tiers]\n"hooks/a" = "unsandboxed"'}) as host:
        assert errors_of(host.fire("pre_tool", SHELL)) == [None]


# --- re-entrancy ---


@pytest.fixture
def firing(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Gives hook files `(fire-inside 'point)`, which fires that point again; `host` and `fires` are for the test."""
    state: dict[str, Any] = {"fires": []}
    payloads = {"pre_tool": SHELL, "pre_message": PROMPT}

    def fire_inside(point: Any) -> Any:
        state["fires"].append(state["host"].fire(point.text, payloads[point.text]))
        return NIL

    real = scripts.libraries
    monkeypatch.setattr(scripts, "libraries", lambda *all: {**real(*all), "(test)": {"fire-inside": fire_inside}})
    return state


INSIDE = "(import (test))\n(define (hook point) (lambda (p) (fire-inside point) '()))\n"


@looks_inside
def test_a_point_fired_from_its_own_hook_reaches_plugins_and_no_scheme_hook(
    opened: Open, firing: dict[str, Any]
) -> None:
    files = {
        "plugins/p": sh_plugin("p", ["pre_tool"], ""),
        "hooks/a.scm": f"{INSIDE}(register-hook 'pre_tool (hook 'pre_tool))",
        "hooks/b.scm": BLOCK,
    }
    with opened(files) as firing["host"]:
        outer = firing["host"].fire("pre_tool", SHELL)
        again = firing["host"].fire("pre_tool", SHELL)
    inner = firing["fires"][0]
    assert [answer.responder for answer in outer.answers] == ["p", "a", "b"]
    assert [answer.responder for answer in inner.answers] == ["p"]
    assert [each.responder for each in inner.skipped] == ["a", "b"]
    assert [answer.responder for answer in again.answers] == ["p", "a", "b"]


@looks_inside
def test_other_points_nest_freely(opened: Open, firing: dict[str, Any]) -> None:
    text = f"{INSIDE}(register-hook 'pre_tool (hook 'pre_message))\n{prompt_hook('inner')}"
    with opened({"hooks/a.scm": text}) as firing["host"]:
        firing["host"].fire("pre_tool", SHELL)
    assert [answer.value for answer in firing["fires"][0].answers] == [{"prompt": "inner"}]


@looks_inside
def test_a_long_way_round_is_still_the_same_chain(opened: Open, firing: dict[str, Any]) -> None:
    text = f"{INSIDE}(register-hook 'pre_tool (hook 'pre_message))\n(register-hook 'pre_message (hook 'pre_tool))"
    with opened({"hooks/a.scm": text}) as firing["host"]:
        outer = firing["host"].fire("pre_tool", SHELL)
    assert errors_of(outer) == [None]
    assert [fire.point for fire in firing["fires"]] == ["pre_tool", "pre_message"]
    assert firing["fires"][0].answers == []


def test_the_guard_is_released_when_a_hook_fails(opened: Open) -> None:
    with opened({"hooks/a.scm": "(register-hook 'pre_tool (lambda (p) (car 5)))"}) as host:
        assert errors_of(host.fire("pre_tool", SHELL)) == ["type"]
        assert errors_of(host.fire("pre_tool", SHELL)) == ["type"]


# --- threads ---


def test_threads_that_fire_at_once_do_not_tear_a_files_state(opened: Open) -> None:
    counter = """(define n 0)
        (register-hook 'pre_message (lambda (p) (set! n (+ n 1)) (list (cons "prompt" (number->string n)))))"""
    seen: list[str] = []
    with opened({"hooks/a.scm": counter}) as host:

        def fire_many() -> None:
            for _ in range(25):
                seen.append(host.fire("pre_message", PROMPT).outcome.prompt)

        threads = [threading.Thread(target=fire_many) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(map(int, seen)) == list(range(1, 101))
