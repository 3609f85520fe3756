"""Trust: which files of a project's home run, what a change means, at start and in a host that reloads, and attacks."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.trust import CONTENTS, Gate, Trust, extend
from chibi_hooks.hooks.tools.tool import Caller
from tests.homes import answering, make_home, sh_plugin

SHELL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {}}
NEW = "it is new; read it, then `chibi-hooks trust`"
CHANGED = "it has changed since it was trusted; read it, then `chibi-hooks trust`"
Files = dict[str, str | bytes]


SAYS = """
(define-hook pre_tool (tool-name)
  (if (equal? tool-name "shell_exec") (rewrite-arguments (list (cons WORD #t))) (no-opinion)))
"""


def says(word: str) -> str:
    """A hook file whose answer says a word."""
    return SAYS.replace("WORD", f'"{word}"')


class Project:
    """A directory with a home in it that came with it."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.home = around.directory / ".chibi"
        self.trust = Trust(around.state_directory())

    def put(self, files: Files, *remove: str) -> None:
        make_home(self.home, files)
        for name in remove:
            (self.home / name).unlink()

    def opened(self, **options: Any) -> Host:
        return Host.open(around=self.around, **options)

    def said(self, host: Host | None = None) -> list[str]:
        """Who answers, by the words they say."""
        if host is not None:
            return [next(iter(each.value["arguments"])) for each in host.fire("pre_tool", SHELL).answers if each.value]
        with self.opened() as host:
            return self.said(host)

    def skipped(self) -> dict[str, str]:
        """Place -> reason."""
        with self.opened() as host:
            return {notice.place: notice.reason.removeprefix(f"{notice.place}: ") for notice in host.notices}


@pytest.fixture
def project(around: Surroundings) -> Project:
    made = Project(around)
    made.put({"hooks/a.scm": says("a"), "hooks/b.scm": says("b")})
    return made


# --- at start ---


def test_nothing_of_a_projects_home_runs_before_it_is_trusted(project: Project) -> None:
    assert project.said() == []
    assert "`chibi-hooks trust`" in project.skipped()[str(project.home)]
    project.trust.grant(project.home)
    assert (project.said(), project.skipped()) == (["a", "b"], {})


def test_a_home_that_is_named_needs_no_other_word(project: Project) -> None:
    with Host.open(home=project.home, around=project.around) as host:
        assert project.said(host) == ["a", "b"]


def test_it_answers_after_the_users_own_home(project: Project) -> None:
    make_home(project.around.user_home / ".chibi", {"hooks/z.scm": says("z")})
    project.trust.grant(project.home)
    assert project.said() == ["z", "a", "b"]


def test_a_changed_file_decides_as_it_was_trusted_and_a_new_one_is_skipped(project: Project) -> None:
    project.trust.grant(project.home)
    project.put({"hooks/a.scm": says("evil"), "hooks/c.scm": says("c")})
    assert project.said() == ["a", "b"]
    assert project.skipped() == {"hooks/a.scm": CHANGED, "hooks/c.scm": NEW}
    project.trust.grant(project.home)
    assert project.said() == ["evil", "b", "c"]


def test_a_guard_whose_failure_denies_denies_while_it_is_not_trusted(project: Project) -> None:
    project.put({"chibi-hooks.toml": '[on_failure]\n"hooks/a.scm" = "deny"\n'})
    project.trust.grant(project.home)
    project.put({"hooks/a.scm": says("changed")})
    for kept in project.trust.texts.directory.iterdir():
        kept.write_text("somebody was here")
    with project.opened() as host:
        fire = host.fire("pre_shell_exec", {"tool_name": "x", "command": "ls"})
    assert fire.outcome.denied
    assert "it has changed since it was trusted" in fire.outcome.reason


def test_going_back_to_a_content_that_was_trusted_needs_no_new_word(project: Project) -> None:
    project.trust.grant(project.home)
    project.put({"hooks/a.scm": says("other")})
    project.trust.extend(project.home, [project.home / "hooks/a.scm"])
    for word in ("a", "other", "a"):
        project.put({"hooks/a.scm": says(word)})
        assert project.said() == [word, "b"]


def test_trusted_text_under_another_name_is_another_file(project: Project) -> None:
    project.trust.grant(project.home)
    project.put({"hooks/free/a.scm": says("a")})
    assert project.skipped() == {"hooks/free/a.scm": NEW}


@pytest.mark.parametrize("before", [{}, {"chibi-hooks.toml": "[scheme]\ntime_limit = 1\n"}])
def test_a_configuration_that_is_not_trusted_leaves_the_last_trusted_one(project: Project, before: Files) -> None:
    project.put(before)
    project.trust.grant(project.home)
    project.put({"chibi-hooks.toml": '[scheme.tiers]\n"" = "unsandboxed"\n'})
    with project.opened() as host:
        assert project.said(host) == ["a", "b"]
        assert {script.tier for script in host.generation.loaded[0].scripts} == {"sandboxed"}
    assert "as it was trusted" in project.skipped()["chibi-hooks.toml"]


def test_without_the_last_trusted_configuration_the_home_is_closed(project: Project) -> None:
    project.put({"chibi-hooks.toml": "[scheme]\ntime_limit = 1\n"})
    project.trust.grant(project.home)
    project.put({"chibi-hooks.toml": "[scheme]\ntime_limit = 2\n"})
    for kept in project.trust.texts.directory.iterdir():
        kept.unlink()
    assert project.said() == []
    assert "nothing new of" in project.skipped()["chibi-hooks.toml"]


def test_a_library_and_an_included_file_are_read_only_as_trusted(project: Project) -> None:
    library = '(define-library (my words) (export w) (import (scheme base)) (begin (define w "lib")))'
    part = '(define p "part")'
    project.put({
        "lib/my/words.sld": library,
        "hooks/part.inc": part,
        "hooks/a.scm": "(import (my words))" + SAYS.replace("WORD", "w"),
        "hooks/b.scm": '(include "part.inc")' + SAYS.replace("WORD", "p"),
    })  # fmt: skip
    project.trust.grant(project.home)
    assert project.said() == ["lib", "part"]
    evil = library.replace('"lib"', '"evil"')
    project.put({"lib/my/words.sld": evil, "hooks/part.inc": part.replace("part", "evil")})
    assert project.said() == ["lib", "part"]
    assert {place: CHANGED in reason for place, reason in project.skipped().items()} == {
        "hooks/a.scm": True, "hooks/b.scm": True,
    }  # fmt: skip


def test_a_link_that_leads_out_of_the_home_counts_by_what_it_shows(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside.scm"
    outside.write_text(says("linked"))
    (project.home / "hooks/c.scm").symlink_to(outside)
    (project.home / "hooks/d.scm").write_text('(include "c.scm")')  # whose text lies outside of its directory
    project.trust.grant(project.home)
    assert project.said() == ["a", "b", "linked"]
    outside.write_text(says("evil"))
    assert set(project.said()) == {"a", "b", "linked"}


def test_no_plugin_is_started_that_is_not_trusted(project: Project, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    evil = f"#!/bin/sh\ntouch {mark}\n"
    project.put({"plugins/p": evil})
    assert project.said() == []
    project.put({"plugins/p": answering("p", ["pre_tool"], {"arguments": {"p": 1}})})
    project.trust.grant(project.home)
    assert project.said() == ["p", "a", "b"]
    project.put({"plugins/p": evil})
    assert project.skipped() == {"plugins/p": CHANGED}
    assert not mark.exists()


def test_a_plugin_that_is_a_directory_is_trusted_with_all_that_is_in_it(project: Project) -> None:
    body = 'cat >/dev/null; cat "$(dirname "$0")/answer"'
    project.put({"plugins/p/p": sh_plugin("p", ["pre_tool"], body), "plugins/p/answer": '{"arguments": {"p": 1}}'})
    (project.home / "plugins/p/p").chmod(0o755)
    project.trust.grant(project.home)
    assert project.said() == ["p", "a", "b"]
    project.put({"plugins/p/answer": '{"arguments": {"evil": 1}}'})
    assert project.said() == ["a", "b"]
    assert project.skipped() == {"plugins/p": f"plugins/p/answer: {CHANGED}"}


def test_hook_files_among_the_virtual_files_count_and_other_virtual_files_do_not(project: Project) -> None:
    project.trust.grant(project.home)
    project.put({"vfs/tools/shared/t.scm": says("t"), "vfs/shared/notes.md": "x"})
    assert project.skipped() == {"vfs/tools/shared/t.scm": NEW}


def test_a_hook_file_that_a_tool_writes_needs_no_word(project: Project) -> None:
    project.trust.grant(project.home)
    with project.opened() as host:
        write = {"path": "vfs:///tools/shared/t.scm", "content": says("t")}
        assert host.call_tool("write_file", write).status == "done"
        assert project.said(host) == ["a", "b", "t"]
    assert (project.said(), project.skipped()) == (["a", "b", "t"], {})


# --- in a host that runs ---


def test_a_reload_keeps_the_trusted_version_until_the_new_one_is_trusted(project: Project) -> None:
    project.trust.grant(project.home)
    with project.opened() as host:
        project.put({"hooks/a.scm": says("new")})
        host.reload()
        assert project.said(host) == ["a", "b"]
        assert [notice.reason for notice in host.notices] == [f"hooks/a.scm: {CHANGED}"]
        project.trust.extend(project.home, [project.home / "hooks/a.scm"])
        host.reload()
        assert (project.said(host), host.notices) == (["new", "b"], ())


def test_a_library_that_is_trusted_later_is_read_then(project: Project) -> None:
    project.trust.grant(project.home)
    library = '(define-library (my words) (export w) (import (scheme base)) (begin (define w "lib")))'
    with project.opened() as host:
        text = "(import (my words)) (define-hook pre_tool () (rewrite-arguments (list (cons w #t))))"
        project.put({"lib/my/words.sld": library, "hooks/a.scm": text})
        project.trust.extend(project.home, [project.home / "hooks/a.scm"])
        host.reload()
        assert project.said(host) == ["a", "b"]
        project.trust.extend(project.home, [project.home / "lib/my/words.sld"])
        host.reload()
        assert project.said(host) == ["lib", "b"]


def test_a_configuration_that_changes_stays_as_it_was_until_it_is_trusted(project: Project) -> None:
    project.trust.grant(project.home)
    with project.opened() as host:
        project.put({"chibi-hooks.toml": 'permission = "allow"\n'})
        host.reload()
        assert host.generation.permission == "deny"
        assert project.said(host) == ["a", "b"]
        project.trust.grant(project.home)
        host.reload()
        assert host.generation.permission == "allow"


def test_a_home_that_is_trusted_while_a_host_runs_is_loaded_and_a_revoked_one_is_dropped(project: Project) -> None:
    with project.opened() as host:
        assert project.said(host) == []
        project.trust.grant(project.home)
        host.reload()
        assert (project.said(host), host.notices) == (["a", "b"], ())
        project.trust.revoke(project.home)
        host.reload()
        assert project.said(host) == []
        assert "`chibi-hooks trust`" in host.notices[0].reason


def test_a_closed_home_opens_when_its_configuration_is_trusted(project: Project) -> None:
    project.put({"chibi-hooks.toml": "[scheme]\ntime_limit = 2\n"})
    project.trust.grant(project.home)
    project.put({"chibi-hooks.toml": "[scheme]\ntime_limit = 1\n"})
    for kept in project.trust.texts.directory.iterdir():
        kept.unlink()
    with project.opened() as host:
        host.reload()
        assert project.said(host) == []
        project.trust.grant(project.home)
        host.reload()
        assert (project.said(host), host.notices) == (["a", "b"], ())


def test_what_the_user_saves_while_at_work_is_trusted(project: Project) -> None:
    project.trust.grant(project.home)
    with project.opened() as host:
        host.reloader.take_saves()
        saved: Files = {"hooks/a.scm": says("saved"), "hooks/c.scm": says("c")}
        project.put({**saved, "chibi-hooks.toml": 'permission = "allow"'})
        host.reload()
        assert project.said(host) == ["saved", "b", "c"]
    assert (project.said(), project.skipped()) == (["saved", "b", "c"], {})


def test_what_was_not_trusted_before_the_user_went_to_work_is_not(project: Project) -> None:
    library = '(define-library (my words) (export w) (import (scheme base)) (begin (define w "evil")))'
    project.trust.grant(project.home)
    project.put({"hooks/a.scm": says("pulled"), "lib/my/words.sld": library})
    with project.opened() as host:
        host.reloader.take_saves()
        uses = "(import (my words)) (define-hook pre_tool () (rewrite-arguments (list (cons w #t))))"
        project.put({"hooks/b.scm": uses})
        host.reload()
        assert project.said(host) == ["a", "b"]  # as they were trusted; the library is still not
        project.put({"hooks/a.scm": says("edited")})
        host.reload()
        assert project.said(host) == ["edited", "b"]


def test_after_work_a_change_is_a_change_again(project: Project) -> None:
    project.trust.grant(project.home)
    with project.opened() as host:
        host.reloader.take_saves()
        host.reloader.take_saves(False)
        project.put({"hooks/a.scm": says("pulled")})
        host.reload()
        assert project.said(host) == ["a", "b"]


def test_a_plugin_that_is_replaced_under_a_running_host_does_not_run_unless_it_is_trusted(
    project: Project, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    project.put({"plugins/p": answering("p", ["pre_tool"], {"arguments": {"p": 1}})})
    project.trust.grant(project.home)
    with project.opened() as host:
        generation = host.generation
        replacement = tmp_path / "replacement"
        replacement.write_text(f"#!/bin/sh\ntouch {mark}\n")
        replacement.chmod(0o755)
        os.replace(replacement, project.home / "plugins/p")
        fire = host.fire_in(generation, "pre_tool", SHELL)  # one that began before
        assert fire.answers[0].error is not None
        assert (fire.answers[0].error.type, fire.answers[0].error.message) == ("trust", CHANGED)
        assert project.said(host) == ["a", "b"]
        assert "plugins/p: it has changed" in host.tools_of(generation)["p"].run({}, Caller("", 9.0)).text
        assert not mark.exists()
        project.put({"plugins/p": answering("p", ["pre_tool"], {"arguments": {"mine": 1}})})
        project.trust.grant(project.home)
        host.reload()
        assert project.said(host) == ["mine", "a", "b"]


def test_a_replaced_plugin_of_ones_own_is_asked_for_its_schema_again(around: Surroundings) -> None:
    home = make_home(around.user_home / ".chibi", {"plugins/p": answering("p", ["pre_tool"], {"block": True})})
    with Host.open(around=around) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
        make_home(home, {"plugins/p": answering("renamed", ["pre_tool", "post_tool"], {"block": False})})
        fire = host.fire("pre_tool", SHELL)
        assert ([answer.responder for answer in fire.answers], fire.generation) == (["renamed"], 2)


# --- the file ---


def test_it_is_the_users_alone_and_one_that_others_could_have_written_is_none(project: Project) -> None:
    project.trust.grant(project.home)
    path = project.trust.path
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o622)
    assert project.said() == []


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 2, "homes": {}}', '{"format": 1, "homes": {"x": 1}}', "[" * 9999]
)
def test_a_file_that_is_none_trusts_nothing_and_can_be_written_again(project: Project, text: str) -> None:
    project.trust.path.parent.mkdir(parents=True, exist_ok=True)
    project.trust.path.write_text(text)
    project.trust.path.chmod(0o600)
    assert project.said() == []
    project.trust.grant(project.home)
    assert project.said() == ["a", "b"]


def test_a_state_directory_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(ConfigError, match="cannot be written"):
        Trust(tmp_path / "state").grant(tmp_path)


def test_many_at_once_lose_nothing(project: Project) -> None:
    project.trust.grant(project.home)
    names = [f"hooks/n{number}.scm" for number in range(40)]
    project.put({name: says("n") for name in names})
    state = project.around.state_directory()

    def work(part: list[str]) -> None:
        for name in part:
            extend(state, project.home, [project.home / name])

    threads = [threading.Thread(target=work, args=(names[number::4],)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert project.skipped() == {}


def test_extend_does_not_open_a_home_that_is_not_trusted(project: Project) -> None:
    extend(project.around.state_directory(), project.home, [project.home / "hooks/a.scm"])
    assert project.said() == []
    assert not project.trust.knows(project.home)


def test_the_contents_that_are_kept_of_a_file_are_bounded(project: Project) -> None:
    project.trust.grant(project.home)
    for number in range(CONTENTS + 5):
        project.put({"hooks/a.scm": f"{number}"})
        project.trust.extend(project.home, [project.home / "hooks/a.scm"])
    kept = json.loads(project.trust.path.read_text())["homes"][os.path.realpath(project.home)]
    assert len(kept["hooks/a.scm"]) == CONTENTS


def test_files_stand_as_they_are(project: Project) -> None:
    project.trust.grant(project.home)
    project.put({"hooks/a.scm": "1", "hooks/c.scm": "2"}, "hooks/b.scm")
    assert [(found.place, found.standing) for found in project.trust.files(project.home)] == [
        ("hooks/a.scm", "changed"), ("hooks/b.scm", "gone"), ("hooks/c.scm", "new"),
    ]  # fmt: skip


def test_a_home_reached_by_another_name_is_the_same_home(project: Project, tmp_path: Path) -> None:
    project.trust.grant(project.home)
    (tmp_path / "elsewhere").symlink_to(project.around.directory)
    around = Surroundings(project.around.environment, tmp_path / "elsewhere", project.around.user_home)
    with Host.open(around=around) as host:
        assert project.said(host) == ["a", "b"]


@pytest.mark.parametrize("restart", [True, False], ids=["at the start", "while it runs"])
def test_a_link_that_takes_the_place_of_a_trusted_home_brings_nothing_new(restart: bool, project: Project) -> None:
    project.trust.grant(project.home)
    make_home(project.around.directory / "pulled", {"hooks/a.scm": says("evil"), "hooks/c.scm": says("c")})
    with project.opened() as host:
        project.home.rename(project.around.directory / "old")
        project.home.symlink_to("pulled")
        host.reloader.clock = lambda: 1e9
        host.reload()
        assert "evil" not in project.said(host) and "c" not in project.said(host)
        assert restart or "a" in project.said(host)
    if restart:
        assert project.said() == ["a"]  # what is not in it is deleted
        assert project.skipped() == {"hooks/a.scm": CHANGED, "hooks/c.scm": NEW}
    project.trust = Trust(project.around.state_directory())
    project.trust.grant(project.home)
    assert project.said() == ["evil", "c"]


def test_odd_names_and_odd_files_are_no_obstacle(project: Project) -> None:
    odd = os.fsdecode(b"hooks/\xff.scm")
    project.put({odd: says("odd"), "hooks/ü b.scm": says("umlaut")})
    os.mkfifo(project.home / "hooks/pipe.scm")
    (project.home / "hooks/loop").symlink_to(project.home / "hooks")
    project.trust.grant(project.home)
    assert sorted(project.said()) == ["a", "b", "umlaut"]
    assert "name is not UTF-8" in project.skipped()["hooks/\\xff.scm"]


def test_a_gate_reads_a_file_once_while_it_stays_as_it_is(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.trust.grant(project.home)
    path = project.home / "hooks/a.scm"
    monkeypatch.setattr("chibi_hooks.hooks.homes.trust.time.time_ns", lambda: path.stat().st_ctime_ns + 3_000_000_000)
    gate = Gate(project.home, project.trust)
    assert gate.admits("hooks/a.scm")
    monkeypatch.setattr("chibi_hooks.hooks.homes.trust._digest_of", lambda path: None)
    assert gate.admits("hooks/a.scm")
    assert gate.refusal("hooks/a.scm") is None
    monkeypatch.undo()
    path.write_text("changed")
    assert not gate.admits("hooks/a.scm")


def test_a_plugin_that_is_changed_back_between_two_looks_does_not_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, other = (answering("p", ["pre_tool"], {"arguments": {word: True}}) for word in ("good", "other"))
    project.put({"plugins/p": good})
    project.trust.grant(project.home)
    project.put({"plugins/p": other})
    refusal, looks = Gate.refusal_of_plugin, [good, other]

    def changed_back(self: Gate, place: str, digest: str | None = None) -> str | None:
        if looks:
            project.put({"plugins/p": looks.pop(0)})
        return refusal(self, place, digest)

    monkeypatch.setattr(Gate, "refusal_of_plugin", changed_back)
    with project.opened() as host:
        project.put({"plugins/p": other})
        assert project.said(host) == ["a", "b"]
        assert [each.place for each in host.notices] == ["plugins/p"]


def test_a_plugin_that_is_exchanged_while_it_runs_has_not_answered(project: Project) -> None:
    body = 'cat >/dev/null; cp "$0" "$0.new"; mv "$0.new" "$0"; echo \'{"block": true}\''
    project.put({"plugins/p": sh_plugin("p", ["pre_tool"], body)})
    project.trust.grant(project.home)
    with project.opened() as host:
        fire = host.fire("pre_tool", SHELL)
    assert fire.answers[0].error is not None
    assert (fire.answers[0].error.type, fire.outcome.block) == ("trust", False)
