"""Reloading: what is saved is live after one look, what is broken keeps its last good version, and every fire ends on
the generation with which it began. Time is handed in; nobody waits."""

from __future__ import annotations

import gc
import json
import os
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.live.reload import GRACE
from chibi_hooks.hooks.live.status import Reloaded
from tests.homes import answering, make_home, sh_plugin
from tests.isolation import looks_inside

SHELL = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
BROKEN = '(register-hook \'pre_tool (lambda (p) (block "no"))'


def saying(text: str, point: str = "pre_tool") -> str:
    """A hook file that blocks with this message."""
    return f'(register-hook \'{point} (lambda (p) (block "{text}")))\n'


class Live:
    """A host whose home is edited under it."""

    def __init__(self, home: Path, around: Surroundings) -> None:
        self.home = home
        self.host = Host.open(home=home, around=around, record=False)
        self.now = 1000.0
        self.host.reloader.clock = lambda: self.now

    def save(self, name: str, text: str) -> None:
        make_home(self.home, {name: text})

    def look(self, **files: str) -> Reloaded | None:
        """Look, after so many seconds."""
        return self.host.reload()

    def saved(self, name: str, text: str) -> Reloaded:
        """Save and look; something has to come of it."""
        self.save(name, text)
        reloaded = self.look()
        assert reloaded is not None
        return reloaded

    def gone(self, name: str) -> Reloaded:
        """Delete and look until it is taken for gone."""
        (self.home / name).unlink()
        assert self.look() is None
        return self.after_grace()

    def after_grace(self) -> Reloaded:
        due = self.host.reloader.due
        assert due is not None and due <= self.now + GRACE
        self.now = due
        reloaded = self.look()
        assert reloaded is not None
        assert self.host.reloader.due is None
        return reloaded

    def messages(self, point: str = "pre_tool") -> list[Any]:
        """What everybody says; the kind of the failure in its place."""
        answers = self.host.fire(point, SHELL).answers
        return [each.error.type if each.error else each.value and each.value.get("message") for each in answers]


Begin = Callable[..., Live]


@pytest.fixture
def live(tmp_path: Path, around: Surroundings) -> Iterator[Begin]:
    """A live host of a home with these files."""
    made: list[Live] = []

    def begin(files: dict[str, str | bytes]) -> Live:
        made.append(Live(make_home(tmp_path / "home", files), around))
        return made[-1]

    yield begin
    for each in made:
        each.host.close()


def changes(reloaded: Reloaded) -> list[str]:
    return [str(change) for change in reloaded.changes]


# --- hook files ---


