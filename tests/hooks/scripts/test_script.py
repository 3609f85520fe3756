"""Hook files: what they find, what they register, what they answer, and how they fail."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.loading import load_script
from chibi_hooks.hooks.scripts.registering import takes_one_argument
from chibi_hooks.hooks.scripts.script import BrokenScript, Script

Load = Callable[..., Script]
TOOL = {"tool_name": "shell_exec", "arguments": {"command": "rm -rf /", "env": {}, "paths": []}}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load this text as `hooks/guard.scm`."""

    def load_text(text: str | bytes, **options: Any) -> Script:
        path = tmp_path / "guard.scm"
        path.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())
        return load_script(path, "hooks/guard.scm", **options)

    return load_text


def event_of(payload: dict[str, Any]) -> Event:
    return Event("pre_tool", payload, payload.get("context_name", ""), Path(), Account(60.0))


def answers(script: Script, payload: dict[str, Any]) -> list[Any]:
    """What every hook says, in order; the type and message of a failure in its place."""
    said = [hook.answer(event_of(payload)) for hook in script.hooks]
    return [(one.error.type, one.error.message) if one.error else one.value for one in said]


# --- registration ---


def test_a_hook_answers_in_json(load: Load) -> None:
    script = load("""\
        (register-hook 'pre_message
          (lambda (payload)
            (list (cons "prompt" (string-append (cdr (assoc "prompt" payload)) "!")))))
        """)
    assert answers(script, {"prompt": "hi"}) == [{"prompt": "hi!"}]


def test_an_answer_says_who_and_where_and_how_long(load: Load) -> None:
    script = load("#t\n\n  (register-hook 'pre_message (lambda (payload) '()))")
    answer = script.hooks[0].answer(event_of({}))
    assert (answer.responder, answer.kind, answer.place) == ("guard", "scheme", "hooks/guard.scm:3:3")
    assert answer.value is None
    assert answer.ms >= 0


def test_a_file_may_register_several_hooks_and_nothing_else(load: Load) -> None:
    script = load("""\
        (register-hook 'pre_message (lambda (p) (list (cons "prompt" "1"))))
        (register-hook 'pre_tool (lambda (p) '()))
        (register-hook 'pre_message (lambda (p) (list (cons "prompt" "2"))))
        """)
    assert [hook.point for hook in script.hooks] == ["pre_message", "pre_tool", "pre_message"]
    assert answers(script, TOOL) == [{"prompt": "1"}, None, {"prompt": "2"}]


def test_the_hooks_of_a_file_share_its_state_and_worlds_do_not(load: Load) -> None:
    text = """\
        (define count 0)
        (define (next) (set! count (+ count 1)) (list (cons "prompt" (number->string count))))
        (register-hook 'pre_message (lambda (p) (next)))
        (register-hook 'pre_message (lambda (p) (next)))
        """
    first, second = load(text), load(text)
    assert answers(first, {}) == [{"prompt": "1"}, {"prompt": "2"}]
    assert answers(first, {}) == [{"prompt": "3"}, {"prompt": "4"}]
    assert answers(second, {}) == [{"prompt": "1"}, {"prompt": "2"}]


def test_importing_the_library_once_more_changes_nothing(load: Load) -> None:
    script = load("""\
        (import (scheme base) (harness hooks))
        (register-hook 'pre_message (lambda (p) (list (cons "prompt" "x"))))
        """)
    assert answers(script, {}) == [{"prompt": "x"}]


def test_a_registration_made_later_is_ignored_with_a_warning(load: Load) -> None:
    script = load("(register-hook 'pre_message (lambda (p) (register-hook 'pre_tool (lambda (p) '())) '()))")
    assert script.problems == ()
    for _ in range(200):
        script.hooks[0].answer(event_of({}))
    assert len(script.hooks) == 1
    assert script.problems[0].severity == "warning"
    assert str(script.problems[0]).startswith("hooks/guard.scm:1:41: register-hook: pre_tool is registered after")
    assert len(script.problems) <= 100


