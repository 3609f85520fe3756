"""`check`: mistakes in homes, hook files and plugins, each with its place; exit code 1 when there are errors."""

from __future__ import annotations

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
        "hooks/a.scm:1:39: error: zzz is not defined",
        'hooks/deep/b.scm:1:16: error: there is no hook point pre_tol: did you mean "pre_tool"?',
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
    assert command("check", "--home", "home").code == 4


def test_what_an_agent_never_asks_is_said_also_of_what_it_only_documents(command: Command) -> None:
    hook = '(define-hook pre_message () (deny "no"))'
    for used, said in (("caliban", False), ("caliban:coded", True), ("caliban:nonsense", None)):
        config = f'[agents]\nused = ["{used}"]\n'
        make_home(command.directory / "home", {"hooks/h.scm": hook, "chibi-hooks.toml": config})
        result = command("check", "--home", "home")
        if said is None:
            assert "there is no agent" in result.stderr
        else:
            assert ("no event of it fires pre_message" in result.stdout) == said
