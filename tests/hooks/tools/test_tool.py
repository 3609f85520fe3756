"""Tools: how Scheme files define them, what they give, and those of plugins and of the embedding program."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadPayload, BadRequest
from chibi_hooks.hooks.tools.calling import UnknownTool

Open = Callable[..., Host]

GREET = """
(define-tool greet
  (description "greets somebody")
  (parameters '((who (type . "string") (description . "whom"))))
  (execute (lambda (arguments) (string-append "hello " (cdr (assoc "who" arguments))))))
"""
CONVENTION = """
(define tool-name "greet")
(define tool-description "greets somebody")
(define tool-parameters '((who (type . "string") (description . "whom"))))
(define (tool-execute arguments) (string-append "hello " (cdr (assoc "who" arguments))))
"""
SCHEMA = {
    "type": "object",
    "properties": {"who": {"type": "string", "description": "whom"}},
    "required": ["who"],
}


def tool_file(body: str, *clauses: str) -> str:
    """A file with one tool called `t`."""
    rest = "\n".join(clauses)
    return f'(define-tool t (description "d") (parameters \'()) {rest} (execute (lambda (arguments) {body})))'


def result(opened: Open, body: str, arguments: dict[str, Any] | None = None) -> str:
    with opened({"hooks/t.scm": tool_file(body)}) as host:
        assert host.notices == ()
        return host.call_tool("t", arguments).output


# --- definition ---


@pytest.mark.parametrize("text", [GREET, CONVENTION], ids=["define-tool", "tool-name"])
def test_a_file_defines_a_tool_in_both_forms(opened: Open, text: str) -> None:
    with opened({"hooks/greeter.scm": text}) as host:
        tool = host.tools["greet"]
        call = host.call_tool("greet", {"who": "Ada"})
    assert (tool.description, tool.parameters, tool.kind) == ("greets somebody", SCHEMA, "scheme")
    assert tool.place.startswith("hooks/greeter.scm")
    assert (call.status, call.output) == ("done", "result: hello Ada\nstdout: (empty)\nstderr: (empty)")


def test_the_clauses_may_come_in_any_order_and_their_words_be_defined_by_the_file(opened: Open) -> None:
    text = """
      (define description "mine")
      (define (parameters) 1)
      (define-tool t (execute (lambda (a) description)) (category "network") (parameters '())
        (summary-params '("query")) (description "d"))
      (define-tool u (parameters '()) (description "d") (execute (lambda (a) 2)))
    """
    with opened({"hooks/t.scm": text}) as host:
        assert (host.tools["t"].category, host.tools["t"].summary_params) == ("network", ("query",))
        assert [name for name, tool in host.tools.items() if tool.kind == "scheme"] == ["t", "u"]


def test_define_tool_makes_the_other_form_ordinary_definitions(opened: Open) -> None:
    with opened({"hooks/t.scm": '(define tool-name "x")' + GREET}) as host:
        assert host.notices == ()
        assert "x" not in host.tools


def test_an_unknown_category_is_that_of_any_scheme_tool(opened: Open) -> None:
    with opened({"hooks/t.scm": tool_file("1", '(category "cooking")')}) as host:
        assert host.tools["t"].category == "synthesised"


def test_a_declared_category_leaves_the_hooks_of_the_file_alone(opened: Open) -> None:
    text = tool_file("1", '(category "shell")') + "(define-hook pre_tool () (block))"
    with opened({"hooks/t.scm": text}) as host:
        assert host.fire("pre_tool", {"tool_name": "x", "arguments": {}}).outcome.block


def test_tools_and_hooks_of_a_file_share_its_state(opened: Open) -> None:
    text = "(define n 0) (define-hook post_message () (set! n (+ n 1)) (no-opinion))" + tool_file("n")
    with opened({"hooks/t.scm": text}) as host:
        host.fire("post_message", {"prompt": "p", "response": "r", "context_name": "c"})
        host.fire("post_message", {"prompt": "p", "response": "r", "context_name": "c"})
        assert host.call_tool("t").output.startswith("result: 2\n")


def test_parameters_become_a_json_schema(opened: Open) -> None:
    parameters = """
      (path (type . "string") (description . "where"))
      ("mode" (type . "string") (enum "fast" "slow") (default . "fast") (required . #f))
      (tags (type . "array") (items (type . "string") (enum "a" "b")) (required . #f))
      (rows (type . "array") (items . "integer"))
      (options (type . object) (properties (depth (type . "integer") (minimum . 1))
                                           (deep (type . "boolean") (required . #f))))
    """
    text = f'(define-tool t (description "d") (parameters \'({parameters})) (execute (lambda (a) 1)))'
    with opened({"hooks/t.scm": text}) as host:
        assert host.tools["t"].parameters == {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "where"},
                "mode": {"type": "string", "enum": ["fast", "slow"], "default": "fast"},
                "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
                "rows": {"type": "array", "items": {"type": "integer"}},
                "options": {
                    "type": "object",
                    "properties": {"depth": {"type": "integer", "minimum": 1}, "deep": {"type": "boolean"}},
                    "required": ["depth"],
                },
            },
            "required": ["path", "rows", "options"],
        }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('(define-tool t (description "d") (execute car))', "the clause parameters is missing"),
        ('(define-tool t (descripton "d"))', 'did you mean "description"?'),
        ('(define-tool t (description "d") (description "e"))', "stands there twice"),
        ("(define-tool t (description 1) (parameters '()) (execute car))", "description: wanted a string, got 1"),
        ('(define-tool t (description "d") (parameters \'()) (execute 5))', "execute: wanted a procedure, got 5"),
        ('(define-tool t (description "d") (parameters \'()) (execute cons))', "called with one argument"),
        ('(define-tool "a b" (description "d") (parameters \'()) (execute car))', "without blanks"),
        ('(define-tool t (description "d") (parameters \'(x)) (execute car))', "wanted entries like"),
        ('(define-tool t (description "d") (parameters \'((x . 5))) (execute car))', "wanted a list"),
        ('(define-tool t (description "d") (parameters \'((x (type . "strng")))) (execute car))', '"string"?'),
        ('(define-tool t (description "d") (parameters \'((x) (x))) (execute car))', "x stands there twice"),
        ('(define-tool t (description "d") (parameters \'((x (required . 1)))) (execute car))', "wanted #t or #f"),
        ('(define l (list 1)) (set-cdr! l l) (define-tool t (description "d") (parameters l) (execute car))', "list"),
        ('(define tool-name "t")', "a tool needs tool-description as well"),
    ],
)
def test_a_wrong_definition_fails_the_file_with_the_reason(opened: Open, text: str, message: str) -> None:
    with opened({"hooks/t.scm": text}) as host:
        assert [notice.place for notice in host.notices] == ["hooks/t.scm"]
        assert message in host.notices[0].reason
        assert "t" not in host.tools


def test_a_tool_defined_after_loading_is_ignored_with_a_warning(opened: Open) -> None:
    text = tool_file('(begin (define-tool u (description "d") (parameters \'()) (execute car)) 1)')
    with opened({"hooks/t.scm": text}) as host:
        host.call_tool("t")
        assert "u" not in host.tools


# --- execution ---


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('"text"', "text"),
        ("#t", "#t"),
        ('\'(1 "two")', '(1 "two")'),
        ('(cdr (assoc "n" arguments))', "7"),
        ('(cadr (cdr (assoc "list" arguments)))', "2"),
    ],
)
def test_a_string_is_shown_as_it_is_and_other_values_as_written(opened: Open, body: str, shown: str) -> None:
    output = result(opened, body, {"n": 7, "list": [1, 2]})
    assert output == f"result: {shown}\nstdout: (empty)\nstderr: (empty)"


def test_what_a_tool_displays_is_part_of_its_result_and_of_no_other(opened: Open) -> None:
    body = '(begin (display "out") (display "err" (current-error-port)) 1)'
    with opened({"hooks/t.scm": tool_file(body) + '(define-hook pre_tool () (display "no") (no-opinion))'}) as host:
        assert {host.call_tool("t").output for _ in range(2)} == {"result: 1\nstdout: out\nstderr: err"}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('(error "no luck" 5)', "no luck"),
        ("(car 5)", "car: wanted a pair, got 5"),
        ("(let loop () (loop))", "it ran longer than"),
        ("(raise 'oops)", "oops"),
    ],
)
def test_an_error_of_a_tool_is_its_result(opened: Open, body: str, message: str) -> None:
    text = tool_file(f'(begin (display "so far") {body})')
    seconds = 0.4 if "longer" in message else 60
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": f"[scheme]\ntime_limit = {seconds}\n"}) as host:
        call = host.call_tool("t")
    assert call.status == "failed"
    assert call.output.startswith("result: error: ")
    assert message in call.output
    assert message in (call.error or "")
    assert "\nstdout: so far\n" in call.output


def test_generate_id_and_current_timestamp_have_their_forms(opened: Open) -> None:
    output = result(opened, "(list (generate-id) (current-timestamp) (string=? (generate-id) (generate-id)))")
    assert re.match(r'result: \("[0-9a-f]{8}" "\d{8}-\d{4}z" #f\)\n', output)


def test_what_a_file_has_registered_is_in_two_lists(opened: Open) -> None:
    text = """
      (define-hook pre_tool () (no-opinion))
      (register-hook 'pre_message (lambda (p) '()))
      (define-tool t (description "d") (summary-params '("q")) (parameters '((q (type . "string"))))
        (category "network") (execute (lambda (a)
          (list (map car %hook-registry%)
                (map (lambda (entry) (append (list-head entry 3) (list-tail entry 4))) %tool-registry%)))))
      (define-tool u (description "e") (parameters '()) (execute (lambda (a) 1)))
      (define (list-head l n) (if (= n 0) '() (cons (car l) (list-head (cdr l) (- n 1)))))
    """
    expected = (
        '((pre_tool pre_message) (("t" "d" ((q (type . "string"))) "network" ("q")) ("u" "e" () "synthesised" ())))'
    )
    with opened({"hooks/t.scm": text}) as host:
        call = host.call_tool("t", {"q": "x"})
    assert call.status == "denied"  # the category asks
    with opened({"hooks/t.scm": text}, permission_handler=lambda point, payload: True) as host:
        assert host.call_tool("t", {"q": "x"}).output.startswith(f"result: {expected}\n")


def test_the_context_is_known_in_tools_and_hooks(opened: Open) -> None:
    text = (
        tool_file("%context-name%")
        + """
      (define seen '())
      (define-hook pre_message () (set! seen (cons %context-name% seen)) (no-opinion))
      (define-hook post_tool () (set! seen (cons %context-name% seen)) (no-opinion))
      (define-tool seen (description "d") (parameters '()) (execute (lambda (a) (reverse seen))))
    """
    )
    with opened({"hooks/t.scm": text}) as host:
        host.fire("pre_message", {"prompt": "p", "context_name": "one", "summary": ""})
        assert host.call_tool("t", context="two").output.startswith("result: two\n")
        host.fire("post_tool", {"tool_name": "x", "arguments": {}, "result": "", "cached": False})
        assert host.call_tool("t").output.startswith("result: \n")
        assert 'result: ("one" "two" "" "")' in host.call_tool("seen").output


# --- of others ---

MANY = """#!/bin/sh
if [ "$1" = --schema ]; then
  echo '[{"name": "up", "description": "d", "parameters": {"type": "object"}}, {"name": "bad", "description": "d"}]'
  exit 0
fi
[ -z "$CHIBI_HOOK" ] || exit 9
echo "noted" >&2
case "$CHIBI_TOOL_NAME" in
  up) tr a-z A-Z ;;
  bad) echo lost; exit 3 ;;
esac
"""


def test_a_plugin_gets_the_tools_name_and_its_arguments_on_stdin(opened: Open) -> None:
    with opened({"plugins/many": MANY}) as host:
        assert [(tool.kind, tool.place) for tool in host.tools.values()][-2:] == [("plugin", "plugins/many")] * 2
        call = host.call_tool("up", {"a": "é", "b": [1]})
        assert (call.status, call.said) == ("done", "noted\n")
        assert call.output == '{"A":"é","B":[1]}' or json.loads(call.output.lower()) == {"a": "é", "b": [1]}
        failing = host.call_tool("bad")
    assert (failing.status, failing.output) == ("failed", "Error: exit code 3: noted")


def test_an_old_plugin_gets_its_arguments_in_the_environment(opened: Open) -> None:
    plugin = MANY.replace("tr a-z A-Z", 'printf %s "$CHIBI_TOOL_ARGS"')
    config = '[plugins]\npayload_in_environment = ["many"]\n'
    with opened({"plugins/many": plugin, "chibi-hooks.toml": config}) as host:
        assert host.call_tool("up", {"a": 1}).output == '{"a":1}'
        assert "too long" in host.call_tool("up", {"a": "x" * 200_000}).output


def test_the_program_offers_functions_as_tools(opened: Open) -> None:
    def area(width: float, height: float = 2.0, unit: str | None = None) -> dict[str, Any]:
        """The area of
        a rectangle.

        More."""
        return {"area": width * height, "unit": unit}

    def failing() -> str:
        raise ValueError("no")

    with opened({}, tools={"area": area, "failing": failing, "shout": str.upper}) as host:
        tool = host.tools["area"]
        assert (tool.kind, tool.description) == ("python", "The area of a rectangle.")
        assert tool.parameters == {
            "type": "object",
            "properties": {"width": {"type": "number"}, "height": {"type": "number"}, "unit": {"type": "string"}},
            "required": ["width"],
        }
        assert json.loads(host.call_tool("area", {"width": 3}).output) == {"area": 6.0, "unit": None}
        assert host.call_tool("failing").output == "Error: ValueError: no"
        assert "TypeError" in host.call_tool("area", {"depth": 3}).output


@pytest.mark.parametrize("name", ["", "a b", "(x)", "x" * 65])
def test_a_name_that_no_agent_could_call_is_refused(opened: Open, name: str) -> None:
    with pytest.raises(BadRequest, match="without blanks"):
        opened({}, tools={name: str})


def test_the_program_may_say_more_about_a_tool(opened: Open) -> None:
    def shell_exec(command: str) -> str:
        return f"ran {command}"

    schema = {"type": "object", "properties": {"command": {"type": "string", "minLength": 1}}}
    about = {"description": "Runs it.", "parameters": schema, "category": "shell"}
    guard = '(define-hook pre_shell_exec (command) (if (equal? command "rm") (deny "no rm") (no-opinion)))'
    with opened(
        {"hooks/g.scm": guard}, tools={"sh": {"run": shell_exec, **about}}, permission_handler=lambda *_: True
    ) as host:
        assert {key: host.tools["sh"].to_json()[key] for key in about} == about
        assert host.call_tool("sh", {"command": "ls"}).output == "ran ls"
        assert host.call_tool("sh", {"command": "rm"}).output == "Permission denied: no rm"


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({}, "wanted a function, got NoneType"),
        ({"run": print, "categry": "shell"}, "there is no categry of a tool: did you mean"),
        ({"run": print, "category": "shel"}, "there is no category 'shel': did you mean"),
        ({"run": print, "parameters": []}, r"parameters: wanted a JSON Schema, got \[\]"),
    ],
)
def test_what_a_program_says_wrongly_about_a_tool_is_refused(opened: Open, about: dict[str, Any], message: str) -> None:
    with pytest.raises(BadRequest, match=f"Host.open: tools: t: {message}"):
        opened({}, tools={"t": about})


def test_a_coroutine_function_is_refused(opened: Open) -> None:
    async def later() -> str:
        return ""

    with pytest.raises(BadRequest, match="coroutine"):
        opened({}, tools={"later": later})


def test_a_later_tool_takes_the_place_of_an_earlier_one_of_its_name(opened: Open) -> None:
    files = {"plugins/many": MANY, "hooks/up.scm": tool_file("1").replace("-tool t", "-tool up")}
    with opened(files) as host:
        assert host.tools["up"].kind == "scheme"
        assert list(host.tools)[-2:] == ["up", "bad"]
    with opened(files, tools={"up": str}) as host:
        assert host.tools["up"].kind == "python"


def test_an_unknown_tool_is_named_with_a_near_one(opened: Open) -> None:
    with opened({"hooks/greeter.scm": GREET}) as host, pytest.raises(UnknownTool, match='did you mean "greet"'):
        host.call_tool("gret")


def test_arguments_that_are_no_json_are_the_callers_fault(opened: Open) -> None:
    with opened({"hooks/greeter.scm": GREET}) as host, pytest.raises(BadPayload, match="who: wanted a JSON value"):
        host.call_tool("greet", {"who": object()})


# --- for whom ---


def test_files_of_a_home_zone_and_of_a_flock_are_for_their_contexts(opened: Open) -> None:
    hook = "(define-hook pre_tool () (block))"
    files = {
        "vfs/tools/shared/s.scm": GREET,
        "vfs/tools/home/ada/a.scm": tool_file("1") + hook,
        "vfs/tools/flocks/team/f.scm": tool_file("2").replace("-tool t", "-tool u"),
        "chibi-hooks.toml": '[flocks]\nteam = ["ada", "bob"]\n',
    }
    payload = {"tool_name": "x", "arguments": {}}
    with opened(files) as host:
        assert host.notices == ()
        assert host.call_tool("greet", {"who": "you"}).status == "done"
        assert host.call_tool("u", context="bob").status == "done"
        assert host.call_tool("u", context="ada").status == "blocked"
        with pytest.raises(UnknownTool, match="is not for the context bob"):
            host.call_tool("t", context="bob")
        with pytest.raises(UnknownTool, match="a call without a context"):
            host.call_tool("u")
        assert not host.fire("pre_tool", {**payload, "context_name": "bob"}).outcome.block
        assert host.fire("pre_tool", {**payload, "context_name": "ada"}).outcome.block
        skipped = host.fire("pre_tool", payload).skipped
    assert [(each.responder, each.reason) for each in skipped] == [
        ("t", "it does not answer for a fire without a context")
    ]
