"""`check`: mistakes in homes, hook files and plugins, each with its place; exit code 1 when there are errors."""

from __future__ import annotations

import errno
import json
import os
from typing import Any

import pytest

from tests.cli.command import Command
from tests.homes import answering, make_home


def test_a_home_without_mistakes_passes(command: Command) -> None:
    files = {
        "plugins/a": answering("a", ["pre_tool"], {}),
        "hooks/b.scm": "(register-hook 'pre_tool (lambda (p) '()))",
    }
    make_home(command.directory / "home", files)
    result = command("check", "--home", "home")
    assert (result.code, result.stdout, result.stderr) == (0, "", "no mistakes found\n")


def test_every_file_of_a_home_is_looked_at(command: Command) -> None:
    files = {
        "plugins/bad": "#!/bin/sh\nexit 3\n",
        "hooks/a.scm": "(register-hook 'pre_tool (lambda (p) (zzz)))",
        "hooks/deep/b.scm": "(register-hook 'pre_tol (lambda (p) '()))",
        "hooks/c.scm": "(define (f)",
    }
    make_home(command.directory / "home", files)
    result = command("check", "--home", "home")
    assert result.code == 1
    assert [line for line in result.stdout.splitlines() if ": error: " in line and "hooks/c.scm" not in line] == [
        "plugins/bad: error: --schema: exit code 3",
        "hooks/a.scm:1:39: error: zzz is not defined  [unbound]",
        'hooks/deep/b.scm:1:16: error: there is no hook point pre_tol: did you mean "pre_tool"?  [no-point]',
    ]
    assert "hooks/c.scm:1:" in result.stdout
    assert result.stderr == "4 errors, 0 warnings\n"


def test_a_warning_alone_is_no_failure(command: Command) -> None:
    (command.directory / "a.scm").write_text("(define-hook pre_tool (tool-nam) (no-opinion))")
    result = command("check", "a.scm")
    assert result.code == 0
    assert 'a.scm:1:24: warning: pre_tool has no field "tool-nam": did you mean "tool_name"?' in result.stdout
    assert result.stderr == "0 errors, 1 warning\n"