def test_an_unknown_point_is_a_problem_and_the_other_hooks_live(load: Load) -> None:
    script = load("""\
        (register-hook 'pre_tol (lambda (p) '()))
        (register-hook 'pre_tool (lambda (p) '()))
        """)
    assert [hook.point for hook in script.hooks] == ["pre_tool"]
    assert [(each.place, each.severity) for each in script.problems] == [("hooks/guard.scm:1:1", "error")]
    assert script.problems[0].message == 'register-hook: there is no hook point "pre_tol": did you mean "pre_tool"?'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(register-hook 'pre_tool)", "register-hook: wanted 2 arguments, a hook point and a procedure, got 1"),
        ("(register-hook 'pre_tool 42)", "register-hook: argument 2: wanted a procedure, got 42"),
        (
            '(register-hook "pre_tool" car)',
            'register-hook: argument 1: wanted a symbol such as \'pre_tool, got "pre_tool"',
        ),
        ("(register-hook 'pre_tool (lambda () '()))", "register-hook: a hook is called with one argument, the payload"),
        ("(register-hook 'pre_tool cons)", "register-hook: a hook is called with one argument, the payload"),
        (
            "(define (f a b) a)\n(register-hook 'pre_tool f)",
            "register-hook: a hook is called with one argument, the payload",
        ),
    ],
)
def test_a_bad_registration_is_a_problem_and_the_other_hooks_live(load: Load, text: str, message: str) -> None:
    script = load(f"{text}\n(register-hook 'pre_clear (lambda (p) '()))")
    assert [hook.point for hook in script.hooks] == ["pre_clear"]
    (problem,) = script.problems
    assert problem.message.startswith(message) and problem.severity == "error" and problem.missing


WRONG_FORMS = {
    "(define-hook 'pre_tool (a) (block))": "define-hook: the point stands without a quote: write pre_tool",
    "(define-hook (pre_tool a) (block))": "the point stands before the list of fields: write pre_tool (a)",
    "(define-hook pre_tool (a))": "wanted (define-hook point (field ...) body ...), got (define-hook pre_tool (a))",
    "(define-tool greet (lambda (a) a))": "wanted (define-tool name (description text) (parameters list) (exec",
    '(import (harness policy)) (define-policy p "x")': "define-policy: wanted (define-policy name doc (parameters (",
    '(import (harness policy)) (define-policy p "x" (parameters a) (pre_tool () 1))': "wanted (define-policy",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG_FORMS)
def test_a_form_that_is_written_wrongly_is_told_with_how_it_is_written(load: Load, text: str) -> None:
    with pytest.raises(BrokenScript) as caught:
        load(text)
    assert WRONG_FORMS[text] in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(car 5)", "car: wanted a pair, got 5"),
        ('(error "not today" 1 2)', "not today 1 2"),
        ("(raise 'oops)", "oops"),
        ("(frobnicate)", "frobnicate"),
        ("(let loop () (loop))", "it ran longer than its 0.1 s"),
        ("(import (no such library))", "there is no library (no such library)"),
        ("(import (harness io))", "(harness io)"),
        ('(display "x"', ""),
        (")", ""),
        ('\n(list "open', ""),
    ],
)
def test_a_file_that_cannot_be_loaded_says_where_and_why(load: Load, text: str, message: str) -> None:
    with pytest.raises(BrokenScript) as caught:
        load(text, time_limit=0.1)
    line = text.count("\n") + 1
    assert message in str(caught.value)
    assert str(caught.value).startswith((f"hooks/guard.scm:{line}:", "hooks/guard.scm"))
    assert "Traceback" not in caught.value.report
    assert ".py" not in caught.value.report


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(define x 1)\n\xff\xfe", "hooks/guard.scm:2: wanted text in UTF-8, got byte 0xff"),
        (b" " * 4_000_001, "hooks/guard.scm: cannot be read: it has 4000001 bytes, wanted at most 4000000"),
    ],
)
def test_a_file_that_is_no_text_is_refused(load: Load, data: bytes, message: str) -> None:
    with pytest.raises(BrokenScript) as caught:
        load(data)
    assert str(caught.value) == message


