"""(harness facts): git without a process, the clock, declared commands; a failure is a value."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.declared import DeclaredFact, facts_of, policies_of, seconds_of
from chibi_hooks.hooks.knowing.declared import Declared, DeclaredFacts
from chibi_hooks.hooks.knowing.git import branch_of, head_of, is_dirty, repository_of
from chibi_hooks.hooks.knowing.outside import find_outside

Opener = Callable[..., Host]


def git(directory: Path, *words: str) -> str:
    named = ("user.name=a", "user.email=a@b", "init.defaultBranch=main", "commit.gpgSign=false")
    settings = [word for each in named for word in ("-c", each)]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(directory), "GIT_CONFIG_NOSYSTEM": "1"}
    ran = subprocess.run(("git", *settings, *words), cwd=directory, env=environment, capture_output=True, check=True)
    return ran.stdout.decode().strip()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    (root / "src").mkdir(parents=True)
    (root / "src/a.py").write_text("1\n")
    (root / "b.txt").write_text("2\n")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def dirty(root: Path) -> bool | None:
    found = repository_of(root / "src")
    assert found is not None
    return is_dirty(found)


def test_branch_and_head_are_what_git_says(tree: Path) -> None:
    found = repository_of(tree / "src")
    assert found is not None
    assert (found.root, branch_of(found), head_of(found)) == (str(tree), "main", git(tree, "rev-parse", "HEAD"))
    git(tree, "pack-refs", "--all")
    assert head_of(found) == git(tree, "rev-parse", "HEAD")
    git(tree, "checkout", "-q", "--detach")
    assert (branch_of(found), head_of(found)) == (None, git(tree, "rev-parse", "HEAD"))


def test_a_directory_that_goes_up_is_where_it_leads(tree: Path, tmp_path: Path) -> None:
    """Not what its names say: above a link there is something else, and beside it another repository may be."""
    (tree / "inner" / ".git").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tree / "inner")
    for path in (tree / "inner" / "..", tmp_path / "link" / ".."):
        found = repository_of(path)
        assert found is not None and os.path.samefile(found.root, tree) and branch_of(found) == "main"


def test_a_linked_worktree_has_its_own_branch(tree: Path) -> None:
    git(tree, "worktree", "add", "-q", "-b", "side", "../side")
    found = repository_of(tree.parent / "side")
    assert found is not None
    assert (branch_of(found), head_of(found)) == ("side", git(tree, "rev-parse", "HEAD"))
    assert is_dirty(found) is False


def test_a_tree_is_dirty_when_tracked_files_differ_from_the_commit(tree: Path) -> None:
    assert dirty(tree) is False
    (tree / "new.txt").write_text("untracked")
    (tree / "src/a.py").touch()
    assert dirty(tree) is False
    (tree / "src/a.py").write_text("3\n")
    assert dirty(tree) is True
    git(tree, "add", "src/a.py")
    assert dirty(tree) is True
    git(tree, "commit", "-qm", "second")
    assert dirty(tree) is False
    git(tree, "update-index", "--index-version", "4")
    assert dirty(tree) is False
    (tree / "b.txt").unlink()
    assert dirty(tree) is True


def test_where_there_is_no_repository_there_is_none(tmp_path: Path) -> None:
    assert repository_of(tmp_path) is None


def ask(host: Host, **payload: Any) -> Any:
    fire = host.fire("pre_message", {"prompt": "x", **payload})
    assert [answer.error for answer in fire.answers] == [None]
    return fire.outcome.context


def hook(body: str) -> str:
    shown = f"(let ((port (open-output-string))) (write {body} port) (get-output-string port))"
    return f"(import (harness facts))\n(define-hook pre_message (prompt) (context {shown}))"


def test_a_hook_is_told_about_the_directory_that_the_agent_is_in(opened: Opener, tree: Path) -> None:
    with opened({"hooks/f.scm": hook('(list (git-branch) (git-dirty?) (real-path "src/../b.txt"))')}) as host:
        assert ask(host, cwd=str(tree)) == f'("main" #f "{tree}/b.txt")'
        assert ask(host, cwd="/").startswith("(#f unknown ")


def test_the_clock_is_a_fact_of_the_fire(opened: Opener) -> None:
    with opened({"hooks/f.scm": hook("(list (fire-time) (= (fire-time) (fire-time)))")}) as host:
        moments = iter(range(100, 1000))
        host.knowledge.now = lambda: next(moments)
        assert [ask(host), ask(host)] == ["(100 #t)", "(101 #t)"]


def test_a_declared_command_is_a_fact_and_its_failure_a_value(opened: Opener, tmp_path: Path) -> None:
    config = """\
[facts]
ci = { command = ["sh", "-c", "echo passed; echo run >> RUNS"], ttl = "1h" }
bad = { command = ["sh", "-c", "echo no >&2; exit 3"] }
none = { command = ["/no/such/program"] }
""".replace("RUNS", str(tmp_path / "runs"))
    body = """\