def test_files_and_homes_can_be_named(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/a.scm": "(car 5)"})
    (command.directory / "b.scm").write_text("(car 6)")
    result = command("check", "b.scm", "home")
    assert result.code == 1
    assert "b.scm:1:1: error: car: wanted a pair, got 6" in result.stdout
    assert "hooks/a.scm:1:1: error: car: wanted a pair, got 5" in result.stdout


def test_a_path_that_is_not_there_is_64(command: Command) -> None:
    result = command("check", "nowhere.scm")
    assert (result.code, result.stdout) == (64, "")
    assert "nowhere.scm: there is no such file or directory" in result.stderr


def test_what_the_agents_that_a_home_names_do_not_honour_is_said(command: Command) -> None:
    make_home(
        command.directory / "home",
        {
            "hooks/h.scm": '(register-hook \'pre_message (lambda (p) (rewrite-prompt "x")))',
            "chibi-hooks.toml": '[agents]\nused = ["claude-code", "copilot"]\n',
        },
    )
    result = command("check", "--home", "home")
    assert result.code == 0
    assert "pre_message: prompt becomes deny at claude-code" in result.stdout
    assert "copilot" not in result.stdout
    make_home(command.directory / "home", {"chibi-hooks.toml": '[agents]\nused = ["claud-code"]\n'})
    result = command("check", "--home", "home", "--strict")
    told = 'chibi-hooks.toml: warning: agents.used: there is no agent "claud-code": did you mean "claude-code"?'
    assert (result.code, told in result.stdout) == (1, True)


def test_what_an_agent_never_asks_is_said_also_of_what_it_only_documents(command: Command) -> None:
    hook = '(define-hook pre_message () (deny "no"))'
    for used, said in (("caliban", False), ("caliban:coded", True), ("caliban:nonsense", None)):
        config = f'[agents]\nused = ["{used}"]\n'
        make_home(command.directory / "home", {"hooks/h.scm": hook, "chibi-hooks.toml": config})
        result = command("check", "--home", "home")
        if said is None:
            assert "there is no agent" in result.stdout
        else:
            assert ("no event of it fires pre_message" in result.stdout) == said


WRONG = '(define-hook pre_tool (tool-name)\n  (if (eq? tool-name "x") (block) (no-opinion)))\n'


def test_a_folder_that_is_no_home_is_gone_through(command: Command) -> None:
    make_home(command.directory, {"scripts/deep/a.scm": WRONG, "scripts/b.scm": "(register-hook 'pre_tool"})
    result = command("check", "scripts")
    assert result.code == 1
    assert "scripts/deep/a.scm:2:7: error: eq? compares by identity" in result.stdout
    assert "scripts/b.scm:1:17: error: 1 closing bracket is missing" in result.stdout


def test_a_folder_in_which_one_cannot_be_entered_is_gone_through_all_the_same(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_home(command.directory, {"scripts/a.scm": WRONG, "scripts/shut/b.scm": WRONG})
    scandir = os.scandir

    def shut(path: str = ".") -> Any:
        if str(path).endswith("shut"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("os.scandir", shut)
    result = command("check", "scripts")
    assert result.code == 1
    assert "scripts/shut: warning: cannot be entered: Permission denied" in result.stdout
    assert "scripts/a.scm:2:7: error" in result.stdout


def test_a_file_is_looked_at_by_the_rules_of_its_home(command: Command) -> None:
    files = {"hooks/a.scm": "(import (my words))\n" + WRONG.replace("eq?", "same?"),
             "lib/my/words.sld": "(define-library (my words) (export same?) (import (scheme base))"
                                 " (begin (define same? equal?)))"}  # fmt: skip
    make_home(command.directory / "home", {**files, "chibi-hooks.toml": ""})
    result = command("check", "home/hooks/a.scm", "home/hooks")
    assert (result.code, result.stdout) == (0, "")


def test_the_line_to_write_stands_under_the_caret(command: Command) -> None:
    (command.directory / "a.scm").write_text(WRONG)
    result = command("check", "a.scm")
    assert result.stdout.splitlines()[1:] == [
        '    (if (eq? tool-name "x") (block) (no-opinion)))',
        "        ^^^^^^^^^^^^^^^^^^^",
        '  write (equal? tool-name "x")',
    ]
    assert result.stderr == "1 error, 0 warnings\n"


def test_a_guard_in_the_words_of_one_agent_is_told(command: Command) -> None:
    text = '(define-hook pre_tool (tool-name)\n  (if (equal? tool-name "Bash") (deny "no") (no-opinion)))'
    make_home(command.directory / "home", {"hooks/a.scm": text})
    told = 'hooks/a.scm:2:25: warning: no hook sees the tool "Bash": it is "shell_exec" here'
    assert told in command("check", "--home", "home").stdout
    assert told in command("check", "home/hooks/a.scm").stdout.replace("home/hooks", "hooks")


def test_programs_read_the_findings(command: Command) -> None:
    (command.directory / "a.scm").write_text(WRONG)
    told = json.loads(command("check", "a.scm", "--json").stdout)
    assert (told["errors"], told["warnings"]) == (1, 0)
    assert told["findings"][0]["code"] == "identity"
    assert [told["findings"][0][each] for each in ("file", "line", "column", "end_column")] == ["a.scm", 2, 7, 26]
    assert told["findings"][0]["fix"] == {"start": WRONG.index("eq?"), "end": WRONG.index("eq?") + 3, "text": "equal?"}


def test_ci_reads_the_findings(command: Command) -> None:
    (command.directory / "a.scm").write_text(WRONG)
    github = command("check", "a.scm", "--format", "github")
    assert github.code == 1
    assert github.stdout.startswith(
        "::error file=a.scm,line=2,col=7,endLine=2,endColumn=26,title=identity::eq? compares"
    )
    (run,) = json.loads(command("check", "a.scm", "--format", "sarif").stdout)["runs"]
    assert [each["id"] for each in run["tool"]["driver"]["rules"]] == ["identity"]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 7, "endLine": 2, "endColumn": 26}


def test_warnings_count_where_that_is_wanted(command: Command) -> None:
    (command.directory / "a.scm").write_text("(define (guard payload) '())")
    assert command("check", "a.scm").code == 0
    assert command("check", "--strict", "a.scm").code == 1


def test_what_is_certain_is_mended_and_the_rest_told(command: Command) -> None:
    path = command.directory / "a.scm"
    path.write_text(WRONG)
    result = command("check", "--fix", "a.scm")
    assert (result.code, result.stderr) == (0, "1 change made\nno mistakes found\n")
    assert path.read_text() == WRONG.replace("eq?", "equal?")


def test_a_missing_bracket_is_put_behind_the_body_of_a_lambda_not_before_it(command: Command) -> None:
    path = command.directory / "a.scm"
    text = '(register-hook \'pre_tool (lambda (payload)\n  (deny "no")'
    path.write_text(f"{text}\n")
    assert command("check", "--fix", "a.scm").stderr == "1 change made\nno mistakes found\n"
    assert path.read_text() == f"{text}))\n"


def test_a_file_is_mended_where_it_is_as_it_is(command: Command) -> None:
    """Editors elsewhere begin a file with a mark that is no character of it; people keep hook files behind links."""
    path = command.directory / "kept.scm"
    path.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    (command.directory / "a.scm").symlink_to("kept.scm")
    assert command("check", "--fix", "a.scm").stderr == "1 change made\nno mistakes found\n"
    assert path.read_bytes() == b"\xef\xbb\xbf" + WRONG.replace("eq?", "equal?").replace("\n", "\r\n").encode()
    assert (path.stat().st_mode & 0o777, (command.directory / "a.scm").is_symlink()) == (0o640, True)


def test_a_file_that_cannot_be_mended_stays_and_that_is_said(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    path = command.directory / "a.scm"
    path.write_text(WRONG)

    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = command("check", "--fix", "a.scm")
    assert (result.code, result.stderr) == (4, "chibi-hooks: a.scm: it cannot be written: No space left on device\n")
    assert (path.read_text(), {*os.listdir(command.directory)} - {"state"}) == (WRONG, {"a.scm"})


def test_the_same_mistake_is_said_once_with_its_lines(command: Command) -> None:
    (command.directory / "a.scm").write_text(WRONG * 3)
    result = command("check", "a.scm")
    assert result.stdout.count("compares by identity") == 1
    assert "the same 2 times more: lines 4, 6" in result.stdout


def test_a_hook_that_asks_the_host_is_not_said_to_fail_on_its_sample(command: Command) -> None:
    text = """(import (harness session) (harness facts))
(define-hook pre_tool (tool-name) (if (rate tool-name 20 60) (block "slow down") (no-opinion)))
(define-hook pre_tool (tool-name) (if (equal? (git-branch) "main") (block "not here") (no-opinion)))
"""
    (command.directory / "a.scm").write_text(text, encoding="utf-8")
    result = command("check", "--run", "a.scm")
    assert (result.code, result.stdout) == (0, ""), result.stderr


def test_hooks_are_fired_where_that_is_wanted(command: Command) -> None:
    (command.directory / "a.scm").write_text(
        "(define-hook pre_tool (arguments)\n"
        """  (list (cons "block" (> (string-length (apply payload-ref (list arguments "nothing"))) 9))))"""
    )
    assert command("check", "a.scm").code == 0
    result = command("check", "--run", "a.scm")
    assert result.code == 1
    assert "a.scm:2:26: error: fails on the sample payload of pre_tool: string-length: wanted a string" in result.stdout


def test_hooks_are_fired_on_what_was_recorded(command: Command) -> None:
    text = '(define-hook pre_tool (tool-name)\n  (if (equal? tool-name "odd") (car tool-name) (no-opinion)))'
    make_home(
        command.directory / "home", {"hooks/a.scm": text.replace("car tool", "string? tool"), "chibi-hooks.toml": ""}
    )
    command("fire", "pre_tool", "--home", "home", "--set", "tool_name=odd")
    make_home(command.directory / "home", {"hooks/a.scm": text.replace("(car tool-name)", "(vector-ref tool-name 0)")})
    result = command("check", "--run", "--home", "home")
    assert result.code == 1
    assert "hooks/a.scm:2:32: error: fails on " in result.stdout
    assert "see chibi-hooks why " in result.stdout


def test_programs_are_told_paths_that_they_can_open(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/a.scm": WRONG})
    told = json.loads(command("check", "home", "--json").stdout)
    assert [each["file"] for each in told["findings"]] == ["home/hooks/a.scm"]
    assert command("check", "home", "--format", "github").stdout.startswith("::error file=home/hooks/a.scm,line=2,")


def test_the_way_out_of_the_sandbox_is_named_as_the_home_names_it(command: Command) -> None:
    make_home(command.directory / "home", {"hooks/a.scm": '(define-hook pre_tool () (open-input-file "x"))'})
    told = command("check", "home/hooks/a.scm").stdout
    assert '"hooks/a.scm" = "unsandboxed"' in told


def test_where_nothing_is_looked_at_that_is_said(command: Command) -> None:
    (command.directory / "empty").mkdir()
    assert command("check", "empty").stderr == "nothing was looked at\n"
    assert command("check").stderr.splitlines()[-1] == "nothing was looked at"


def test_names_of_other_languages_are_told_in_schemes_words_and_only_slips_are_mended(command: Command) -> None:
    text = '(define-hook pre_tool (arguments) (if (ENDS ".env" "x") (block) (no-opinion)))'
    wanted = {
        "string-ends-with?": "write (string-suffix? end text)",
        "len": "write length, or string-length for a text",
        "string-sufix?": "write string-suffix?",
    }
    for name, hint in wanted.items():
        (command.directory / "a.scm").write_text(text.replace("ENDS", name))
        assert hint in command("check", "a.scm").stdout
    assert command("check", "a.scm", "--fix").stderr.startswith("1 change made")
    (command.directory / "a.scm").write_text(text.replace("ENDS", "string-finishes?"))
    assert "change" not in command("check", "a.scm", "--fix").stderr


def test_who_shall_deny_by_failing_and_is_not_there_is_said(command: Command) -> None:
    config = '[on_failure]\n"hooks/gaurd.scm" = "deny"\n"hooks/g*.scm" = "deny"\n"plugins/p" = "deny"\n'
    hook = "(register-hook 'pre_tool (lambda (p) (no-opinion)))\n"
    make_home(command.directory / "home", {"hooks/guard.scm": hook, "chibi-hooks.toml": config})
    told = command("check", "--home", "home").stdout
    assert 'on_failure: there is no "hooks/gaurd.scm" here, so nothing fails in its place: did you mean' in told
    assert 'there is no "plugins/p" here' in told and "g*" not in told


def test_a_beginning_with_which_no_hook_file_begins_is_said(command: Command) -> None:
    config = '[scheme.tiers]\n"hooks/gaurd.scm" = "unsandboxed"\n"hooks/empty/" = "virtual"\n"hooks/g" = "sandboxed"\n'
    more = '[agents]\nmay_allow = ["plugins/q"]\n[scheme.isolation]\n"" = "worker"\n"./hooks/guard.scm" = "thread"\n'
    hook = "(register-hook 'pre_tool (lambda (p) (no-opinion)))\n"
    home = make_home(command.directory / "home", {"hooks/guard.scm": hook, "chibi-hooks.toml": config + more})
    (home / "hooks" / "empty").mkdir()
    told = [line.partition("warning: ")[2] for line in command("check", "--home", "home").stdout.splitlines()]
    assert told == [
        'agents.may_allow: there is no "plugins/q" here, so nothing may allow',
        'scheme.tiers: no hook file here begins with "hooks/gaurd.scm": did you mean "hooks/guard.scm"?',
        'scheme.isolation: no hook file here begins with "./hooks/guard.scm": did you mean "hooks/guard.scm"?',
    ]


def test_a_mistake_is_told_though_a_last_good_version_decides(command: Command) -> None:
    home = make_home(command.directory / "home", {"chibi-hooks.toml": "[policies]\nbudget = { calls = 3 }\n"})
    assert command("check", "home").code == 0
    make_home(home, {"chibi-hooks.toml": "[policies]\nbudget = { calls = 0 }\n"})
    result = command("check", "home")
    told = "policies/budget: error: chibi-hooks.toml:2: calls: wanted a whole number from 1, got 0; its last good"
    assert (result.code, result.stdout.startswith(told)) == (1, True)


def test_a_directory_of_policies_that_is_not_there_is_said(command: Command) -> None:
    home = make_home(command.directory / "home", {"chibi-hooks.toml": '[policies]\nuse = ["team", "../none"]\n'})
    (home / "team").mkdir()
    told = 'chibi-hooks.toml: warning: policies.use: there is no directory "../none", seen from the home\n'
    assert command("check", "--home", "home").stdout == told
    assert 'policies.use: there is no directory "../none"' in command("doctor", "--home", "home").stdout


def test_a_guard_that_lies_where_nobody_looks_is_told_with_its_place_to_be(command: Command) -> None:
    guard = '(define-hook pre_tool (arguments) (block "no"))\n'
    odd = {
        "guard.scm": "guard.scm: nobody looks for hook files here: move it to hooks/",
        "plugins/z.scm": "plugins/z.scm: nobody looks for hook files here: move it to hooks/",
        "hook/x.scm": "hook/x.scm: nobody looks into hook/: move it to hooks/",
        "plugin/p": "plugin/p: nobody looks into plugin/: move it to plugins/",
        "hooks/deep/a.SCM": "hooks/deep/a.SCM: nobody looks at it: hook files end in .scm, so call it a.scm",
        "hooks/guard": "hooks/guard: nobody looks at it: hook files end in .scm, so call it guard.scm",
        "hooks/b.ss": "hooks/b.ss: nobody looks at it: hook files end in .scm, so call it b.scm",
        "hooks/my-test.scm": "hooks/my-test.scm: a test by its name (-test.scm), whose hooks nobody asks: rename it",
    }
    well = ["hooks/ok.scm", "hooks/a.scm.disabled", "hooks/.hidden", "hooks/b.scm~", "hooks/c.txt", "lib/d.scm"]
    home = make_home(command.directory / "home", dict.fromkeys([*odd, *well], guard))
    (home / "plugins/z.scm").chmod(0o644)
    (home / "plugin/p").chmod(0o755)
    make_home(home, {"tests/e-test.scm": guard, "notes.scm": "; (define-hook pre_tool …) goes into hooks/"})
    result = command("check", "--home", "home")
    assert sorted(
        line.replace(": warning:", ":", 1) for line in result.stdout.splitlines() if "nobody" in line
    ) == sorted(odd.values()), result.stdout
    assert result.code == 0
    examined = command("doctor", "--home", "home")
    assert all(f"problem  {told}" in examined.stdout for told in odd.values()) and examined.code == 1


def test_a_directory_with_the_name_of_a_hook_file_is_told(command: Command) -> None:
    home = make_home(command.directory / "home", {"hooks/good.scm/a.scm": "(define-hook pre_tool () (no-opinion))\n"})
    (home / "hooks/d.scm/inner").mkdir(parents=True)
    told = "hooks/d.scm: warning: a hook file by its name, but a directory, and no hook file is in it\n"
    assert command("check", "--home", "home").stdout == told
    assert "hooks/d.scm: a hook file by its name" in command("doctor", "--home", "home").stdout