def test_a_file_that_is_refused_without_a_line_is_named_on_its_page(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chibi_hooks.scheme.expanding.expander.MEMBERS", 10)
    with pytest.raises(BrokenScript) as caught:
        load("(define x (list (list (list 1)) (list (list 2)) (list (list 3)) (list (list 4)) (list (list 5))))")
    assert "one file became more than 10 pieces of code" in caught.value.report
    assert caught.value.report.startswith("hooks/guard.scm: ")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenScript, match="hooks/x.scm: cannot be read: No such file"):
        load_script(tmp_path / "x.scm", "hooks/x.scm")


def test_a_byte_order_mark_is_no_text(load: Load) -> None:
    assert load(b"\xef\xbb\xbf(register-hook 'pre_tool (lambda (p) '()))").hooks


@pytest.mark.parametrize(
    ("procedure", "takes"),
    [
        (lambda a: a, True),
        (lambda *a: a, True),
        (lambda a, b=1: a, True),
        (lambda a=1: a, True),
        (lambda: 1, False),
        (lambda a, b: a, False),
        (lambda a, b, *c: a, False),
        (abs, True),
    ],
)
def test_whether_a_procedure_takes_the_payload(procedure: Any, takes: bool) -> None:
    assert takes_one_argument(procedure) is takes


# --- the prelude ---


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("(exact->inexact 1/2)", 0.5),
        ("(filter odd? '(1 2 3))", [1, 3]),
        ('(string-upcase "a")', "A"),
        ("(match '(1 2) ((a b) b))", 2),
        ("(let ((out (open-output-string))) (write 'x out) (get-output-string out))", "x"),
        ("(hash-table-ref/default (let ((t (make-hash-table))) (hash-table-set! t 'a 1) t) 'a 0)", 1),
        ("(sort '(3 1 2) <)", [1, 2, 3]),
        ("%context-name%", ""),
        ("(string? (cdr (assq 'pre_tool hooks-docs)))", True),
        ("(caar hooks-docs)", "__module__"),
        ("(pair? (assq 'register-hook harness-tools-docs))", True),
        ("(string? (cdr (assq 'define-tool harness-tools-docs)))", True),
        ("(length (filter (lambda (name) (not (assq name harness-tools-docs))) (module-exports '(harness hooks))))", 0),
        ("(length (filter (lambda (name) (not (assq name harness-tools-docs))) (module-exports '(harness tools))))", 0),
        ("(procedure? register-hook)", True),
    ],
)
def test_a_file_needs_no_import_line(load: Load, expression: str, value: Any) -> None:
    script = load(f'(define found {expression})\n(register-hook \'pre_tool (lambda (p) (list (cons "x" found))))')
    assert answers(script, {}) == [{"x": value}]


def test_a_file_may_redefine_what_the_prelude_has(load: Load) -> None:
    script = load("""\
        (define (string-join strings) "mine")
        (define (block . message) (list (cons "block" #t) (cons "message" "mine")))
        (define (filter p l) l)
        (register-hook 'pre_tool (lambda (p) (block)))
        """)
    assert answers(script, TOOL) == [{"block": True, "message": "mine"}]


def test_the_name_of_the_context_is_right_in_every_fire(load: Load) -> None:
    script = load('(register-hook \'pre_message (lambda (p) (list (cons "prompt" %context-name%))))')
    assert answers(script, {"context_name": "one"}) == [{"prompt": "one"}]
    assert answers(script, {"context_name": "two"}) == [{"prompt": "two"}]
    assert answers(script, {}) == [{"prompt": ""}]


def test_what_a_hook_displays_is_said_with_its_answer_and_kept_no_longer(load: Load) -> None:
    shown = "(define (show text) (display text) (display 'e (current-error-port)))"
    script = load(f"(display 'load) {shown} (register-hook 'pre_tool (lambda (p) (show 'hm) (car 5)))")
    for _ in range(2):
        assert [hook.answer(event_of(TOOL)).said for hook in script.hooks] == ["hme"]
    assert script.interpreter.output.take() == ""
    long = load("(register-hook 'pre_tool (lambda (p) (display (make-string 100000 #\\x)) '()))")
    assert [hook.answer(event_of(TOOL)).said for hook in long.hooks] == ["x" * 4_000 + " …"]


