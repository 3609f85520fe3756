"""The comma commands, one after the other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chibi_hooks.hooks.fire import Fire
from chibi_hooks.repl.commands import all_commands
from chibi_hooks.repl.session import Session
from tests.homes import answering, make_home
from tests.repl.conftest import Asking, Bench, asked

WANTED = (
    "points hooks fire why log replay trace reload rollback expand doc apropos time in help quit "
    "bt frame locals step describe source edit inspect gen diff"
)


def test_help_lists_every_command_and_says_more_about_each(ask: Asking) -> None:
    assert set(WANTED.split()) == set(all_commands())
    page = ask(",help")["page"]
    for command in all_commands().values():
        assert f",{command.name} {command.usage}".rstrip() in page
        assert command.more in ask(f",help {command.name}")["page"]
        assert command.more
    assert max(map(len, page.splitlines())) <= 120
    assert ask(",help fier")["error"]["message"] == 'there is no command ,fier: did you mean "fire"?'


def test_a_command_that_is_written_as_a_procedure_is_told_to_be_one(ask: Asking) -> None:
    assert ",fire is a command of the REPL: `,help fire`" in ask("(fire 'pre_tool '())")["error"]["page"]
    assert "is a command" not in ask("(define fire list) (fire 1) (nowhere)")["error"]["page"]


def test_a_command_that_does_not_exist_is_told_with_a_near_name(ask: Asking) -> None:
    assert ask(",hoks")["error"]["message"] == 'there is no command ,hoks: did you mean "hooks"?'
    assert "`,help` lists them" in ask(",zzzzz")["error"]["message"]


def test_points_are_listed_and_described(ask: Asking) -> None:
    assert re.search(r"^pre_tool +block, message, arguments", ask(",points")["page"], re.MULTILINE)
    assert "tool_name: string" in ask(",points pre_tool")["page"]
    assert ask(",points pre_tol")["error"]["message"].endswith('did you mean "pre_tool"?')


def test_hooks_are_listed_in_the_order_in_which_they_answer(bench: Bench) -> None:
    guard = "(define-hook pre_tool () (no-opinion))"
    files = {"hooks/b.scm": guard, "hooks/a.scm": guard, "plugins/z": answering("z", ["pre_tool"], {})}
    session = bench.open({**files, "hooks/broken.scm": "("})
    reply = asked(session, ",hooks")
    assert [line.split()[2] for line in reply["page"].splitlines()[1:]] == ["z", "a", "b"]
    assert reply["notes"][0].startswith("skipped: hooks/broken.scm")
    assert asked(session, ",hooks post_tool")["page"] == "nobody answers post_tool"


@pytest.mark.parametrize(
    "payload",
    [
        '{"tool_name": "x", "arguments": {"command": "rm -rf /"}}',
        '(("tool_name" . "x") ("arguments" . (("command" . "rm -rf /"))))',
        '(list (cons "tool_name" "x") (cons "arguments" \'(("command" . "rm -rf /"))))',
        "--sample",
        "",
    ],
)
def test_a_payload_is_written_as_json_as_an_alist_or_as_an_expression(ask: Asking, payload: str) -> None:
    reply = ask(f",fire pre_tool {payload}")
    assert reply["error"] is None
    assert '{"block": true, "message": "no"}' in reply["page"].splitlines()[-1]
    assert ask('(cdr (assoc "message" $d))')["value"] == '"no"'
    assert ask('(payload-ref $p "arguments.command")')["value"].startswith('"rm -rf')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (",fire", "fire: wanted a hook point"),
        (",fire pre_tol", 'there is no hook point "pre_tol"'),
        (",fire pre_tool {", "JSON"),
        (',fire pre_tool {"tool_name": 5}', "pre_tool: tool_name"),
        (",fire pre_tool (car 5)", "car: wanted a pair, got 5"),
        (",fire pre_tool 42", "payload"),
        (",fire pre_tool (values)", "gives no value"),
        (",fire pre_tool (", "bracket is missing"),
        (",fire pre_tool car", "payload"),
        (",fire 0badbad-1", "no fire"),
    ],
)
def test_a_payload_that_is_none_is_told(ask: Asking, line: str, message: str) -> None:
    ask("(define x 1)")
    assert message in ask(line)["error"]["page"]


def test_a_recorded_fire_is_fired_again(session: Session, bench: Bench) -> None:
    fire = bench.host.fire("pre_tool", {"tool_name": "recorded", "arguments": {"command": "rm -rf x"}})
    reply = asked(session, f",fire {fire.id}")
    assert '"message": "no"' in reply["page"]
    assert asked(session, '(payload-ref $p "tool_name")')["value"] == '"recorded"'
    assert asked(session, ",fire")["page"].splitlines()[0] == reply["page"].splitlines()[0]
    assert bench.host.recorder is not None
    assert bench.host.recorder.flush(60)
    assert bench.host.recorder.written == 3


def test_log_why_and_replay_tell_of_recorded_fires(session: Session, bench: Bench) -> None:
    assert "recorded" in asked(session, ",log")["error"]["message"]
    asked(session, ",fire pre_tool")
    asked(session, ",fire post_tool")
    lines = asked(session, ",log")["page"].splitlines()
    assert len(lines) == 2 and "blocked" in lines[0]
    assert asked(session, ",log blocked")["page"].split() == lines[0].split()
    assert asked(session, ",log post_tool 5")["page"].splitlines()[0].split() == lines[1].split()
    assert asked(session, ",log 1")["page"].split() == lines[1].split()
    assert asked(session, ",log denied")["page"] == "no recorded fire is like that"
    assert "log: wanted a number" in asked(session, ",log tuesday")["error"]["message"]
    why = asked(session, f",why {lines[0].split()[2]}")["page"]
    assert "guard: block = true: this decides" in why and "2 | (define-hook pre_tool (arguments)" in why
    assert " was true" in why[why.index("\npath\n") :]
    assert asked(session, ",why nope")["error"] is not None
    bench.save("hooks/guard.scm", "(define-hook pre_tool () (no-opinion))")
    replay = asked(session, ",replay")
    assert re.search(r"blocked.*none", replay["page"])
    assert replay["notes"][-1] == "2 fires compared, 1 decided in another way"


def test_a_host_that_records_nothing_says_so(bench: Bench) -> None:
    session = bench.open(record=False)
    for line in (",log", ",why", ",replay", ",fire 00000-1", ",trace 'pre_tool"):
        assert "records nothing" in asked(session, line)["error"]["message"]


FAILING = "(define-hook pre_tool (tool_name)\n  (car tool_name))"


def test_a_hook_that_fails_offers_ways_to_go_on(bench: Bench) -> None:
    session = bench.open({"hooks/bad.scm": FAILING})
    reply = asked(session, ",fire pre_tool")
    assert reply["error"]["place"] == "hooks/bad.scm:1:1"
    assert "car: wanted a pair" in reply["error"]["page"]
    assert [each["name"] for each in reply["restarts"]] == ["retry", "use-value", "no-opinion", "abort"]
    assert asked(session, ",3")["notes"][0].startswith("bad has no opinion")
    asked(session, ",fire pre_tool")
    used = asked(session, ',2 (block "by hand")')
    assert '{"block": true, "message": "by hand"}' in used["page"]
    asked(session, ",fire pre_tool")
    assert "no answer" in asked(session, ",2 42")["error"]["message"]
    assert asked(session, ",2 '()")["error"] is None
    asked(session, ",fire pre_tool")
    make_home(bench.home, {"hooks/bad.scm": '(define-hook pre_tool () (block "fixed"))'})
    again = asked(session, ",1")
    assert (again["error"], '"fixed"' in again["page"]) == (None, True)


def test_at_a_permission_point_a_used_value_goes_the_same_way_as_an_answer(bench: Bench) -> None:
    session = bench.open({"hooks/bad.scm": "(define-hook pre_shell_exec (command) (car command))"})
    assert '"denied": true' in asked(session, ",fire pre_shell_exec")["page"]
    assert '"denied": true' in asked(session, ",2 '()")["page"]
    asked(session, ",fire pre_shell_exec")
    assert '"reason": "mine"' in asked(session, ',2 (deny "mine")')["page"]


def test_macros_are_expanded_one_after_the_other_until_there_is_none(ask: Asking) -> None:
    expanded = ask(",expand (define-hook pre_tool (a) 1)")["page"]
    assert expanded == "(register-hook (quote pre_tool) (lambda (payload) (let-fields payload (a) 1)))"
    assert ask(",expand (car 1)")["page"] == "(car 1) is no use of a macro"
    assert ask(",expand 5")["page"].startswith("5 is no use")
    assert ask(",expand")["error"]["message"] == "expand: wanted one form, got 0"
    assert ask(",expand (define-hook)")["error"] is not None
    ask("(define-syntax loop (syntax-rules () ((_ x) (loop x))))")
    assert "and so on" in ask(",expand (loop 1)")["page"]


def test_doc_knows_points_primitives_forms_libraries_and_the_users_own(ask: Asking) -> None:
    assert ask(",doc pre_tool")["page"].startswith("pre_tool: before a tool runs")
    assert ask(",doc vector-ref")["page"].startswith("(vector-ref vector k)")
    assert ask(",doc if")["page"] == "(if test then [else])"
    assert ask(",doc payload-ref")["page"].startswith("(payload-ref payload path default)")
    assert ask(",doc fold")["page"].startswith("(fold ")
    assert "it is in (scheme file)" in ask(",doc open-input-file")["page"]
    ask("(define (mine a . rest) a) (define c (case-lambda ((a) a) ((a b) b))) (define n 5)")
    assert ask(",doc mine")["page"] == "(mine a . rest)\ndefined at <repl 1>:1:1"
    assert ask(",doc c")["page"].splitlines()[:2] == ["(c a)", "(c a b)"]
    assert ask(",doc n")["page"] == "n: a variable"
    assert "nothing is known" in ask(",doc no-such-name")["page"]
    assert ask(",doc")["error"]["message"].startswith("doc: wanted a name")


def test_apropos_looks_in_scope_at_points_and_in_libraries(ask: Asking) -> None:
    assert "string-join" in ask(",apropos string-jo")["page"]
    assert "'pre_tool_output" in ask(",apropos tool_out")["page"]
    assert "in (scheme file)" in ask(",apropos open-input-file")["page"]
    assert ask(",apropos zzzz")["page"] == "no name contains zzzz"
    assert ask(",apropos")["error"] is not None


def test_time_tells_how_long_a_form_takes(ask: Asking) -> None:
    reply = ask(",time (+ 1 2)")
    assert reply["value"] == "3"
    assert re.fullmatch(r"[\d.e-]+ ms", reply["notes"][-1])
    assert ask(",time (car 5)")["error"] is not None
    assert ask(",time")["error"]["message"].startswith("time: wanted a form")


def test_reload_looks_at_the_disk_and_says_what_changed(session: Session, bench: Bench) -> None:
    assert asked(session, ",reload")["page"] == "nothing has changed"
    make_home(bench.home, {"hooks/new.scm": "(define-hook post_tool () (no-opinion))"})
    assert "added hooks/new.scm" in asked(session, ",reload")["page"]
    make_home(bench.home, {"hooks/new.scm": "("})
    assert "bracket is missing" in asked(session, ",reload")["page"]
    assert any("hooks/new.scm" in notice for notice in session.take_notices())


def test_quit_is_asked_of_the_door(ask: Asking) -> None:
    assert ask(",quit")["quit"] is True
    assert ask(",help")["quit"] is False


def test_bt_tells_which_procedures_were_running(ask: Asking) -> None:
    assert ask(",bt")["error"]["message"] == "bt: no form has failed yet"
    ask("(define (inner x) (+ 1 (car x)))")
    ask("(define (outer x) (+ 1 (inner x)))")
    ask("(outer 5)")
    page = ask(",bt")["page"]
    assert "car: wanted a pair, got 5" in page
    assert page.index("inner") < page.index("outer", page.index("innermost first"))


def test_a_frame_is_chosen_and_shows_what_its_variables_held(ask: Asking) -> None:
    assert ask(",locals")["error"]["message"] == "locals: no form has failed yet"
    ask("(define (inner x) (let ((gone 1)) (display gone)) (let ((x (car x))) (+ 1 (cdr x))))")
    ask("(define (outer word) (let ((c (string-ref word 0)) (n 1)) (set! n 2) (+ n (inner (list c n)))))")
    ask('(map (lambda (w) (+ 1 (outer w))) (list "ab"))')
    lines = ask(",bt")["page"].splitlines()
    assert lines[lines.index("innermost first:") + 1 :] == [
        "  1  inner  <repl 1>:1:75  (cdr x)",
        "  2  outer  <repl 2>:1:75  (inner (list c n))",
        "  3  lambda  <repl 3>:1:23  (outer w)",
        "     map  in (scheme base)",
        '  4  top level  <repl 3>:1:1  (map (lambda (w) (+ 1 (outer w))) (list "ab"))',
    ]
    assert ask(",locals")["page"] == "x  #\\a  $1"
    assert ask(",frame 2")["page"].splitlines()[-3:] == [
        "  (define (outer word) (let ((c (string-ref word 0)) (n 1)) (set! n 2) (+ n (inner (list c n)))))",
        " " * 76 + "^" * 18,
        "word, c, n",
    ]
    assert ask(",locals")["page"].splitlines() == ['word  "ab"  $2', "c     #\\a  $3", "n     2  $4"]
    assert ask("(string-append $2 (string $3))")["value"] == '"aba"'
    assert ask(",frame 5")["error"]["message"] == "frame: wanted a number from 1 to 4, as `,bt` shows them, got 5"
    ask("(import (srfi 69))")
    ask("(define (put x) (let* ((t (make-hash-table equal?)) (k (list x 1))) (hash-table-set! t k 1) (+ 1 (car x))))")
    ask("(+ 1 (put 2))")
    assert ask(",locals")["page"].splitlines()[-1] == "k  (2 1)  $8"
    ask("(car 5)")
    assert ask(",frame")["page"].startswith("1  top level") and not ask(",locals")["error"]


def test_step_tells_every_call_on_the_way_into_the_users_procedures(ask: Asking) -> None:
    ask(",in guard")
    lines = ask(',step (list (risky? "rm -rf x") (+ 1 2))')["output"].splitlines()
    assert lines == [
        '1:1  (list (risky? "rm -rf x") (+ 1 2))',
        '  1:7  (risky? "rm -rf x")',
        '    hooks/guard.scm:1:26  (string-contains command "rm -rf")  =>  0',
        "  =>  0",
        "  1:27  (+ 1 2)  =>  3",
        "=>  (0 3)",
    ]
    failed = ask(",step (list (car (list 1)) (car 5))")
    assert failed["output"].endswith("  1:22  (car 5)  is left without a value\n")
    assert "car: wanted a pair, got 5" in failed["error"]["page"]


def stepped(session: Session, text: str, words: str) -> tuple[list[str], list[str], dict[str, Any]]:
    """What was told before each of the words, what was told after them, and the reply."""
    lines: list[str] = []
    told: list[str] = []
    left = words.split()

    def ask_on() -> str:
        told.append("".join(lines))
        lines.clear()
        return left.pop(0)

    reply = session.ask({"command": f",step {text}"}, lines.append, ask_on)
    assert not left
    return told, "".join(lines).splitlines(), reply


def test_step_stands_still_before_each_call_where_somebody_says_how_to_go_on(session: Session) -> None:
    asked(session, ",in guard")
    text = '(list (risky? "rm -rf x") (+ 1 2))'
    told, rest, reply = stepped(session, text, "next next next next")
    assert told == [
        '1:1  (list (risky? "rm -rf x") (+ 1 2))\n',
        '  1:7  (risky? "rm -rf x")\n',
        '    hooks/guard.scm:1:26  (string-contains command "rm -rf")\n',
        "    =>  0\n  =>  0\n  1:27  (+ 1 2)\n",
    ]
    assert rest == ["  =>  3", "=>  (0 3)"] and reply["values"][0]["text"] == "(0 3)"
    told, rest, _ = stepped(session, text, "next over go")
    assert told[2:] == ["  =>  0\n  1:27  (+ 1 2)\n"] and rest == ["  =>  3", "=>  (0 3)"]
    told, rest, _ = stepped(session, text, "next go")
    assert rest[0] == '    hooks/guard.scm:1:26  (string-contains command "rm -rf")  =>  0'
    assert stepped(session, text, "over")[1] == ["=>  (0 3)"]


def test_over_a_call_that_recurs_or_is_left_ends_with_that_call(session: Session) -> None:
    asked(session, "(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))")
    told, rest, _ = stepped(session, "(list (count 3) (+ 1 1))", "next over next")
    assert told[2] == "  =>  3\n  1:17  (+ 1 1)\n" and rest == ["  =>  2", "=>  (3 2)"]
    told, rest, _ = stepped(session, "(list (call/cc (lambda (k) (+ 1 (k 5)))) (+ 1 1))", "next over next")
    assert told[2] == "  =>  5\n  1:42  (+ 1 1)\n" and rest == ["  =>  2", "=>  (5 2)"]


def test_a_step_that_is_stopped_goes_no_further_and_while_it_stands_others_may_enter(session: Session) -> None:
    asked(session, "(define done 0)")
    told, rest, reply = stepped(session, "(begin (list 1) (set! done 1) (list 2))", "stop")
    assert reply["error"]["message"] == "interrupted" and asked(session, "done")["value"] == "0"
    asked(session, ",in guard")

    def ask_on() -> str:
        fired.append(session.host.fire("pre_tool", {"tool_name": "x", "arguments": {"command": "rm -rf x"}}))
        return "go"

    fired: list[Fire] = []
    session.ask({"command": ',step (risky? "ls")'}, None, ask_on)
    assert fired[0].outcome.block and not fired[0].answers[0].error


def test_step_follows_continuations_and_ends_with_long_loops(ask: Asking) -> None:
    lines = ask(",step (call/cc (lambda (k) (+ 1 (k (* 2 3)))))")["output"].splitlines()
    assert lines[-3:] == ["    1:27  (k (* 2 3))", "      1:30  (* 2 3)  =>  6", "=>  6"]
    told = ask(",step (let loop ((i 0)) (if (< i 500) (loop (+ i 1)) (values i 'done)))")
    assert [each["text"] for each in told["values"]] == ["500", "done"]
    assert told["output"].splitlines()[-1] == "… further steps are not told: there are more than 300"


def test_source_and_edit_find_the_definition(session: Session, bench: Bench) -> None:
    assert "(define (risky? command)" in asked(session, ",in guard")["page"] + asked(session, ",source risky?")["page"]
    told = asked(session, ",edit risky?")["edit"]
    assert (told["path"], told["line"]) == (str(bench.home.resolve() / "hooks/guard.scm"), 1)
    assert asked(session, ",edit hooks/guard.scm")["edit"]["line"] == 1
    asked(session, ",in <repl>")
    asked(session, "(define (mine) 1)")
    assert "defined in no file" in asked(session, ",edit mine")["error"]["message"]
    assert "(define (mine) 1)" in asked(session, ",source mine")["page"]
    assert "no procedure of a hook file" in asked(session, ",source car")["error"]["message"]


def test_describe_says_what_a_name_is_here(ask: Asking) -> None:
    ask("(define n '(1 2))")
    assert ask(",describe n")["page"].startswith("n: variable, from <repl>\nvalue: (1 2)\n")
    assert ask(",describe fold")["page"].startswith("fold: procedure, from (srfi 1)\n(fold ")
    assert "nothing is known" in ask(",describe no-such-name")["page"]


def test_inspect_lists_the_parts_of_a_value(ask: Asking) -> None:
    ask("(list 1 (vector 2 3))")
    assert ask(",inspect")["page"] == "a list: (1 #(2 3))\n  0  1\n  1  #(2 3)"
    assert ask(",inspect (cadr $1)")["page"].startswith("a vector of 2: ")
    assert ask(",inspect (iota 100)")["page"].endswith("\n  and 70 more")
    assert ask(",inspect '(1 . 2)")["page"].endswith("\n  .  2")
    assert ask(",inspect (car 1)")["error"] is not None


def test_diff_shows_what_the_files_said_before(session: Session, bench: Bench) -> None:
    assert "no other generation" in asked(session, ",diff")["error"]["message"]
    asked(session, ",fire pre_tool")
    bench.save("hooks/guard.scm", '(define-hook pre_tool () (block "never"))\n')
    asked(session, ",fire pre_tool")
    page = asked(session, ",diff")["page"]
    assert "--- hooks/guard.scm, generation 1\n+++ hooks/guard.scm, live" in page
    assert '+(define-hook pre_tool () (block "never"))' in page
    assert asked(session, ",gen")["notes"] == ["generation 2 is live: 1 hook file"]
    assert len(asked(session, ",gen")["page"].splitlines()) == 3
    assert "had the same hook files" in asked(session, ",diff 2")["page"]
    assert "generation 9 is not known" in asked(session, ",diff 9")["error"]["message"]
