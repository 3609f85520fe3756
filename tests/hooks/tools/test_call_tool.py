"""Calls of tools on their way: hooks, permission, output; call-tool from tools and hooks; chains, threads, worlds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.tools.calling import DEPTH
from chibi_hooks.hooks.tools.permission import why_sensitive
from chibi_hooks.scheme.running.watchdog import WATCHDOG
from tests.homes import answering
from tests.isolation import in_threads

Open = Callable[..., Host]


def tool(name: str, body: str, *clauses: str) -> str:
    """The definition of a tool whose body sees `a`, its arguments."""
    return (
        f'(define-tool {name} (description "d") (parameters \'()) {" ".join(clauses)} (execute (lambda (a) {body})))\n'
    )


def first_line(output: str) -> str:
    return output.partition("\n")[0].removeprefix("result: ")


# --- the way of a call ---


def test_a_call_fires_the_points_in_their_order(opened: Open) -> None:
    with opened({}) as host:
        fires = host.call_tool("write_file", {"path": "vfs:///shared/a", "content": "x"}).fires
    assert [fire.point for fire in fires] == [
        "pre_tool", "pre_vfs_write", "pre_tool_output", "post_tool_output", "post_tool", "post_vfs_write",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("result", "same"),
    [
        ('"plain text"', '"plain text"'),
        ("42", "42"),
        ("'(1 (\"a\" . b))", "'(1 (\"a\" . b))"),
        ("(begin (display 'noise) #t)", "#t"),
        ('"{\\"a\\": [1, true]}"', '\'(("a" 1 #t))'),
        ('"(not closed"', '"(not closed"'),
        ('"12 monkeys"', '"12 monkeys"'),
    ],
)
def test_a_call_may_give_the_plain_value(opened: Open, result: str, same: str) -> None:
    test = f"(equal? (call-tool/value \"t\" '()) {same})"
    hook = f'(define-hook pre_message (prompt) (context (if {test} "same" "other")))'
    with opened({"hooks/h.scm": hook + tool("t", result)}) as host:
        fire = host.fire("pre_message", {"prompt": "x"})
    assert (fire.outcome.context, [answer.error for answer in fire.answers]) == ("same", [None])


def test_pre_tool_may_change_the_arguments(opened: Open) -> None:
    hook = """
      (define-hook pre_tool payload (rewrite-argument payload "n" 5))
      (define-hook post_tool (arguments) (set! last arguments) (no-opinion))
      (define last #f)
    """
    with opened({"hooks/h.scm": hook + tool("t", '(cdr (assoc "n" a))') + tool("last", "last")}) as host:
        call = host.call_tool("t", {"n": 1})
        assert (first_line(call.output), call.arguments) == ("5", {"n": 5})


def test_a_blocked_call_does_not_run_and_its_message_is_the_output(opened: Open) -> None:
    hook = '(define-hook pre_tool (tool-name) (if (equal? tool-name "t") (block "not now") (no-opinion)))'
    with opened({"hooks/h.scm": hook + "(define n 0)" + tool("t", "(set! n 1)") + tool("n", "n")}) as host:
        call = host.call_tool("t")
        assert (call.status, call.output, call.error) == ("blocked", "not now", "not now")
        assert [fire.point for fire in call.fires] == ["pre_tool", "pre_tool_output", "post_tool_output", "post_tool"]
        assert first_line(host.call_tool("n").output) == "0"


def test_pre_tool_output_may_change_or_replace_what_is_read(opened: Open) -> None:
    change = '(define-hook pre_tool_output (output) (rewrite-output (string-append output "!")))'
    with opened({"hooks/h.scm": change}, tools={"say": lambda: "hi"}) as host:
        assert host.call_tool("say").output == "hi!"
    with opened({"hooks/h.scm": '(define-hook pre_tool_output () (block "secret"))'}, tools={"say": str}) as host:
        call = host.call_tool("say")
        assert (call.status, call.output) == ("done", "secret")


def test_hooks_that_fail_leave_the_call_alone(opened: Open) -> None:
    hook = "".join(f"(define-hook {point} () (car 5))" for point in ("pre_tool", "pre_tool_output", "post_tool"))
    with opened({"hooks/h.scm": hook}, tools={"say": lambda: "hi"}) as host:
        assert host.call_tool("say").output == "hi"


@pytest.mark.parametrize(
    ("category", "arguments", "asked"),
    [
        ("shell", {"command": "ls"}, ("pre_shell_exec", {"command": "ls"})),
        ("shell", {}, ("pre_shell_exec", {"command": ""})),
        ("fs_read", {"path": "/etc/passwd"}, ("pre_file_read", {"path": "/etc/passwd"})),
        ("fs_read", {"path": "inside/x"}, None),
        ("fs_read", {"path": "no\x00file"}, None),
        ("fs_read", {"path": "vfs:///shared/x"}, None),
        (
            "fs_write",
            {"path": "a", "content": "c", "operation": "o"},
            ("pre_file_write", {"path": "a", "content": "c", "operation": "o"}),
        ),
        ("fs_write", {"path": "a"}, ("pre_file_write", {"path": "a", "content": None})),
        ("network", {"url": "https://example.com/"}, None),
        (
            "network",
            {"url": "http://localhost/"},
            (
                "pre_fetch_url",
                {"url": "http://localhost/", "safety": "sensitive", "reason": "a name of the local network"},
            ),
        ),
        ("network", {"q": "cats", "n": 3}, ("pre_fetch_url", {"safety": "no_url", "summary": "cats 3"})),
        ("vfs", {}, None),
        ("synthesised", {"path": "/etc/passwd"}, None),
    ],
)
def test_a_category_decides_which_permission_is_asked(
    opened: Open, category: str, arguments: dict[str, Any], asked: tuple[str, dict[str, Any]] | None
) -> None:
    questions: list[tuple[str, dict[str, Any]]] = []

    def handler(point: str, payload: Mapping[str, Any]) -> str:
        questions.append((point, dict(payload)))
        return "no"

    text = tool("t", "1", f'(category "{category}")', '(summary-params \'("q" "n"))')
    with opened({"hooks/t.scm": text}, permission_handler=handler) as host:
        call = host.call_tool("t", arguments)
    if asked is None:
        assert (call.status, questions) == ("done", [])
    else:
        assert questions == [(asked[0], {"tool_name": "t", **asked[1]})]
        assert (call.status, call.output) == ("denied", "Permission denied: no")


def test_without_a_permission_handler_the_answer_is_no(opened: Open) -> None:
    text = tool("t", "1", '(category "shell")')
    with opened({"hooks/t.scm": text}) as host:
        assert host.call_tool("t").status == "denied"
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": 'permission = "allow"\n'}) as host:
        assert host.call_tool("t").status == "done"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://[::1]:80/", "http://10.1.2.3", "http://169.254.169.254/latest", "http://2130706433/",
        "http://0x7f.1/", "file:///etc/passwd", "ftp://example.com", "http://box/", "http://a.local/", "http://u:p@b.com/",
        "http://localhost./", "nonsense", "http://[::1", "http://a.com:99999/", "http://[::ffff:127.0.0.1]/",
    ],
)  # fmt: skip
def test_a_sensitive_address_is_known_by_its_looks(url: str) -> None:
    assert why_sensitive(url)


@pytest.mark.parametrize("url", ["https://example.com/a?b=c", "http://8.8.8.8/", "https://a.b.example.org:8443/"])
def test_a_public_address_is_not_sensitive(url: str) -> None:
    assert why_sensitive(url) is None


# --- call-tool ---


def test_a_tool_calls_tools_of_every_kind(opened: Open) -> None:
    plugin = (
        '#!/bin/sh\nif [ "$1" = --schema ]; then echo \'{"name": "p", "description": "d"}\'; exit 0; fi\n'
        'printf "plugin "; cat\n'
    )
    text = tool(
        "all",
        """(list (call-tool "p" '(("x" . 1)))
                 (call-tool "py" (list (cons "text" "hi")))
                 (call-tool "write_file" '(("path" . "vfs:///shared/f") ("content" . "in it")))
                 (call-tool "file_head" '((path . "vfs:///shared/f")))
                 (call-tool "own" '()))""",
    ) + tool("own", '(begin (display "o") "mine")')
    with opened({"plugins/p": plugin, "hooks/t.scm": text}, tools={"py": lambda text: text * 2}) as host:
        call = host.call_tool("all")
    assert call.status == "done", call.output
    assert call.output == (
        'result: ("plugin {\\"x\\":1}" "hihi" "Wrote 5 bytes to vfs:///shared/f" "in it" '
        '"result: mine\\nstdout: o\\nstderr: (empty)")\nstdout: (empty)\nstderr: (empty)'
    )


def test_arguments_become_what_the_schema_of_the_tool_says(opened: Open) -> None:
    def show(tags: list[str], options: dict[str, Any], name: str) -> str:
        return f"{tags} {options} {name}"

    text = tool(
        "t",
        """(call-tool "show" (list (cons "tags" '(("a" . "b"))) (cons "options" '()) (list "name" "x")))""",
    )
    schema = {"show": show}
    with opened({"hooks/t.scm": text}, tools=schema) as host:
        assert first_line(host.call_tool("t").output) == "[{'a': 'b'}] {} x" or "{} x" in host.call_tool("t").output


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('(call-tool "non" \'())', 'unknown tool: non: did you mean "none"?'),
        ('(call-tool "none" 5)', "args conversion: "),
        ('(call-tool "none" (list (cons "a" car)))', "args conversion: a: wanted a value that JSON has"),
        ("(call-tool 'none '())", "call-tool: argument 1: wanted a string, got none"),
        ('(call-tool "none" \'())', "tool error: hooks/t.scm:"),
        ('(call-tool "file_head" \'())', "tool error: file_head: path: wanted a string, got nothing"),
        ('(call-tool "no" \'())', "blocked: never"),
        ('(call-tool "sh" \'())', "denied: Permission denied: no permission handler"),
    ],
)
def test_a_call_without_a_result_is_an_error_that_guard_catches(opened: Open, body: str, message: str) -> None:
    text = tool("t", f"(guard (e (#t (error-object-message e))) {body})") + tool("u", body)
    text += tool("none", "(car 5)") + tool("no", "1") + tool("sh", "1", '(category "shell")')
    text += '(define-hook pre_tool (tool-name) (if (equal? tool-name "no") (block "never") (no-opinion)))'
    with opened({"hooks/t.scm": text}) as host:
        assert message in first_line(host.call_tool("u").output)
        assert host.call_tool("t").status == "done"


def test_a_tool_cannot_be_called_while_a_file_is_loaded(opened: Open) -> None:
    with opened({"hooks/t.scm": '(call-tool "vfs_list" \'())'}) as host:
        assert "no active call context" in host.notices[0].reason


def test_hooks_fire_for_nested_calls_and_see_who_they_are_for(opened: Open) -> None:
    watch = """
      (define seen '())
      (define-hook post_tool (tool-name) (set! seen (cons (list tool-name %context-name%) seen)) (no-opinion))
    """ + tool("seen", "(reverse seen)")
    files = {
        "hooks/t.scm": tool("t", '(begin (call-tool "u" \'()) %context-name%)') + tool("u", "1"),
        "hooks/w.scm": watch,
    }
    with opened(files) as host:
        assert first_line(host.call_tool("t", context="ada").output) == "ada"
        assert first_line(host.call_tool("seen").output) == '(("u" "ada") ("t" "ada"))'


def test_a_hook_calls_tools_with_the_context_of_its_payload(opened: Open) -> None:
    text = """
      (define-hook pre_message ()
        (rewrite-prompt (call-tool "who" '())))
    """ + tool("who", "%context-name%")
    payload = {"prompt": "p", "context_name": "bob", "summary": ""}
    with opened({"hooks/t.scm": text}) as host:
        fire = host.fire("pre_message", payload)
        assert fire.outcome.prompt.startswith("result: bob\n"), fire.answers


def test_a_hook_at_pre_tool_that_calls_a_tool_does_not_meet_itself(opened: Open) -> None:
    text = """
      (define-hook pre_tool (tool-name)
        (call-tool "vfs_list" '(("path" . "vfs:///shared")))
        (if (equal? tool-name "t") (block "b") (no-opinion)))
    """ + tool("t", "1")
    files = {"hooks/t.scm": text, "plugins/p": answering("p", ["pre_tool"], {})}
    with opened(files) as host:
        fire = host.fire("pre_tool", {"tool_name": "t", "arguments": {}})
        assert (fire.outcome.block, [answer.error for answer in fire.answers]) == (True, [None, None])
        assert host.fire("pre_tool", {"tool_name": "t", "arguments": {}}).outcome.block


def test_a_chain_that_is_too_deep_is_an_error_that_shows_it(opened: Open) -> None:
    files = {"hooks/a.scm": tool("a", '(call-tool "b" \'())'), "hooks/b.scm": tool("b", '(call-tool "a" \'())')}
    with opened(files) as host:
        call = host.call_tool("a")
    assert call.status == "failed"
    assert f"tools call each other more than {DEPTH} deep: a → b → a → … → b → a" in call.output


def test_a_tool_may_call_itself_and_others_that_call_it(opened: Open) -> None:
    count = """(let ((n (cdr (assoc "n" a))))
                 (display n)
                 (if (= n 0) 'done (begin (call-tool "%s" (list (cons "n" (- n 1)))) (display n) n)))"""
    files = {"hooks/a.scm": tool("a", count % "b"), "hooks/b.scm": tool("b", count % "a") + tool("c", count % "c")}
    with opened(files) as host:
        assert host.call_tool("a", {"n": 6}).output == "result: 6\nstdout: 66\nstderr: (empty)"
        assert host.call_tool("c", {"n": 6}).output == "result: 6\nstdout: 66\nstderr: (empty)"


def test_a_call_from_deep_inside_a_recursion_works(opened: Open) -> None:
    body = """
      (let deep ((n 0))
        (if (= n 3000) (string-length (call-tool "u" '())) (- (deep (+ n 1)) -1)))
    """
    with opened({"hooks/t.scm": tool("t", body) + "(define n 0)" + tool("u", "(begin (set! n (+ n 1)) n)")}) as host:
        length = len("result: 1\nstdout: (empty)\nstderr: (empty)")
        assert first_line(host.call_tool("t").output) == str(3000 + length)


def test_the_time_of_the_called_tool_is_not_the_callers(opened: Open) -> None:
    def running() -> int:
        """How many budgets of this thread are being counted."""
        return sum(ticket.active and ticket.thread == threading.get_ident() for ticket in WATCHDOG.tickets)

    with opened({"hooks/t.scm": tool("t", '(call-tool "running" \'())')}, tools={"running": running}) as host:
        assert first_line(host.call_tool("t").output) == "0"


def test_a_wrong_number_of_arguments_names_the_procedure_also_in_a_tail_call(opened: Open) -> None:
    text = tool("t", '(call-tool "x")') + tool("u", "(generate-id 1)") + tool("v", "call-tool")
    with opened({"hooks/t.scm": text}) as host:
        assert "call-tool: wanted 2 arguments, got 1" in (host.call_tool("t").error or "")
        assert "generate-id: wanted 0 arguments, got 1" in (host.call_tool("u").error or "")
        assert first_line(host.call_tool("v").output) == "#<procedure call-tool>"


def test_a_called_tool_that_runs_too_long_stops_and_its_caller_goes_on(opened: Open) -> None:
    calls, spins = tool("t", "(guard (e (#t 'went-on)) (call-tool \"u\" '()))"), tool("u", "(let loop () (loop))")
    soon = "[scheme]\ntime_limit = 0.4\n"
    with opened({"hooks/t.scm": calls, "hooks/u.scm": spins, "chibi-hooks.toml": soon}) as host:
        assert first_line(host.call_tool("t").output) == "went-on"
        assert first_line(host.call_tool("t").output) == "went-on"


def test_continuations_stay_usable_around_calls(opened: Open) -> None:
    body = """
      (let ((n 0) (again #f))
        (let ((got (call/cc (lambda (k) (set! again k) (call-tool "u" '())))))
          (set! n (+ n 1))
          (if (< n 3) (again n) (list n got))))
    """
    with opened({"hooks/t.scm": tool("t", body) + tool("u", "1")}) as host:
        assert first_line(host.call_tool("t").output) == "(3 2)"


# --- threads ---


def test_many_threads_tear_nothing_and_nobody_waits_for_ever(opened: Open) -> None:
    bump = "(let ((old n)) (let spin ((i 0)) (if (< i 200) (spin (+ i 1)))) (set! n (+ old 1)) n)"
    files = {
        "hooks/a.scm": "(define n 0)" + tool("a", bump) + tool("an", "n") + tool("ab", '(call-tool "b" \'())'),
        "hooks/b.scm": "(define n 0)" + tool("b", bump) + tool("bn", "n") + tool("ba", '(call-tool "a" \'())'),
        "hooks/who.scm": tool("who", '(begin (call-tool "an" \'()) %context-name%)'),
    }
    wrong: list[str] = []

    def work(context: str) -> None:
        for _ in range(10):
            for name in ("a", "b", "ab", "ba"):
                if host.call_tool(name, context=context).status != "done":
                    wrong.append(name)
            if first_line(host.call_tool("who", context=context).output) != context:
                wrong.append("who")

    with opened(files) as host:
        threads = [threading.Thread(target=work, args=(f"c{i}",)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(200)
        assert not any(thread.is_alive() for thread in threads)
        assert wrong == []
        assert [first_line(host.call_tool(name).output) for name in ("an", "bn")] == ["120", "120"]


def test_threads_that_fire_and_call_at_once_see_every_change_whole(opened: Open) -> None:
    """A world runs one call at a time: two variables that are changed together are never seen apart."""
    text = """
      (define x 0)
      (define y 0)
      (define (bump!)
        (set! x (+ x 1))
        (let spin ((i 0)) (if (< i 300) (spin (+ i 1))))
        (set! y (+ y 1)))
      (define-hook pre_tool () (bump!) (if (= x y) (no-opinion) (block "torn")))
      (define-hook post_message () (bump!) (no-opinion))
    """
    pairs = tool("pair", "(begin (bump!) (list (= x y) x))")
    message = {"prompt": "p", "response": "r", "context_name": "c"}
    wrong: list[str] = []

    def work(host: Host, number: int) -> None:
        for turn in range(25):
            if (number + turn) % 2:
                fire = host.fire("post_message", message)
                wrong.extend(str(answer.error) for answer in fire.answers if answer.error)
            elif not first_line((call := host.call_tool("pair")).output).startswith("(#t "):
                wrong.append(call.output)

    with opened({"hooks/h.scm": text + pairs}) as host:
        threads = [threading.Thread(target=work, args=(host, number)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(200)
        assert not any(thread.is_alive() for thread in threads)
        assert wrong == []
        assert first_line(host.call_tool("pair").output) == "(#t 302)"  # 100 fires, 101 calls with two changes each


# --- long outputs ---

CACHING = {"chibi-hooks.toml": "[tools]\ncache_output_over = 1000\n"}
LONG = (
    "hooks/long.scm",
    tool("long", "(make-string 2000 #\\x)") + tool("outer", '(string-length (call-tool "long" \'()))'),
)


def test_a_long_output_goes_to_the_cache_and_the_model_reads_its_beginning(opened: Open) -> None:
    seen = """
      (define-hook post_tool_output (output final-output cached)
        (set! last (list (string-length output) (string-length final-output) cached)) (no-opinion))
      (define last #f)
    """
    with opened({**CACHING, LONG[0]: LONG[1], "hooks/seen.scm": seen + tool("last", "last")}) as host:
        call = host.call_tool("long", context="ada")
        points = [fire.point for fire in call.fires]
        assert points[points.index("pre_tool_output") + 1 :][:2] == ["pre_cache_output", "post_cache_output"]
        pre, post = (fire for fire in call.fires if fire.point in ("pre_cache_output", "post_cache_output"))
        size = len("result: \nstdout: (empty)\nstderr: (empty)") + 2000
        assert (pre.payload["char_count"], pre.payload["line_count"], pre.payload["output_size"]) == (size, 3, size)
        path = f"vfs:///sys/tool_cache/ada/{post.payload['cache_id']}"
        assert call.output.startswith("result: xxx")
        assert path in call.output
        assert post.payload["preview_size"] == len(call.output) < 1000
        assert host.call_tool("file_lines", {"path": path, "start": 1}, context="ada").output == f"result: {'x' * 2000}"
        assert first_line(host.call_tool("last").output) == "(2008 2008 #f)"  # of file_lines: reading is not cached
        host.call_tool("long", context="ada")
        assert first_line(host.call_tool("last").output) == f"({size} {len(call.output)} #t)"


def test_a_script_that_calls_a_tool_reads_all_of_its_output(opened: Open) -> None:
    with opened({**CACHING, LONG[0]: LONG[1]}) as host:
        assert int(first_line(host.call_tool("outer").output)) > 2000


@pytest.mark.parametrize(
    ("answer", "beginning", "cached"),
    [('(summarize "only x")', "only x\n[summary of ", True), ("(block)", "result: xxxx", False)],
)
def test_a_hook_may_give_a_summary_or_keep_an_output_out_of_the_cache(
    opened: Open, answer: str, beginning: str, cached: bool
) -> None:
    files = {**CACHING, LONG[0]: LONG[1], "hooks/c.scm": f"(define-hook pre_cache_output () {answer})"}
    with opened(files) as host:
        call = host.call_tool("long")
        assert call.output.startswith(beginning)
        assert ("vfs:///sys/tool_cache/default/" in call.output) is cached
        assert len(call.output) > 2000 or cached


def test_without_a_word_in_the_configuration_nothing_is_cached(opened: Open) -> None:
    with opened({LONG[0]: LONG[1].replace("2000", "200000")}) as host:
        assert len(host.call_tool("long").output) > 200_000


# --- hostile and unusual ---


@in_threads("left")
def test_a_continuation_of_the_caller_may_be_called_from_the_called(opened: Open) -> None:
    text = "(define escape #f)" + tool("t", '(call/cc (lambda (k) (set! escape k) (call-tool "u" \'())))')
    text += tool("u", "(escape %context-name%)") + tool("v", "%context-name%")
    with opened({"hooks/t.scm": text}) as host:
        assert [first_line(host.call_tool("t", context=each).output) for each in ("a", "b")] == ["a", "b"]
        assert first_line(host.call_tool("v", context="c").output) == "c"
        assert "result: " in host.call_tool("u", context="d").output  # the run that it belongs to is over
        assert first_line(host.call_tool("v", context="e").output) == "e"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('(let ((l (list (cons "a" 1)))) (set-cdr! l l) (call-tool "u" l))', "args conversion: "),
        (
            "(let loop ((x '()) (n 0)) (if (< n 999) (loop (list x x) (+ n 1)) (call-tool \"u\" (list (cons 'a x)))))",
            "args conversion: ",
        ),
        ("(call-tool (make-string 100000 #\\a) '())", "unknown tool: aaaa"),
        ('(call-tool "" \'())', "unknown tool: "),
        ('(let loop () (guard (e (#t (loop))) (call-tool "none such" \'())))', "it ran longer than"),
        pytest.param('(let loop () (call-tool "u" \'()) (loop))', "it ran longer than", marks=pytest.mark.long),
        ('(let loop ((n 0)) (display "some text to fill the output with") (loop (+ n 1)))', "the limit is"),
    ],
)
def test_a_hostile_call_ends_and_the_next_one_works(opened: Open, body: str, message: str) -> None:
    text = tool("t", body) + tool("u", "1")
    seconds = 0.5 if message == "it ran longer than" else 60  # what another limit ends shall not race with the clock
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": f"[scheme]\ntime_limit = {seconds}\n"}) as host:
        call = host.call_tool("t")
        assert call.status == "failed"
        assert message in (call.error or "")
        assert host.call_tool("u").status == "done"