def test_a_saved_file_is_live_in_the_next_generation(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one")})
    reloaded = world.saved("hooks/guard.scm", saying("two"))
    assert world.messages() == ["two"]
    assert (reloaded.generation, reloaded.published, changes(reloaded)) == (2, True, ["changed hooks/guard.scm"])
    assert (world.host.generation.number, world.host.fire("pre_tool", SHELL).generation) == (2, 2)
    assert (reloaded.added, reloaded.removed, reloaded.errors) == ((), (), ())


def test_registrations_that_come_and_go_are_told_and_those_that_move_are_not(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one") + saying("two", "post_tool")})
    reloaded = world.saved("hooks/guard.scm", "\n\n" + saying("one") + saying("three", "pre_clear"))
    assert [str(each) for each in reloaded.added] == ["pre_clear guard"]
    assert [str(each) for each in reloaded.removed] == ["post_tool guard"]


def test_without_a_change_nothing_happens_and_worlds_keep_their_state(live: Begin) -> None:
    count = "(define n 0)\n(register-hook 'pre_tool (lambda (p) (set! n (+ n 1)) (block (number->string n))))"
    world = live({"hooks/count.scm": count, "hooks/other.scm": saying("x")})
    assert world.messages() == ["1", "x"]
    os.utime(world.home / "hooks/count.scm", ns=(1, 1))
    assert world.look() is None
    world.saved("hooks/other.scm", saying("y"))
    assert world.messages() == ["2", "y"]
    assert world.saved("hooks/count.scm", count + "\n").generation == 3
    assert world.messages() == ["1", "y"]


def test_new_files_and_new_nested_directories_are_found_in_their_order(live: Begin) -> None:
    world = live({"hooks/m.scm": saying("m")})
    world.save("hooks/a/deep/x.scm", saying("x"))
    world.save("hooks/z.scm", saying("z"))
    reloaded = world.saved("hooks/b.scm", saying("b"))
    assert sorted(changes(reloaded)) == ["added hooks/a/deep/x.scm", "added hooks/b.scm", "added hooks/z.scm"]
    assert world.messages() == ["b", "m", "z", "x"]
    fresh = [script.name for script in world.host.generation.loaded[0].scripts]
    assert fresh == ["hooks/b.scm", "hooks/m.scm", "hooks/z.scm", "hooks/a/deep/x.scm"]


def test_many_files_at_once_make_one_generation(live: Begin) -> None:
    world = live({f"hooks/h{n}.scm": saying("old") for n in range(20)})
    make_home(world.home, {f"hooks/h{n}.scm": saying(f"new {n}") for n in range(20)})
    reloaded = world.look()
    assert reloaded is not None and (reloaded.generation, len(reloaded.changes)) == (2, 20)
    assert set(world.messages()) == {f"new {n}" for n in range(20)}


def test_hidden_files_tests_and_what_is_no_file_are_left_alone(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a")})
    for name in (".a.scm.swp", ".#a.scm", "a.scm~", "#a.scm#", "4913", "a-test.scm", ".hidden.scm"):
        world.save(f"hooks/{name}", BROKEN)
    assert world.look() is None
    os.mkfifo(world.home / "hooks/pipe.scm")
    assert world.look() is not None
    assert world.messages() == ["a"]


# --- broken saves ---


def test_a_broken_save_keeps_the_old_hooks_and_its_error_stays_until_it_is_fixed(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("old"), "hooks/other.scm": saying("x")})
    reloaded = world.saved("hooks/guard.scm", BROKEN)
    assert (reloaded.generation, reloaded.published, changes(reloaded)) == (1, False, ["broken hooks/guard.scm"])
    (error,) = reloaded.errors
    assert error.place == "hooks/guard.scm"
    assert "hooks/guard.scm:1:50" in str(error) and "^" in str(error)
    assert world.look() is None  # said once
    assert [notice.place for notice in world.host.notices] == ["hooks/guard.scm"]
    assert world.host.status.stale == ("hooks/guard.scm",)
    world.saved("hooks/other.scm", saying("y"))
    assert world.messages() == ["old", "y"]
    (skipped,) = world.host.fire("pre_tool", SHELL).skipped  # what is on disk; the journal and `why` have it so
    assert skipped.responder == "hooks/guard.scm" and "generation 1" in skipped.reason
    assert world.host.status.stale == ("hooks/guard.scm",)
    fixed = world.saved("hooks/guard.scm", saying("new"))
    assert (changes(fixed), world.messages()) == (["fixed hooks/guard.scm"], ["new", "y"])
    status = world.host.status
    assert [*world.host.notices, *status.errors, *status.stale] == []


def test_taking_a_mistake_back_does_not_load_the_file_again(live: Begin) -> None:
    count = "(define n 0)\n(register-hook 'pre_tool (lambda (p) (set! n (+ n 1)) (block (number->string n))))"
    world = live({"hooks/count.scm": count})
    assert world.messages() == ["1"]
    world.saved("hooks/count.scm", BROKEN)
    reloaded = world.saved("hooks/count.scm", count)
    assert (changes(reloaded), reloaded.published) == (["fixed hooks/count.scm (as it was)"], False)
    assert world.messages() == ["2"]


def test_a_new_mistake_in_a_broken_file_is_told_anew(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("old")})
    world.saved("hooks/guard.scm", BROKEN)
    assert "(no-such)" in str(world.saved("hooks/guard.scm", "(car\n  (no-such))").errors[0])
    assert world.messages() == ["old"]


@pytest.mark.parametrize("text", ["(let loop () (loop))", "(define (f n) (cons n (f n)))\n(f 0)", "(raise 'oops)"])
def test_a_file_that_does_not_end_or_fails_while_it_is_loaded_keeps_its_last_good_version(
    live: Begin, text: str
) -> None:
    world = live({"hooks/guard.scm": saying("old"), "chibi-hooks.toml": "[scheme]\ntime_limit = 0.3\n"})
    assert world.saved("hooks/guard.scm", text).errors
    assert world.messages() == ["old"]


def test_a_new_file_that_is_broken_is_skipped_and_denies_where_its_failure_shall(live: Begin) -> None:
    world = live({"chibi-hooks.toml": '[on_failure]\n"hooks/new.scm" = "deny"\n'})
    reloaded = world.saved("hooks/new.scm", BROKEN)
    assert (reloaded.generation, changes(reloaded)) == (2, ["broken hooks/new.scm"])
    fire = world.host.fire("pre_shell_exec", {"tool_name": "shell_exec", "command": "ls"})
    assert fire.outcome.denied and [each.responder for each in fire.skipped] == ["hooks/new.scm"]
    assert len(world.host.notices) == 1
    assert changes(world.saved("hooks/new.scm", saying("new"))) == ["fixed hooks/new.scm"]
    assert world.host.notices == ()


def test_a_file_that_was_broken_from_the_start_is_told_once(live: Begin) -> None:
    world = live({"hooks/bad.scm": BROKEN})
    assert world.look() is None
    assert changes(world.saved("hooks/bad.scm", saying("good"))) == ["fixed hooks/bad.scm"]
    assert world.messages() == ["good"]


# --- what is gone ---


def test_a_deleted_file_keeps_its_hooks_for_the_grace_and_then_loses_them(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a"), "hooks/b.scm": saying("b")})
    (world.home / "hooks/a.scm").unlink()
    assert world.look() is None
    assert world.messages() == ["a", "b"]
    reloaded = world.after_grace()
    assert (changes(reloaded), [str(each) for each in reloaded.removed]) == (["removed hooks/a.scm"], ["pre_tool a"])
    assert world.messages() == ["b"]


@pytest.mark.parametrize("act", [Path.unlink, lambda path: path.write_text("")], ids=["removed", "emptied"])
def test_a_file_that_is_away_for_a_moment_is_never_missed(live: Begin, act: Callable[[Path], object]) -> None:
    world = live({"hooks/a.scm": saying("a")})
    act(world.home / "hooks/a.scm")
    assert world.look() is None
    world.now += GRACE / 2
    assert world.look() is None
    assert world.messages() == ["a"]
    assert changes(world.saved("hooks/a.scm", saying("b"))) == ["changed hooks/a.scm"]
    world.now += GRACE
    assert world.look() is None
    act(world.home / "hooks/a.scm")
    assert world.look() is None  # a new absence has its own grace
    assert world.messages() == ["b"]


def test_a_save_that_is_written_in_parts_never_takes_the_guard_away(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a"), "hooks/b.scm": saying("b")})
    world.save("hooks/a.scm", "(define words '(1 2))\n")
    assert world.look() is None
    world.now += GRACE / 2
    assert world.look() is None
    assert world.messages() == ["a", "b"]
    assert changes(world.saved("hooks/a.scm", "(define words '(1 2))\n" + saying("c"))) == ["changed hooks/a.scm"]
    assert world.messages() == ["c", "b"]
    world.save("hooks/a.scm", "(define words '(1 2))\n")
    assert world.look() is None  # another one has its own grace
    assert changes(world.saved("hooks/b.scm", saying("d"))) == ["changed hooks/b.scm"]  # nobody else waits
    assert world.messages() == ["c", "d"]
    world.now += 2 * GRACE
    reloaded = world.look()
    assert reloaded is not None
    assert changes(reloaded) == ["changed hooks/a.scm (it registers nothing any more)"]
    assert world.messages() == ["d"]
    assert [each.place for each in world.host.notices] == ["hooks/a.scm"]


def test_a_file_that_stays_empty_keeps_its_hooks_until_it_is_deleted(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a")})
    world.save("hooks/a.scm", "")
    assert world.look() is None
    assert changes(world.after_grace()) == ["broken hooks/a.scm"]
    assert (world.messages(), world.host.status.stale) == (["a"], ("hooks/a.scm",))
    world.gone("hooks/a.scm")
    assert (world.messages(), world.host.notices) == ([], ())


def test_a_broken_file_that_is_deleted_takes_hooks_and_error_along(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a")})
    world.saved("hooks/a.scm", BROKEN)
    world.gone("hooks/a.scm")
    assert (world.messages(), world.host.notices) == ([], ())


def test_a_home_that_is_deleted_and_made_again_is_followed(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a"), "plugins/p": answering("p", ["pre_tool"], {"message": "p"})})
    assert world.look() is None
    shutil.rmtree(world.home)
    assert world.look() is None
    assert sorted(changes(world.after_grace())) == ["removed hooks/a.scm", "removed plugins/p"]
    assert world.messages() == []
    world.saved("hooks/a.scm", saying("again"))
    assert world.messages() == ["again"]


def test_a_home_that_appears_later_is_loaded(tmp_path: Path, around: Surroundings) -> None:
    with Host.open(around=around, record=False) as host:
        assert host.generation.loaded == ()
        make_home(around.user_home / ".chibi", {"hooks/a.scm": saying("a")})
        assert host.reload() is not None
        assert host.fire("pre_tool", SHELL).outcome.block


def test_a_home_behind_a_link_follows_the_link(tmp_path: Path, around: Surroundings) -> None:
    for name in ("one", "two"):
        make_home(tmp_path / name, {"hooks/a.scm": saying(name), "hooks/same.scm": saying("same")})
    link = tmp_path / "current"
    link.symlink_to("one")
    with Host.open(home=link, around=around, record=False) as host:
        new = tmp_path / "new"
        new.symlink_to("two")
        os.replace(new, link)
        assert host.reload() is not None
        assert [answer.value["message"] for answer in host.fire("pre_tool", SHELL).answers] == ["two", "same"]


# --- links ---


def test_a_directory_of_links_that_is_swapped_changes_as_one(live: Begin) -> None:
    world = live({})
    for version in ("1", "2"):
        make_home(world.home, {f"hooks/..{version}/{name}.scm": saying(f"{name}{version}") for name in ("a", "b")})
    (world.home / "hooks/..data").symlink_to("..1")
    for name in ("a.scm", "b.scm"):
        (world.home / "hooks" / name).symlink_to(f"..data/{name}")
    world.look()
    assert world.messages() == ["a1", "b1"]
    (world.home / "hooks/..new").symlink_to("..2")
    os.replace(world.home / "hooks/..new", world.home / "hooks/..data")
    reloaded = world.look()
    assert reloaded is not None and len(reloaded.changes) == 2
    assert world.messages() == ["a2", "b2"]


def test_a_file_behind_a_link_is_followed(live: Begin, tmp_path: Path) -> None:
    outside = tmp_path / "outside.scm"
    outside.write_text(saying("one"))
    world = live({})
    (world.home / "hooks").mkdir()
    (world.home / "hooks/a.scm").symlink_to(outside)
    world.look()
    outside.write_text(saying("two"))
    world.look()
    assert world.messages() == ["two"]


# --- what a hook file reads ---

LIBRARY = '(define-library (words)\n  (export word)\n  (import (scheme base))\n  (begin (define word "{}")))\n'
USER = "(import (words))\n(register-hook 'pre_tool (lambda (p) (block word)))\n"


def test_a_file_follows_the_libraries_that_it_imports(live: Begin) -> None:
    world = live({"hooks/a.scm": USER, "hooks/b.scm": saying("b"), "lib/words.sld": LIBRARY.format("one")})
    assert world.messages() == ["one", "b"]
    assert world.look() is None
    reloaded = world.saved("lib/words.sld", LIBRARY.format("two"))
    assert changes(reloaded) == ["changed hooks/a.scm (lib/words.sld)"]
    assert world.messages() == ["two", "b"]


def test_a_file_follows_what_its_libraries_include(live: Begin) -> None:
    library = '(define-library (words) (export word) (import (scheme base)) (include "words/body.scm"))'
    world = live({"hooks/a.scm": USER, "lib/words.sld": library, "lib/words/body.scm": '(define word "one")'})
    assert changes(world.saved("lib/words/body.scm", '(define word "two")')) == [
        "changed hooks/a.scm (lib/words/body.scm)"
    ]
    assert world.messages() == ["two"]


def test_a_file_follows_what_it_includes_from_beside_it(live: Begin) -> None:
    user = '(include "parts/word.inc") (define-hook pre_tool () (block word))'
    world = live({"hooks/sub/a.scm": user, "hooks/sub/parts/word.inc": '(define word "one")'})
    assert world.messages() == ["one"]
    assert changes(world.saved("hooks/sub/parts/word.inc", '(define word "two")')) == [
        "changed hooks/sub/a.scm (hooks/sub/parts/word.inc)"
    ]
    assert world.messages() == ["two"]
    assert world.look() is None


def test_a_broken_library_keeps_the_last_good_version_of_its_users(live: Begin) -> None:
    world = live({"hooks/a.scm": USER, "lib/words.sld": LIBRARY.format("one")})
    reloaded = world.saved("lib/words.sld", LIBRARY.format("two")[:-9])
    assert changes(reloaded) == ["broken hooks/a.scm"]
    assert "words.sld" in str(reloaded.errors[0])
    assert world.messages() == ["one"]
    world.saved("lib/words.sld", LIBRARY.format("three"))
    assert (world.messages(), world.host.notices) == (["three"], ())


def test_a_library_that_is_away_for_a_moment_is_not_missed(live: Begin) -> None:
    world = live({"hooks/a.scm": USER, "lib/words.sld": LIBRARY.format("one")})
    (world.home / "lib/words.sld").unlink()
    assert world.look() is None
    assert changes(world.after_grace()) == ["broken hooks/a.scm"]
    assert world.messages() == ["one"]


def test_a_library_that_was_missing_is_found_when_it_is_written(live: Begin) -> None:
    world = live({"hooks/a.scm": USER})
    assert world.look() is None
    assert world.messages() == []
    assert changes(world.saved("lib/words.sld", LIBRARY.format("one"))) == ["fixed hooks/a.scm"]
    assert world.messages() == ["one"]


# --- configuration ---


def test_a_changed_configuration_holds_for_files_that_were_there(live: Begin) -> None:
    world = live({"hooks/loop.scm": "(register-hook 'pre_tool (lambda (p) (let loop () (loop))))"})
    reloaded = world.saved("chibi-hooks.toml", "[scheme]\ntime_limit = 0.05\n")
    assert changes(reloaded) == ["changed chibi-hooks.toml", "changed hooks/loop.scm (chibi-hooks.toml)"]
    assert "0.05 s" in str(world.host.fire("pre_tool", SHELL).answers[0].error)


def test_a_broken_configuration_keeps_the_last_good_one(live: Begin) -> None:
    world = live({"chibi-hooks.toml": 'permission = "allow"\n'})
    reloaded = world.saved("chibi-hooks.toml", 'permision = "allow"\n')
    assert 'did you mean "permission"' in str(reloaded.errors[0])
    assert world.host.fire("pre_shell_exec", {"tool_name": "shell_exec", "command": "ls"}).outcome.denied is False
    assert world.host.status.stale == ("chibi-hooks.toml",)
    assert "it is empty" in str(world.saved("chibi-hooks.toml", "").errors[0])  # as of hook files: deletion takes back
    assert changes(world.saved("chibi-hooks.toml", "# nothing\n")) == ["changed chibi-hooks.toml"]
    assert world.host.fire("pre_shell_exec", {"tool_name": "shell_exec", "command": "ls"}).outcome.denied is True
    assert world.host.status.errors == ()


def test_a_file_that_may_do_less_from_now_on_does_not_keep_a_version_that_may_do_more(live: Begin) -> None:
    unsandboxed = '[scheme.tiers]\n"hooks/" = "unsandboxed"\n'
    world = live({"chibi-hooks.toml": unsandboxed, "hooks/a.scm": "(import (scheme file))\n" + saying("a")})
    assert world.messages() == ["a"]
    reloaded = world.saved("chibi-hooks.toml", "# nothing\n")
    assert reloaded.errors and [str(each) for each in reloaded.removed] == ["pre_tool a"]
    assert world.messages() == []


def test_nor_does_it_for_a_moment_when_it_registers_nothing_any_more(live: Begin) -> None:
    unsandboxed = '[scheme.tiers]\n"hooks/" = "unsandboxed"\n'
    world = live({"chibi-hooks.toml": unsandboxed, "hooks/a.scm": saying("a")})
    world.save("hooks/a.scm", "(define later 1)\n")
    assert world.look() is None  # while it may do as much
    reloaded = world.saved("chibi-hooks.toml", "# nothing\n")
    assert [str(each) for each in reloaded.removed] == ["pre_tool a"]
    assert world.messages() == []


# --- plugins ---


def test_plugins_come_change_and_go(live: Begin) -> None:
    world = live({"plugins/a": answering("a", ["pre_tool"], {"message": "a"})})
    assert world.look() is None
    added = world.saved("plugins/b", answering("b", ["pre_tool"], {"message": "b"}))
    assert (changes(added), [str(each) for each in added.added]) == (["added plugins/b"], ["tool b", "pre_tool b"])
    assert world.messages() == ["a", "b"]
    changed = world.saved("plugins/b", answering("b", ["post_tool"], {}))
    assert [str(each) for each in (*changed.added, *changed.removed)] == ["post_tool b", "pre_tool b"]
    assert changes(world.gone("plugins/a")) == ["removed plugins/a"]
    assert world.messages() == []


def test_a_plugin_that_is_disabled_goes_after_the_grace(live: Begin) -> None:
    world = live({"plugins/a": answering("a", ["pre_tool"], {"message": "a"})})
    os.rename(world.home / "plugins/a", world.home / "plugins/a.disabled")
    assert world.look() is None
    world.after_grace()
    assert world.messages() == []


def test_a_plugin_whose_schema_broke_stays_with_its_error(live: Begin) -> None:
    world = live({"plugins/a": answering("a", ["pre_tool"], {"message": "a"})})
    world.look()
    new = answering("a", ["pre_tool"], {"message": "new"}).replace("exit 0", "exit 3")
    reloaded = world.saved("plugins/a", new)
    assert changes(reloaded) == ["broken plugins/a"]
    assert "--schema: exit code 3" in str(reloaded.errors[0])
    assert world.messages() == ["new"]  # its hooks stand, and the new executable answers
    assert world.host.status.stale == ("plugins/a",)
    assert [str(each) for each in world.host.status.departures] == [  # no date: plugins keep none
        "plugins/a: it cannot be used as it is; its last good version is live"
    ]
    world.saved("plugins/a", answering("a", ["pre_tool"], {"message": "fixed"}))
    assert (world.messages(), world.host.status.errors) == (["fixed"], ())


def test_a_plugin_that_is_being_written_is_asked_again(live: Begin) -> None:
    world = live({"plugins/a": answering("a", ["pre_tool"], {"message": "a"})})
    path = world.home / "plugins/b"
    path.write_text(answering("b", ["pre_tool"], {"message": "b"}))
    path.chmod(0o755)
    with path.open("a"):  # "text file busy"
        world.look()
        assert world.host.reloader.due is not None
    world.now = world.host.reloader.due
    world.look()
    assert world.messages() == ["a", "b"]


def test_a_plugin_that_loses_its_permission_goes(live: Begin) -> None:
    world = live({"plugins/a": answering("a", ["pre_tool"], {"message": "a"})})
    (world.home / "plugins/a").chmod(0o757)
    assert world.look() is not None
    assert world.messages() == []


# --- generations ---


def test_a_fire_under_way_ends_on_the_generation_with_which_it_began(live: Begin, tmp_path: Path) -> None:
    waiting, going = tmp_path / "waiting", tmp_path / "going"
    os.mkfifo(waiting)
    os.mkfifo(going)
    plugin = sh_plugin("wait", ["pre_tool"], f"echo x > {waiting}; read line < {going}; echo '{{}}'")
    world = live({"plugins/wait": plugin, "hooks/guard.scm": saying("old")})
    fires: list[Any] = []
    thread = threading.Thread(target=lambda: fires.append(world.host.fire("pre_tool", SHELL)))
    thread.start()
    waiting.read_text()  # the plugin has been asked
    before = weakref.ref(world.host.generation)
    for n in range(3):
        world.saved("hooks/guard.scm", saying(f"new {n}"))
    assert before() is not None
    going.write_text("go\n")
    thread.join()
    assert (fires[0].generation, fires[0].outcome.message) == (1, "old")
    assert before() is None
    thread = threading.Thread(target=waiting.read_text)
    thread.start()
    release = threading.Thread(target=lambda: going.write_text("go\n"))
    release.start()
    assert world.messages() == [{}, "new 2"]
    thread.join()
    release.join()


@looks_inside
def test_old_generations_and_their_worlds_are_freed(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("0"), "hooks/other.scm": saying("x")})
    generations: list[weakref.ref[Any]] = []
    worlds: list[weakref.ref[Any]] = []
    for n in range(1, 6):
        generation = world.host.generation
        generations.append(weakref.ref(generation))
        worlds.append(weakref.ref(generation.loaded[0].scripts[0].interpreter))
        del generation
        assert world.messages() == [str(n - 1), "x"]
        world.saved("hooks/guard.scm", saying(str(n)))
    gc.unfreeze()  # what was published is frozen
    gc.collect()
    assert [ref() is None for ref in generations] == [True] * 4 + [False]  # the last one is for a rollback
    assert [ref() is None for ref in worlds] == [True] * 4 + [False]


def test_broken_saves_leave_no_worlds_behind(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("0")})
    gc.unfreeze()  # what was published is frozen
    gc.collect()
    kind = type(world.host.generation.loaded[0].scripts[0])
    for n in range(5):
        world.saved("hooks/guard.scm", f"(define x {n})\n(car x)")
    for _ in range(200):  # the watchdog may be looking at a call that has just ended
        gc.unfreeze()  # what was published is frozen
        gc.collect()
        left = sum(each.name == "hooks/guard.scm" for each in gc.get_objects() if type(each) is kind)
        if left == 1:
            break
        time.sleep(0.01)
    assert left == 1


def test_rollback_brings_back_the_generation_before_until_the_next_save(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one"), "hooks/other.scm": saying("x")})
    world.saved("hooks/guard.scm", saying("two") + saying("three", "post_tool"))
    reloaded = world.host.rollback()
    assert (reloaded.generation, changes(reloaded)) == (3, ["rolled back hooks/guard.scm"])
    assert [str(each) for each in reloaded.removed] == ["post_tool guard"]
    assert world.messages() == ["one", "x"]
    assert world.look() is None
    world.saved("hooks/other.scm", saying("y"))
    assert world.messages() == ["one", "y"]
    world.saved("hooks/guard.scm", saying("four"))
    assert world.messages() == ["four", "y"]


def test_rollback_twice_goes_forth_again(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one")})
    world.saved("hooks/guard.scm", saying("two"))
    world.host.rollback()
    world.host.rollback()
    assert world.messages() == ["two"]


def test_rollback_brings_back_what_was_deleted_and_takes_away_what_was_added(live: Begin) -> None:
    world = live({"hooks/a.scm": saying("a"), "plugins/p": answering("p", ["pre_tool"], {"message": "p"})})
    world.save("hooks/b.scm", saying("b"))
    (world.home / "hooks/a.scm").unlink()
    world.look()
    world.after_grace()
    assert world.messages() == ["p", "b"]
    world.saved("chibi-hooks.toml", "[scheme]\ntime_limit = 0.5\n")
    world.host.rollback()
    assert world.messages() == ["p", "b"]
    assert world.look() is None
    world.gone("hooks/b.scm")
    world.host.rollback()
    assert world.messages() == ["p", "b"]
    assert world.look() is None
    assert world.host.reloader.due is None


def test_without_an_earlier_generation_there_is_nothing_to_roll_back_to(live: Begin) -> None:
    with pytest.raises(BadRequest, match="no earlier generation"):
        live({}).host.rollback()


def test_status_tells_revision_success_and_error_apart(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one")})
    status = world.host.status
    assert (status.generation, status.reloads, status.last_success, status.watching) == (1, 0, None, "off")
    world.saved("hooks/guard.scm", saying("two"))
    world.saved("hooks/guard.scm", BROKEN)
    status = world.host.status
    assert (status.generation, status.reloads, status.stale) == (2, 1, ("hooks/guard.scm",))
    assert status.last_success is not None and status.last_error is not None
    assert status.last_error_message.startswith("hooks/guard.scm:1:50")
    assert json.loads(json.dumps(status.to_json()))["generation"] == 2


def test_listeners_hear_of_every_reload_and_one_that_fails_harms_nobody(live: Begin) -> None:
    world = live({"hooks/guard.scm": saying("one")})
    heard: list[Reloaded] = []
    world.host.reloader.listeners += [lambda reloaded: [][0], heard.append]
    world.saved("hooks/guard.scm", saying("two"))
    world.saved("hooks/guard.scm", BROKEN)
    assert [each.published for each in heard] == [True, False]
    assert "a listener failed: IndexError" in world.host.status.last_error_message


def test_the_tools_of_a_file_come_and_go_with_it(live: Begin) -> None:
    tool = """\
        (define-tool {} (description "says") (parameters '()) (execute (lambda (arguments) "{}")))
        """
    world = live({"hooks/a.scm": saying("a")})
    added = world.saved("vfs/tools/shared/greet.scm", tool.format("greet", "hello"))
    assert [str(each) for each in added.added] == ["tool greet"]
    assert "greet" in world.host.tools
    order = [script.name for script in world.host.generation.loaded[0].scripts]
    assert order == ["hooks/a.scm", "vfs/tools/shared/greet.scm"]
    changed = world.saved("vfs/tools/shared/greet.scm", tool.format("wave", "bye"))
    assert [str(each) for each in (*changed.added, *changed.removed)] == ["tool wave", "tool greet"]
    assert [str(each) for each in world.gone("vfs/tools/shared/greet.scm").removed] == ["tool wave"]
    assert "wave" not in world.host.tools


BLOCKS = "(register-hook 'pre_tool (lambda (p) '((\"block\" . #t))))"


def test_a_save_makes_no_responders_but_those_of_its_file(tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {f"hooks/{name}.scm": BLOCKS for name in "abc"})
    around = Surroundings({"PATH": os.defpath, "CHIBI_HOOKS_STATE": str(tmp_path / "s")}, tmp_path, tmp_path)
    with Host.open(home=home, around=around, record=False) as host:
        before = host.generation.responders["pre_tool"].hooks
        (home / "hooks/b.scm").write_text(BLOCKS + "; saved")
        host.reload()
        after = host.generation.responders["pre_tool"].hooks
        assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]
        (home / "chibi-hooks.toml").write_text('[on_failure]\npre_tool = "deny"\n')
        host.reload()
        assert all(each.denies for each in host.generation.responders["pre_tool"].hooks)
