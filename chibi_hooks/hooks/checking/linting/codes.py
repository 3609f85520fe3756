"""The code of a finding -> what it means, with a wrong line and the right one: `chibi-hooks explain CODE`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Explained:
    """A kind of mistake: in a few words, why it is one, and an example. Both examples are whole hook files; a test
    finds the mistake in the first and nothing in the second."""

    title: str
    why: str
    wrong: str = ""
    right: str = ""


HOOK: Final = "(define-hook pre_tool (tool-name arguments)\n  {})"


def _hook(body: str) -> str:
    return HOOK.format(body)


CODES: Final[Mapping[str, Explained]] = {
    "symbol-key": Explained(
        "a symbol is looked up where keys are strings",
        "A payload comes from JSON: its keys are strings. A symbol is never equal to a string, so this lookup answers "
        "#f every time, and a guard that depends on it never guards.",
        _hook('(if (assoc \'command arguments) (block "no") (no-opinion))'),
        _hook('(if (assoc "command" arguments) (block "no") (no-opinion))'),
    ),
    "identity": Explained(
        "strings are compared by identity",
        "eq?, eqv?, memq, memv, assq, assv and case ask whether two values are the same object. Two strings never are, "
        "even with the same letters. equal?, member and assoc compare what they hold.",
        _hook('(if (eq? tool-name "shell_exec") (block "no") (no-opinion))'),
        _hook('(if (equal? tool-name "shell_exec") (block "no") (no-opinion))'),
    ),
    "never-equal": Explained(
        "two values of different types are compared",
        "The point, or the procedure that gives it, says of which type this value is, and the other one is of another "
        "type: the comparison is false every time. JSON gives strings, never symbols (but for the symbol null).",
        _hook('(if (equal? tool-name \'shell_exec) (block "no") (no-opinion))'),
        _hook('(if (equal? tool-name "shell_exec") (block "no") (no-opinion))'),
    ),
    "never-true": Explained(
        "a test that is never true",
        "What stands on one side can never be what is asked: a text in small letters has no capitals, one text is not "
        "two others at once, a text is no list. The guard never guards.",
        _hook('(if (string-contains (string-downcase tool-name) "Shell") (block "no") (no-opinion))'),
        _hook('(if (string-contains (string-downcase tool-name) "shell") (block "no") (no-opinion))'),
    ),
    "unknown-key": Explained(
        "a key that the point does not send",
        "`chibi-hooks points POINT` lists what a payload has. A key that is not there is #f: (cdr #f) fails, and a "
        "test of it is never true. payload-ref with a default is the safe way to read a key that may be missing.",
        "(register-hook 'pre_tool\n  (lambda (payload)\n"
        '    (if (cdr (assoc "no_such_key" payload)) (block "no") (no-opinion))))',
        "(register-hook 'pre_tool\n  (lambda (payload)\n"
        '    (if (payload-ref payload "tool_name") (block "no") (no-opinion))))',
    ),
    "agent-word": Explained(
        "a tool or an argument as an agent calls it",
        "Hooks see the tools and arguments of all agents by one name: shell_exec for Bash, Shell and so on, path for "
        "file_path or filePath, mcp:server/tool for mcp__server__tool. The agent's own name is never there, so the "
        "guard never guards; `native` has the event as it came.",
        _hook('(if (equal? tool-name "Bash") (block "no") (no-opinion))'),
        _hook('(if (equal? tool-name "shell_exec") (block "no") (no-opinion))'),
    ),
    "unguarded": Explained(
        "a key that is not always there is taken apart",
        "assoc answers #f for a key that is not there, and (cdr #f) fails: the hook decides nothing for such a call. "
        "payload-ref has a default for that.",
        _hook('(if (equal? (cdr (assoc "path" arguments)) "/etc") (block "no") (no-opinion))'),
        _hook('(if (equal? (payload-ref arguments "path" "") "/etc") (block "no") (no-opinion))'),
    ),
    "wrong-type": Explained(
        "a value of another type is wanted there",
        "A procedure is given something of the payload that is certainly of another type: it fails each time. Often "
        "the pair that assoc finds is meant to be its value, (cdr pair), or `arguments` one of its members.",
        _hook('(if (string-contains arguments "rm -rf") (block "no") (no-opinion))'),
        _hook('(if (string-contains (payload-ref arguments "command" "") "rm -rf") (block "no") (no-opinion))'),
    ),
    "swapped": Explained(
        "arguments stand the wrong way round",
        "assoc takes the key first, (assoc key alist); payload-ref takes the payload first, (payload-ref payload key). "
        "string-contains takes the text first and then what is looked for in it; string-prefix?, string-suffix? and "
        "regexp-search take what is looked for first.",
        _hook('(if (payload-ref "command" arguments) (block "no") (no-opinion))'),
        _hook('(if (payload-ref arguments "command") (block "no") (no-opinion))'),
    ),
    "mutation": Explained(
        "a payload is changed in place",
        "Every hook gets a payload of its own; what it changes there nobody sees. What shall change is returned.",
        _hook('(begin (set-cdr! (assoc "command" arguments) "ls") (no-opinion))'),
        '(define-hook pre_tool payload\n  (rewrite-argument payload "command" "ls"))',
    ),
    "illegal-answer": Explained(
        "an answer that the point does not take",
        "Each point takes certain keys (`chibi-hooks points POINT`). Others have no effect, and a builder such as "
        "(block …) fails where the point does not take what it sets: a guard that says it guards nothing.",
        '(define-hook pre_system_prompt ()\n  (block "no"))',
        '(define-hook pre_system_prompt ()\n  (inject "Answer in one sentence."))',
    ),
    "wrong-answer-type": Explained(
        "a value of a wrong type in an answer",
        "The fold takes each key with one type only and ignores what is of another.",
        '(register-hook \'pre_tool (lambda (payload) (list (cons "block" "yes"))))',
        '(register-hook \'pre_tool (lambda (payload) (list (cons "block" #t))))',
    ),
    "no-answer": Explained(
        "what is returned is no answer",
        "A hook returns an alist, (list (cons key value) …), or () for no opinion. A string, a number or #t is a "
        "failure, and a failed guard decides nothing unless [on_failure] says so.",
        _hook('"not allowed"'),
        _hook('(block "not allowed")'),
    ),
    "no-point": Explained(
        "a hook point that does not exist",
        "The hook is never called. `chibi-hooks points` lists them all.",
        "(register-hook 'pre_tol (lambda (payload) '()))",
        "(register-hook 'pre_tool (lambda (payload) '()))",
    ),
    "no-callback": Explained(
        "a callback that cannot take one argument",
        "A hook is called with one argument, the payload.",
        "(register-hook 'pre_tool (lambda () '()))",
        "(register-hook 'pre_tool (lambda (payload) '()))",
    ),
    "bare-field": Explained(
        "the whole payload goes by the name of one of its fields",
        "(define-hook POINT (field …) body) takes fields out of the payload; a name without brackets is the payload "
        "itself, an alist, and no test of it is what it looks like.",
        '(define-hook pre_tool tool-name\n  (if (member tool-name (list "shell_exec")) (block "no") (no-opinion)))',
        '(define-hook pre_tool (tool-name)\n  (if (member tool-name (list "shell_exec")) (block "no") (no-opinion)))',
    ),
    "registers-nothing": Explained(
        "a file that registers nothing",
        "A file in hooks/ that neither registers a hook nor defines a tool answers nowhere. Code that several files "
        "share belongs in a library in lib/.",
        '(define (guard payload) (block "no"))',
        '(define (guard payload) (block "no"))\n(register-hook \'pre_tool guard)',
    ),
    "unbound": Explained(
        "a name that nothing defines",
        "It is misspelt, or it comes from a library that is not imported. It fails when it is reached.",
        _hook('(if (stirng-contains tool-name "x") (block "no") (no-opinion))'),
        _hook('(if (string-contains tool-name "x") (block "no") (no-opinion))'),
    ),
    "no-procedure": Explained(
        "a constant is called",
        "What is called comes first in a list. A list of constants needs a quote before it, and arithmetic has its "
        "operator in front: (+ 1 2).",
        _hook('(if (member tool-name ("a" "b")) (block "no") (no-opinion))'),
        _hook('(if (member tool-name \'("a" "b")) (block "no") (no-opinion))'),
    ),
    "always-true": Explained(
        "a test that is always true",
        "Only #f is false: a text, a number, the empty list and a procedure that nobody calls are true. A test is a "
        "call, in brackets, of what answers #f; a clause of cond has its test in brackets of its own; each part of or "
        "and and is a test of its own.",
        _hook('(cond (equal? tool-name "x") (else (no-opinion)))'),
        _hook('(cond ((equal? tool-name "x") (block "no")) (else (no-opinion)))'),
    ),
    "wrong-arguments": Explained(
        "a call with too many arguments, or too few",
        "What is called never takes that many: the call fails whenever it is reached, or what is too much counts for "
        "nothing. `chibi-hooks doc NAME` shows how a procedure is called.",
        _hook('(if (string-contains tool-name) (block "no") (no-opinion))'),
        _hook('(if (string-contains tool-name "x") (block "no") (no-opinion))'),
    ),
    "wrong-pattern": Explained(
        "a pattern that does not compile, or finds nothing",
        "A constant regular expression, S-expression of one, pattern of paths or template of format is wrong: the call "
        "fails whenever it is reached, and its guard decides nothing. string-contains takes no pattern at all, and "
        "\\b in a string is the backspace character.",
        _hook('(if (regexp-search "rm (-r" (payload-ref arguments "command" "")) (block "no") (no-opinion))'),
        _hook('(if (regexp-search "rm -r" (payload-ref arguments "command" "")) (block "no") (no-opinion))'),
    ),
    "sandboxed": Explained(
        "files and processes are out of reach",
        "A hook file runs in a sandbox. [scheme.tiers] in chibi-hooks.toml lets a file out of it, by its path.",
        _hook('(begin (open-input-file "/etc/passwd") (no-opinion))'),
        _hook("(no-opinion)"),
    ),
    "endless": Explained(
        "a procedure that calls itself on every path",
        "It never returns: the hook runs into its time limit and decides nothing.",
        _hook("(let loop () (loop))"),
        _hook("(let loop ((n 3)) (if (= n 0) (no-opinion) (loop (- n 1))))"),
    ),
    "lost-answer": Explained(
        "an answer is made and dropped",
        "Only the last value of a hook is its answer. What stands before it, or in what for-each calls, decides "
        "nothing: a guard that denies there lets everything pass.",
        _hook('(for-each (lambda (each) (if (equal? (car each) "force") (block "no"))) arguments)'),
        _hook('(if (assoc "force" arguments) (block "no") (no-opinion))'),
    ),
    "dropped": Explained(
        "what a call gives is dropped",
        "Such a call changes nothing: string-downcase gives another text, append another list, and what they are given "
        "stays as it is. Before the last form of a body nobody sees what it gives.",
        _hook('(string-downcase tool-name)\n  (if (equal? tool-name "rm") (block "no") (no-opinion))'),
        _hook('(if (equal? (string-downcase tool-name) "rm") (block "no") (no-opinion))'),
    ),
    "template": Explained(
        "a name in a text",
        "Nothing is put into a text by itself: what stands in its quotes is shown as it stands. string-append makes "
        "one text of several.",
        _hook('(block "no ${tool-name} here")'),
        _hook('(block (string-append "no " tool-name " here"))'),
    ),
    "forgotten": Explained(
        "a hook counts in a variable of its own",
        "Such a variable begins anew whenever the hook is asked, and a limit that it is compared with is never "
        "reached. What is defined outside of the hook stays from one call to the next, as long as the host runs; "
        "(harness session) keeps it beyond that.",
        _hook("(define n 0)\n  (set! n (+ n 1))\n  (if (> n 9) (block) (no-opinion))"),
        "(define n 0)\n" + _hook("(set! n (+ n 1))\n  (if (> n 9) (block) (no-opinion))"),
    ),
    "defined-twice": Explained(
        "a name that the file defines twice",
        "The last definition counts, everywhere in the file: the one before it is lost, and whatever was meant to call "
        "it calls the other.",
        "(define (risky? x) (equal? x \"x\"))\n(define (risky? x) (equal? x \"y\"))\n"
        + _hook('(if (risky? tool-name) (block "no") (no-opinion))'),
        "(define (risky? x) (member x '(\"x\" \"y\")))\n"
        + _hook('(if (risky? tool-name) (block "no") (no-opinion))'),
    ),
    "misplaced-bracket": Explained(
        "a bracket is not where the indentation says",
        "The text reads to its end only with brackets in pairs. The indentation tells where one is missing or too "
        "many.",
        '(define-hook pre_tool (tool-name)\n  (if (equal? tool-name "x")\n      (block "no")\n      (no-opinion))\n\n'
        "(define (more) 1)",
        '(define-hook pre_tool (tool-name)\n  (if (equal? tool-name "x")\n      (block "no")\n      (no-opinion)))\n\n'
        "(define (more) 1)",
    ),
    "outside": Explained(
        "a word outside of any brackets",
        "A file is a row of forms in brackets: (define …), (define-hook …). A word between them is none, and does "
        "nothing. What is meant for people stands behind a ;.",
        "Keeps us from deleting\n" + _hook("(no-opinion)"),
        "; Keeps us from deleting\n" + _hook("(no-opinion)"),
    ),
    "does-not-load": Explained(
        "the file does not load",
        "None of its hooks is asked; in a running host the last version that loaded decides.",
        "(define limit (car 5))\n" + _hook("(no-opinion)"),
        "(define limit (car '(5)))\n" + _hook("(no-opinion)"),
    ),
    "agent-cannot": Explained(
        "an agent in use does not honour this answer",
        "`chibi-hooks points --agents` has what each agent makes of each answer; [agents] used names those that count.",
    ),
    "fails-on-sample": Explained(
        "a hook fails when it is fired",
        "check --run fires each hook on the sample of its point and on the recorded fires; this one failed there.",
    ),
}
