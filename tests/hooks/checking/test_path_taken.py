"""The path through a hook: what a fire passes, and nothing where no hook is entered."""

from __future__ import annotations

from pathlib import Path

from chibi_hooks import Host
from chibi_hooks.hooks.checking.path_taken import paths_taken
from chibi_hooks.hooks.checking.path_told import known_paths
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.recording.journal import Journal, Recorded
from tests.homes import make_home

GUARD = """\
(define (danger? words) (and (pair? words) (or (equal? (car words) "rm") (danger? (cdr words)))))
(define-hook pre_tool (tool-name arguments)
  (let loop ((left '("ls" "rm")) (count 0))
    (if (null? left)
        (if (= count 0) (no-opinion) (block "no"))
        (loop (cdr left) (if (danger? (list (car left))) (+ count 1) count)))))
(register-hook 'pre_tool (lambda (payload) '()))
"""


def fired(tmp_path: Path, text: str) -> tuple[Recorded, Path, Surroundings]:
    """A recorded fire of a home with one hook file, and its journal."""
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path / "user")
    home = tmp_path / "home"
    make_home(home, {"hooks/guard.scm": text})
    with Host.open(home=home, around=around) as host:
        host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": "ls"}})
        assert host.recorder is not None
        path = host.recorder.path
    with Journal(path) as journal:
        return journal.find(), path, around


def test_a_loop_tells_the_clause_that_ended_it(tmp_path: Path) -> None:
    recorded, _, around = fired(tmp_path, GUARD)
    first, second = paths_taken(recorded, find_homes(around, tmp_path / "home"), around)
    assert (first.hook, str(first.answered)) == ("hooks/guard.scm:2:1", "hooks/guard.scm:5:38")
    assert (first.tests[-1].place.line, first.tests[-1].held) == (5, False)
    assert (second.hook, second.tests) == ("hooks/guard.scm:7:1", ())


def test_where_no_hook_is_entered_there_is_no_path(tmp_path: Path) -> None:
    recorded, path, around = fired(tmp_path, "(define-hook pre_message () (no-opinion))")
    homes = find_homes(around, tmp_path / "home")
    assert paths_taken(recorded, homes, around) == []
    assert known_paths(recorded, path, homes, around).paths == ()