# --- answers ---


@pytest.mark.parametrize("expression", ["'()", "#f", "(if #f #f)", "(values)", "(set! p 1)", "(no-opinion)"])
def test_nothing_is_no_opinion(load: Load, expression: str) -> None:
    assert answers(load(f"(register-hook 'pre_tool (lambda (p) {expression}))"), TOOL) == [None]


@pytest.mark.parametrize(
    ("expression", "kind", "message"),
    [
        ("42", "result", 'a hook returns an alist like (list (cons "block" …)), or (): got 42'),
        ('(cons "block" #t)', "result", "is a `list` missing around the pair?"),
        ('(list (cons "arguments" car))', "result", "arguments: wanted a value that JSON has, got #<procedure"),
        (
            '(let ((x (list 1))) (set-cdr! x x) (list (cons "arguments" x)))',
            "result",
            "arguments: wanted a list that ends",
        ),
        ("(car 5)", "type", "car: wanted a pair, got 5"),
        ('(error "no" 1)', "error", "no 1"),
        ("(raise 42)", "raise", "42"),
        ("(let loop () (loop))", "limit", "it ran longer than its 0.5 s"),
        ("(vector-ref (vector 1) 5)", "range", "vector-ref"),
        ("(no-such-procedure)", "unbound", "no-such-procedure"),
    ],
)
def test_a_hook_that_fails_is_an_answer_with_an_error(load: Load, expression: str, kind: str, message: str) -> None:
    script = load(
        f"""\
        (register-hook 'pre_tool (lambda (p) {expression}))
        (register-hook 'pre_tool (lambda (p) (block "still here")))
        """,
        time_limit=0.5 if kind == "limit" else 60.0,
    )
    ((found, text), other) = answers(script, TOOL)
    assert found == kind
    assert message in text
    assert other == {"block": True, "message": "still here"}


def test_an_error_in_a_hook_has_its_place(load: Load) -> None:
    script = load("(register-hook 'pre_tool\n  (lambda (p)\n    (+ 1 (car 5))))")
    assert answers(script, TOOL) == [("type", "hooks/guard.scm:3:10: car: wanted a pair, got 5")]


def test_what_is_not_touched_comes_back_as_it_was(load: Load) -> None:
    script = load('(register-hook \'pre_tool (lambda (p) (list (assoc "arguments" p))))')
    assert answers(script, TOOL) == [{"arguments": TOOL["arguments"]}]


def test_a_hook_cannot_change_the_payload_of_another(load: Load) -> None:
    script = load("""\
        (register-hook 'pre_tool (lambda (p) (set-cdr! (car p) "changed") (string-fill! (caar p) #\\x) '()))
        (register-hook 'pre_tool (lambda (p) (list (cons "message" (cdar p)))))
        """)
    assert answers(script, TOOL) == [None, {"message": "shell_exec"}]


# --- what (harness hooks) adds ---

