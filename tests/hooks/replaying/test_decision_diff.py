"""The decision diff: after a save, which recorded fires are decided in another way than before it, and nothing else."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.replaying.decision_diff import DecisionDiff, Diff
from tests.homes import answering, make_home, sh_plugin

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "WORD")
      (block "no")
      (no-opinion)))
"""
PATIENT = "[scheme]\ntime_limit = 30\n"  # for hook files on a machine that does other things, too
Files = dict[str, str | bytes]


def guard(word: str) -> Files:
    return {"hooks/guard.scm": GUARD.replace("WORD", word)}


class Editing:
    """A host whose files are edited, and what each save changes about its fires."""

    def __init__(self, root: Path, around: Surroundings) -> None:
        self.home = make_home(root / "home", {"chibi-hooks.toml": PATIENT})
        self.around = around
        self.hosts: list[Host] = []

    def open(self, files: Files, **options: Any) -> Editing:
        make_home(self.home, files)
        self.host = Host.open(home=self.home, around=self.around)
        self.hosts.append(self.host)
        self.diff = DecisionDiff(self.host, self.around, **options)
        self.diff.prepare()
        return self

    def shell(self, *commands: str) -> list[str]:
        """Fire; gives the fires' names."""
        payloads = [{"tool_name": "shell_exec", "arguments": {"command": command}} for command in commands]
        return [self.host.fire("pre_tool", payload).id for payload in payloads]

    def save(self, files: Files, remove: tuple[str, ...] = ()) -> Diff | None:
        make_home(self.home, files)
        for name in remove:
            (self.home / name).unlink()
        reloaded = self.host.reload()
        while remove and reloaded is None:  # what is gone is held for a moment
            reloaded = self.host.reload()
        found = self.diff.next()
        self.diff.prepare()
        return found

    def changed(self, files: Files, remove: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
        """Fire, then and now."""
        found = self.save(files, remove)
        assert found is not None and not found.problem
        return [(each.fire.id, each.before.word, each.after.word) for each in found.report.changed]


@pytest.fixture
def editing(tmp_path: Path, around: Surroundings) -> Iterator[Editing]:
    made = Editing(tmp_path, around)
    yield made
    for host in made.hosts:
        host.close()


def test_only_what_a_save_changes_is_told(editing: Editing) -> None:
    rm, ls, mv = editing.open(guard("rm")).shell("rm x", "ls", "mv x y")
    assert editing.changed(guard("mv")) == [(rm, "blocked", "none"), (mv, "none", "blocked")]
    assert editing.changed(guard("ls")) == [(ls, "none", "blocked"), (mv, "blocked", "none")]
    assert editing.changed({"hooks/guard.scm": f"; a remark\n{GUARD.replace('WORD', 'ls')}"}) == []


def test_without_a_new_generation_there_is_nothing_to_compare(editing: Editing) -> None:
    editing.open(guard("rm")).shell("rm x")
    assert editing.save({}) is None
    assert editing.save({"hooks/guard.scm": "(("}) is None


def test_a_broken_save_compares_nothing_and_its_repair_compares_with_what_was_live(editing: Editing) -> None:
    (rm,) = editing.open(guard("rm")).shell("rm x")
    assert editing.save({"hooks/guard.scm": "(("}) is None
    assert editing.changed(guard("mv")) == [(rm, "blocked", "none")]


def test_a_file_that_stays_broken_counts_with_its_last_good_version(editing: Editing) -> None:
    editing.open({**guard("rm"), "hooks/other.scm": ""}).shell("rm x")
    editing.save({"hooks/guard.scm": "(("})
    assert editing.changed({"hooks/other.scm": "(define-hook pre_tool () (no-opinion))"}) == []


def test_what_was_rolled_back_is_compared_as_it_is_live(editing: Editing) -> None:
    (rm,) = editing.open(guard("rm")).shell("rm x")
    editing.changed(guard("mv"))
    editing.host.rollback()
    found = editing.diff.next()
    assert found is not None
    assert [each.after.word for each in found.report.changed] == ["blocked"]


def test_what_was_saved_before_anybody_looked_is_not_told(editing: Editing) -> None:
    editing.open(guard("rm")).shell("rm x")
    make_home(editing.home, guard("mv"))
    editing.host.reload()
    editing.diff = DecisionDiff(editing.host, editing.around)
    assert editing.changed({"hooks/new.scm": "(define-hook pre_tool () (no-opinion))"}) == []


def test_a_file_that_is_removed_and_one_that_is_new_change_decisions(editing: Editing) -> None:
    (rm,) = editing.open(guard("rm")).shell("rm x")
    assert editing.changed({}, remove=("hooks/guard.scm",)) == [(rm, "blocked", "none")]
    assert editing.changed(guard("rm")) == [(rm, "none", "blocked")]


def test_a_library_that_changes_is_compared_with_itself_as_it_was(editing: Editing) -> None:
    def words(word: str) -> Files:
        text = f'(define-library (my words) (import (scheme base)) (export word) (begin (define word "{word}")))'
        return {"lib/my/words.sld": text}

    uses = f"(import (my words))\n{GUARD}".replace('"WORD"', "word")
    (rm,) = editing.open({**words("rm"), "hooks/guard.scm": uses}).shell("rm x")
    assert editing.changed(words("mv")) == [(rm, "blocked", "none")]


def test_hooks_that_remember_are_compared_in_fresh_worlds(editing: Editing) -> None:
    counting = "(define n 0)\n(define-hook pre_tool () (set! n (+ n 1)) (if (> n LIMIT) (block) (no-opinion)))"
    names = editing.open({"hooks/count.scm": counting.replace("LIMIT", "2")}).shell("a", "b", "c", "d")
    assert editing.changed({"hooks/count.scm": counting.replace("LIMIT", "3")}) == [(names[2], "blocked", "none")]
    assert editing.changed({"hooks/count.scm": counting.replace("LIMIT", "1")}) == [
        (names[1], "none", "blocked"),
        (names[2], "none", "blocked"),
    ]
    assert editing.shell("e") and editing.host.generation.number == 3


def test_only_points_where_somebody_else_answers_are_looked_at(editing: Editing) -> None:
    editing.open(guard("rm")).shell("rm x")
    for _ in range(60):
        editing.host.fire("pre_clear", {})
    found = editing.save(guard("mv"))
    assert found is not None and (found.report.compared, len(found.report.changed)) == (1, 1)
    found = editing.save({"hooks/tools.scm": "(define x 1)"})
    assert found is not None and found.report.compared == 0


def test_the_last_ones_and_all_that_were_blocked_or_failed(editing: Editing) -> None:
    failing = '(define-hook pre_tool (arguments) (if (equal? (payload-ref arguments "command" "") "f") (car 1) \'()))'
    editing.open({**guard("rm"), "hooks/z.scm": failing}, count=3)
    names = editing.shell("rm x", "f", "mv 1", "mv 2", "mv 3", "mv 4")
    found = editing.save(guard("mv"))
    assert found is not None
    assert found.report.compared == 5
    assert [each.fire.id for each in found.report.changed] == [names[0], *names[3:]]


def test_plugins_are_not_asked_and_their_recorded_answers_count(editing: Editing) -> None:
    marks = editing.home.parent / "marks"
    body = f'echo x >> {marks}; echo \'{{"block": true, "message": "plugin"}}\''
    editing.open({**guard("rm"), "plugins/p": sh_plugin("p", ["pre_tool"], body)}).shell("rm x")
    assert editing.changed(guard("mv")) == []
    assert marks.read_text() == "x\n"


def test_nothing_outside_is_touched(editing: Editing) -> None:
    mark = editing.home.parent / "mark"
    config = PATIENT + '[scheme.tiers]\n"hooks/free.scm" = "unsandboxed"\n'
    free = f'(import (scheme file))\n(define-hook pre_tool () (call-with-output-file "{mark}" (lambda (p) 1)) \'())'
    editing.open({**guard("rm"), "hooks/free.scm": free, "chibi-hooks.toml": config}).shell("rm x")
    mark.unlink()
    assert len(editing.changed(guard("mv"))) == 1
    assert not mark.exists()


def test_a_change_of_configuration_is_a_change(editing: Editing) -> None:
    editing.open({"hooks/a.scm": ""})
    fire = editing.host.fire("pre_shell_exec", {"command": "ls"})
    found = editing.save({"chibi-hooks.toml": f'permission = "allow"\n{PATIENT}'})
    assert found is not None
    assert [(each.fire.id, each.before.word, each.after.word) for each in found.report.changed] == [
        (fire.id, "denied", "allowed")
    ]


def test_a_plugin_that_is_new_is_compared_without_being_asked(editing: Editing) -> None:
    editing.open(guard("rm")).shell("rm x")
    assert editing.changed({"plugins/new": answering("new", ["pre_tool"], {"block": True})}) == []


def test_new_failures_are_told(editing: Editing) -> None:
    (rm,) = editing.open(guard("rm")).shell("rm x")
    found = editing.save({"hooks/guard.scm": "(define-hook pre_tool () (car 1))"})
    assert found is not None
    assert [(fire.id, answer.responder) for fire, answer in found.report.failing] == [(rm, "guard")]


def test_what_takes_too_long_is_left_out(editing: Editing) -> None:
    editing.open(guard("rm"), seconds=-1).shell("rm x")
    found = editing.save(guard("mv"))
    assert found is not None
    assert [reason for _, reason in found.report.left_out] == ["there was no time left"]


def test_where_nothing_is_recorded_that_is_said(editing: Editing) -> None:
    editing.open({**guard("rm"), "chibi-hooks.toml": f"{PATIENT}[recorder]\nenabled = false\n"})
    found = editing.save(guard("mv"))
    assert found is not None and found.problem == "fires of this home are not recorded"


def test_more_files_than_can_be_loaded_meanwhile_are_said(editing: Editing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chibi_hooks.hooks.replaying.decision_diff.MOST", 1)
    editing.open({**guard("rm"), "hooks/b.scm": GUARD}).shell("rm x")
    found = editing.save(guard("mv"))
    assert found is not None
    assert found.problem == "2 files answer there, more than 1; `chibi-hooks replay` compares them"


def test_without_fires_nothing_is_compared(editing: Editing) -> None:
    editing.open(guard("rm"))
    found = editing.save(guard("mv"))
    assert found is not None and (found.report.compared, found.problem) == (0, "")


def test_a_file_that_cannot_be_loaded_again_is_said(editing: Editing) -> None:
    def library(text: str) -> Files:
        return {"lib/words.sld": f"(define-library (words) (import (scheme base)) (export w) (begin {text}))"}

    uses = f"(import (words))\n{GUARD}".replace('"WORD"', "w")
    editing.open({**library('(define w "rm")'), "hooks/guard.scm": uses}).shell("rm x")
    editing.diff.close()  # as if the copies had not been made ahead
    editing.save(library("(define w"))
    found = editing.save({"hooks/new.scm": "(define-hook pre_tool () (no-opinion))"})
    assert found is not None
    assert found.problem.startswith("hooks/guard.scm cannot be loaded once more: ")


def test_worlds_are_let_go(editing: Editing) -> None:
    (rm,) = editing.open(guard("rm")).shell("rm x")
    before = weakref.ref(editing.host.generation)
    editing.changed(guard("mv"))
    editing.changed(guard("rm"))
    gc.unfreeze()  # what was published is frozen
    gc.collect()
    assert before() is None


def test_what_a_new_rule_would_have_refused_long_ago_is_told_in_a_second_step(editing: Editing) -> None:
    editing.open(guard("rm"), count=2)
    ids = editing.shell("curl a", "ls", "curl b", "ls", "ls")
    found = editing.save(guard("curl"))
    assert found is not None
    assert (found.report.compared, found.report.changed, found.older) == (2, (), False)
    older = editing.diff.rest()
    assert older is not None
    assert ([each.fire.id for each in older.report.changed], older.older) == ([ids[0], ids[2]], True)
    assert older.report.compared == 3
    assert editing.diff.rest() is None  # its worlds are gone
    assert editing.save(guard("cur")) is not None
    assert editing.diff.rest() is None  # nothing is decided in another way


def test_the_rest_waits_for_nobody_who_is_in_a_hurry(editing: Editing) -> None:
    editing.open(guard("rm"), count=1)
    editing.shell("curl a", "ls")
    assert editing.save(guard("curl")) is not None
    assert editing.diff.rest(lambda: True) is None
    assert editing.save(guard("ls")) is not None  # and the next save is compared as ever


def test_a_hurry_that_ends_in_no_save_costs_nothing(editing: Editing) -> None:
    """Two looks of which the first one has seen all there is: the second one goes on where it was cut short."""
    editing.open(guard("rm"), count=1)
    (curl, _) = editing.shell("curl a", "ls")
    assert editing.save(guard("curl")) is not None
    assert editing.diff.rest(lambda: True) is None
    assert editing.diff.next() is None
    older = editing.diff.rest()
    assert older is not None and [each.fire.id for each in older.report.changed] == [curl]