(let ((bad (fact 'bad)) (none (fact 'none)))
  (list (fact 'ci) (fact-failure? bad) (fact-failure-exit bad) (fact-failure-reason bad)
        (fact-failure? none) (fact-failure-exit none)))"""
    with opened({"chibi-hooks.toml": config, "hooks/f.scm": hook(body)}) as host:
        told = '("passed" #t 3 "it ended with exit code 3: no" #t #f)'
        assert [ask(host), ask(host)] == [told, told]
    assert (tmp_path / "runs").read_text() == "run\n"


def test_an_unknown_fact_is_an_error_with_a_near_name(opened: Opener) -> None:
    with opened({"hooks/f.scm": hook("(fact 'git-brunch)")}) as host:
        error = host.fire("pre_message", {"prompt": "x"}).answers[0].error
    assert error is not None
    assert 'there is no fact "git-brunch": did you mean "git-branch"?' in error.message


def test_what_a_command_gave_holds_for_its_time_and_is_refreshed_with_the_others(tmp_path: Path) -> None:
    now = [0.0]
    facts = DeclaredFacts(lambda: now[0])

    def declared(name: str) -> Declared:
        command = ("sh", "-c", f"echo {name} >> runs; wc -l < runs")
        return Declared(DeclaredFact(command, ttl=10.0), {"PATH": "/usr/bin:/bin"}, str(tmp_path))

    known = {name: declared(name) for name in ("a", "b", "c")}
    assert facts.value("a", known) == {"output": "1"}
    assert facts.value("a", known) == {"output": "1"}
    assert facts.value("b", known) == {"output": "2"}
    now[0] = 11.0
    facts.value("a", known)
    facts.value("b", known)
    assert sorted((tmp_path / "runs").read_text().split()) == ["a", "a", "b", "b"]
    slow = Declared(DeclaredFact(("sleep", "5"), ttl=0.0, timeout=0.05), {"PATH": "/usr/bin:/bin"}, str(tmp_path))
    assert facts.value("slow", {"slow": slow}) == {"failed": "it took longer than 0.05 s", "exit": None}


@pytest.mark.parametrize(("told", "seconds"), [(3, 3.0), ("30s", 30.0), ("5m", 300.0), ("200ms", 0.2), ("1h", 3600.0)])
def test_durations_have_units(told: Any, seconds: float) -> None:
    assert seconds_of(told) == seconds


@pytest.mark.parametrize("told", ["soon", -1, True, "30", "3 weeks"])
def test_other_durations_are_refused(told: Any) -> None:
    with pytest.raises(ValueError, match="wanted seconds"):
        seconds_of(told)


COMMAND = {"command": ["x"]}


@pytest.mark.parametrize("told", [3, {"ci": 1}, {"ci": {}}, {"ci": {**COMMAND, "tll": 1}}, {"C I": COMMAND}])
def test_a_table_of_facts_with_a_mistake_is_refused(told: Any) -> None:
    with pytest.raises(ValueError, match="wanted"):
        facts_of(told)


def test_policies_keep_their_order_and_false_is_off() -> None:
    read = policies_of({"b": True, "use": ["../x"], "a": {"k": 1}, "c": False})
    assert (list(read.chosen.items()), read.use) == ([("b", {}), ("a", {"k": 1})], ("../x",))


def test_a_path_is_outside_by_its_names_and_by_its_links(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    (project / "src").mkdir(parents=True)
    elsewhere.mkdir()
    (project / "link").symlink_to(elsewhere)
    (project / "near").symlink_to(project / "src")

    def outside(*paths: str) -> str | None:
        return find_outside(paths, [str(project)], str(project))

    assert outside("a", "src/../b", f"{project}/src/new/x", "near/x", "") is None
    assert outside("near/../b", "near/../src/b") is None
    for path in ("../x", "src/../../x", "/etc/hosts", "~/x", "~nobody-has-that/x", "link/x", "link", "link/../b"):
        assert outside("a", path) == path
    assert find_outside(["link/x"], [str(project), str(elsewhere)], str(project)) is None


def test_each_path_of_a_directory_is_outside_where_its_own_name_or_one_above_leads_out(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    (project / "src/deep").mkdir(parents=True)
    elsewhere.mkdir()
    (project / "src/deep/out").symlink_to(elsewhere)
    (project / "src/out").symlink_to(elsewhere)
    (project / "src/deep/file").write_text("")
    for cwd in (project, project / "src", project / "src/deep", project / "src/out"):
        for paths in (("a", "src/a", "src/deep/file"), ("out/x",), ("deep/a", "deep/out"), ("out/.",), ("deep/out/a",)):
            given = find_outside(paths, [str(project)], str(cwd))
            leads_out = [each for each in paths if not (cwd / each).resolve().is_relative_to(project)]
            assert given == next(iter(leads_out), None), (cwd, paths)