BUILDERS: list[tuple[str, str, Any]] = [
    ("pre_tool", "(no-opinion)", None),
    ("pre_tool", "(block)", {"block": True}),
    ("pre_tool", '(block "no")', {"block": True, "message": "no"}),
    ("pre_tool", '(rewrite-arguments \'(("command" . "ls")))', {"arguments": {"command": "ls"}}),
    ("pre_tool", "(rewrite-arguments '())", {"arguments": {}}),
    ("pre_tool", '(rewrite-argument p "command" "ls")', {"arguments": {"command": "ls", "env": {}, "paths": []}}),
    (
        "pre_tool",
        "(rewrite-argument p 'timeout 5)",
        {"arguments": {"command": "rm -rf /", "env": {}, "paths": [], "timeout": 5}},
    ),
    ("pre_shell_exec", "(deny)", {"denied": True}),
    ("pre_file_read", '(deny "secret")', {"denied": True, "reason": "secret"}),
    ("pre_file_read", '(deny "m" "u")', {"denied": True, "reason": "m", "user_message": "u"}),
    ("pre_tool", '(deny "no")', {"block": True, "message": "no"}),
    ("pre_tool", '(deny "m" "u")', {"block": True, "message": "m", "user_message": "u"}),
    ("pre_message", '(deny "m" "u")', {"block": True, "message": "m", "warn": "u"}),
    ("pre_tool", '(ask "sure?")', {"ask": "sure?"}),
    ("pre_tool", "(ask)", {"ask": "this needs your approval"}),
    ("pre_tool", '(defer "tonight")', {"defer": "tonight"}),
    ("pre_tool", "(defer)", {"defer": "this is to be decided later"}),
    ("pre_permission", "(allow)", {"allow": True}),
    ("pre_tool", '(stop "enough")', {"stop": "enough", "block": True, "message": "enough"}),
    ("pre_shell_exec", '(stop "enough")', {"stop": "enough", "denied": True, "reason": "enough"}),
    ("post_tool", '(stop "enough")', {"stop": "enough"}),
    ("pre_stop", '(keep-going "run the tests")', {"keep_going": "run the tests"}),
    ("pre_tool", '(context "it is Monday")', {"context": "it is Monday"}),
    ("pre_tool", '(warn "careful")', {"warn": "careful"}),
    ("pre_message", '(rewrite-prompt "x")', {"prompt": "x"}),
    ("pre_tool_output", '(rewrite-output "x")', {"output": "x"}),
    ("pre_api_request", '(rewrite-request \'(("temperature" . 0.1)))', {"request_body": {"temperature": 0.1}}),
    ("post_system_prompt", '(inject "x")', {"inject": "x"}),
    ("pre_cache_output", '(summarize "x")', {"summary": "x"}),
    ("pre_cache_output", "(block)", {"block": True}),
    ("pre_spawn_agent", '(respond "x")', {"response": "x"}),
    ("pre_api_tools", '(exclude-tools "a" "b")', {"exclude": ["a", "b"]}),
    ("pre_api_tools", "(only-tools)", {"include": []}),
    ("pre_agentic_loop", "(set-fuel 3)", {"fuel": 3}),
    (
        "post_tool_batch",
        "(answer (set-fallback 'call_user) (add-fuel -5))",
        {"fallback": "call_user", "fuel_delta": -5},
    ),
    ("pre_send_message", "(delivered)", {"delivered": True}),
    ("pre_send_message", '(delivered "mail")', {"delivered": True, "via": "mail"}),
    ("on_end", '(block "observers may say anything")', {"block": True, "message": "observers may say anything"}),
]


@pytest.mark.parametrize(("point", "expression", "answer"), BUILDERS)
def test_builders_make_answers(load: Load, point: str, expression: str, answer: Any) -> None:
    assert answers(load(f"(register-hook '{point} (lambda (p) {expression}))"), TOOL) == [answer]


@pytest.mark.parametrize(
    ("point", "expression", "message"),
    [
        ("pre_file_read", '(block "no")', "it takes (denied reason user_message stop warn)"),
        ("post_system_prompt", '(deny "no")', "deny: this hook point does not take denied; it takes (inject)"),
        ("pre_cache_output", '(deny "no")', "deny: this hook point does not take denied; it takes (block summary)"),
        ("pre_tool", '(keep-going "x")', "keep-going: this hook point does not take keep_going"),
        ("pre_shell_exec", '(ask "x")', "ask: this hook point does not take ask"),
        ("pre_shell_exec", '(defer "x")', "defer: this hook point does not take defer"),
        ("pre_tool", "(allow)", "allow: this hook point does not take allow"),
        ("post_system_prompt", '(warn "x")', "warn: this hook point does not take warn"),
        ("pre_shell_exec", '(context "x")', "context: this hook point does not take context"),
        ("post_system_prompt", '(stop "x")', "stop: this hook point does not take stop"),
        ("pre_cache_output", '(block "no")', "block: this hook point does not take message"),
        ("pre_message", '(inject "x")', "it takes (block message prompt warn context stop)"),
    ],
)
def test_a_builder_is_an_error_where_the_point_does_not_take_it(
    load: Load, point: str, expression: str, message: str
) -> None:
    ((kind, text),) = answers(load(f"(register-hook '{point} (lambda (p) {expression}))"), TOOL)
    assert kind == "error"
    assert message in text


def test_builders_may_be_called_anywhere_else(load: Load) -> None:
    script = load("""\
        (define refusal (block "prepared"))
        (register-hook 'pre_tool (lambda (p) refusal))
        """)
    assert answers(script, TOOL) == [{"block": True, "message": "prepared"}]


def test_define_hook_names_the_fields_of_the_payload(load: Load) -> None:
    script = load("""\
        (define-hook pre_tool (tool-name (arguments '()) (missing "default") nothing . payload)
          (define command (payload-ref arguments "command"))
          (if (and (equal? tool-name "shell_exec") (not nothing))
              (block (string-append command " " missing " " (caar payload)))
              (no-opinion)))
        (define-hook pre_tool payload (block (cdr (assoc "tool_name" payload))))
        (define-hook pre_tool () (block "always"))
        """)
    assert [hook.place for hook in script.hooks] == [
        "hooks/guard.scm:1:1",
        "hooks/guard.scm:6:1",
        "hooks/guard.scm:7:1",
    ]
    assert [one["message"] for one in answers(script, TOOL)] == ["rm -rf / default tool_name", "shell_exec", "always"]


def test_define_hook_is_hygienic(load: Load) -> None:
    script = load("""\
        (define (register-it) 1)
        (define lambda-list 2)
        (define-hook pre_tool (payload) (block (if payload "found" "none")))
        """)
    assert answers(script, {"payload": "x"}) == [{"block": True, "message": "found"}]
    assert answers(script, {}) == [{"block": True, "message": "none"}]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ('"a.b"', 1),
        ("'a.b", 1),
        ("'(a b)", 1),
        ('\'("a" b)', 1),
        ("'(l 1)", "y"),
        ('"l.0"', "x"),
        ('"o.0.k"', "v"),
        ("'(o 0 k)", "v"),
        ('"dotted.key"', "exact"),
        ("'under-score", "u"),
        ('"under-score"', "u"),
        ('"f"', False),
        ('"e"', []),
        ('"n"', "default"),
        ('"missing"', "default"),
        ('"a.missing"', "default"),
        ('"a.b.c"', "default"),
        ("'(l 7)", "default"),
        ("'(l -1)", "default"),
        ('"l.7"', "default"),
        ("'()", "whole"),
    ],
)
def test_payload_ref_finds_the_value_at_a_path(load: Load, path: str, value: Any) -> None:
    payload = {
        "a": {"b": 1}, "l": ["x", "y"], "o": [{"k": "v"}], "dotted.key": "exact", "under_score": "u", "f": False,
        "e": [], "n": None,
    }  # fmt: skip
    script = load(f'(define-hook pre_tool p (list (cons "x" (payload-ref p {path} "default"))))')
    (answer,) = answers(script, payload)
    if value == "whole":
        assert answer["x"]["a"] == {"b": 1}
    else:
        assert answer == {"x": value}


def test_payload_ref_without_default_is_false(load: Load) -> None:
    assert answers(load('(define-hook pre_tool p (list (cons "x" (payload-ref p "nothing"))))'), {}) == [{"x": False}]


def test_payload_ref_takes_keys_only(load: Load) -> None:
    ((kind, text),) = answers(load("(define-hook pre_tool p (payload-ref p #t))"), {})
    assert (kind, "a string, symbol or index" in text) == ("type", True)


# --- the end ---


def test_a_closed_script_has_no_hooks_and_those_under_way_still_answer(load: Load) -> None:
    script = load("(register-hook 'pre_tool (lambda (p) (block)))")
    hook = script.hooks[0]
    script.close()
    assert script.hooks == ()
    assert hook.answer(event_of(TOOL)).value == {"block": True}
