"""The virtual files of a home and the built-in tools over them: zones, links, single steps, edits."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes import vfs as homes_vfs
from chibi_hooks.hooks.homes.vfs import SYSTEM, Quota, Vfs
from chibi_hooks.hooks.homes.virtual_paths import VfsError
from tests.isolation import looks_inside

Open = Callable[..., Host]


@pytest.fixture
def vfs(tmp_path: Path) -> Vfs:
    return Vfs(tmp_path / "vfs", {"team": ("ada", "bob")})


# --- paths and zones ---


@pytest.mark.parametrize(
    ("path", "writers"),
    [
        ("vfs:///shared/a.md", {"ada", "bob", "eve", ""}),
        ("vfs:///shared/deep/er/a.md", {"ada", "bob", "eve", ""}),
        ("vfs:///home/ada/a.md", {"ada"}),
        ("vfs:///flocks/team/a.md", {"ada", "bob"}),
        ("vfs:///flocks/other/a.md", set()),
        ("vfs:///tools/shared/a.scm", {"ada", "bob", "eve", ""}),
        ("vfs:///tools/home/bob/a.scm", {"bob"}),
        ("vfs:///tools/flocks/team/a.scm", {"ada", "bob"}),
        ("vfs:///tools/sys/a.scm", set()),
        ("vfs:///sys/a", set()),
        ("vfs:///a.md", set()),
        ("vfs:///elsewhere/a.md", set()),
        ("vfs:///shared", set()),
        ("vfs:///home/ada", set()),
        ("vfs:///home//ada", set()),
        ("vfs:///", set()),
    ],
)
def test_who_may_write_where(vfs: Vfs, path: str, writers: set[str]) -> None:
    def may(caller: str) -> bool:
        try:
            vfs.check_write(path, caller)
        except VfsError:
            return False
        return True

    assert {caller for caller in ("ada", "bob", "eve", "") if may(caller)} == writers


@pytest.mark.parametrize(
    ("path", "makers"),
    [
        ("vfs:///shared", {"ada", "eve"}),
        ("vfs:///home/ada", {"ada"}),
        ("vfs:///flocks/team", {"ada"}),
        ("vfs:///tools/home/ada", {"ada"}),
        ("vfs:///home", set()),
        ("vfs:///sys", set()),
    ],
)
def test_the_directory_of_a_zone_may_be_made_and_not_deleted(vfs: Vfs, path: str, makers: set[str]) -> None:
    for caller in ("ada", "eve"):
        if caller in makers:
            vfs.make_directory(path, caller)
        else:
            with pytest.raises(VfsError):
                vfs.make_directory(path, caller)
        with pytest.raises(VfsError):
            vfs.delete(path, caller)


# --- the quota ---


def test_more_bytes_than_the_quota_are_refused_with_what_to_do(tmp_path: Path) -> None:
    vfs = Vfs(tmp_path / "vfs", quota=Quota(size=1000))
    vfs.write("vfs:///shared/a", "x" * 600, "ada")
    message = r"shared/b: the virtual files may take 1000 bytes in all and take 600; .* max_megabytes under \[vfs\]"
    for caller in ("ada", SYSTEM):
        with pytest.raises(VfsError, match=message):
            vfs.write("vfs:///shared/b", "x" * 401, caller)
    vfs.write("vfs:///shared/b", "x" * 400, "ada")
    vfs.write("vfs:///shared/a", "x" * 500, "ada")
    vfs.edit("vfs:///shared/a", lambda text: text + "y" * 100, "ada")
    with pytest.raises(VfsError, match="and take 1000"):
        vfs.edit("vfs:///shared/a", lambda text: text + "y", "ada")
    assert len(vfs.read("vfs:///shared/a")) == 600
    vfs.delete("vfs:///shared/a", "ada")
    vfs.write("vfs:///shared/c", "x" * 600, "ada")


def test_more_files_than_the_quota_are_refused(tmp_path: Path) -> None:
    vfs = Vfs(tmp_path / "vfs", quota=Quota(files=5))
    vfs.write("vfs:///shared/a", "", "ada")
    vfs.make_directory("vfs:///shared/d/e", "ada")
    for refused in ("vfs:///shared/b", "vfs:///shared/d/f/g"):
        with pytest.raises(VfsError, match="there may be 5 virtual files and directories and there are 4"):
            vfs.write(refused, "", "ada")
    with pytest.raises(VfsError, match="there may be 5"):
        vfs.make_directory("vfs:///shared/f", "ada")
    vfs.write("vfs:///shared/a", "still", "ada")


def test_a_home_says_what_its_virtual_files_may_take(opened: Open) -> None:
    with opened({"chibi-hooks.toml": "[vfs]\nmax_megabytes = 1\n"}) as host:
        for name, status in (("a", "done"), ("b", "failed")):
            call = host.call_tool("write_file", {"path": f"vfs:///shared/{name}", "content": "x" * 600_000})
            assert call.status == status
    assert "max_megabytes under [vfs] in chibi-hooks.toml" in call.output


def test_another_process_that_does_not_let_go_is_not_waited_for_without_end(
    vfs: Vfs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes_vfs, "PATIENCE", 0.05)
    vfs.write("vfs:///shared/a", "old", "ada")
    held = os.open(vfs.root, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    try:
        for change in (
            lambda: vfs.write("vfs:///shared/a", "new", "ada"),
            lambda: vfs.delete("vfs:///shared/a", "ada"),
            lambda: vfs.move("vfs:///shared/a", "vfs:///shared/b", "ada"),
        ):
            with pytest.raises(VfsError, match="another process"):
                change()
        assert vfs.read("vfs:///shared/a") == "old"
    finally:
        os.close(held)
    vfs.write("vfs:///shared/a", "new", "ada")


# --- what an agent must not write ---


def test_an_agent_does_not_write_hook_files_that_run_unsandboxed(opened: Open) -> None:
    prefixes = ("vfs/tools/shared/trusted/", "vfs/tools/home/ada/me.scm")
    config = "\n".join(["[scheme.tiers]", *(f'"{prefix}" = "unsandboxed"' for prefix in prefixes)])
    with opened({"chibi-hooks.toml": config, "vfs/tools/shared/trusted/t.scm": "1"}) as host:
        for tool, path in (
            ("write_file", "tools/shared/trusted/t.scm"),
            ("write_file", "tools/shared/trusted/new.scm"),
            ("write_file", "tools/shared/trusted/deeper/part.inc"),
            ("vfs_delete", "tools/shared/trusted/t.scm"),
            ("vfs_delete", "tools/shared/trusted"),
            ("vfs_mkdir", "tools/shared/trusted/d"),
            ("write_file", "tools/home/ada/me.scm"),
        ):
            call = host.call_tool(tool, {"path": f"vfs:///{path}", "content": "(define x 1)"}, context="ada")
            assert (call.status, "only the user changes it, on disk" in call.output) == ("failed", True), path
        plain = {"path": "vfs:///tools/shared/other.scm", "content": "1"}
        assert host.call_tool("write_file", plain, context="ada").status == "done"


SPELLED = ["trusted/T.scm", "TRUSTED/new.scm", "Trusted", "cafe\u0301.scm", "CAFÉ.SCM", "plain/A.scm"]


@pytest.mark.parametrize("spelled", SPELLED)
def test_nor_by_a_name_that_a_file_system_takes_for_the_same(spelled: str, opened: Open) -> None:
    prefixes = ("trusted/", "café.scm", "PLAIN/")
    config = "\n".join(["[scheme.tiers]", *(f'"vfs/tools/shared/{prefix}" = "unsandboxed"' for prefix in prefixes)])
    with opened({"chibi-hooks.toml": config}) as host:
        call = host.call_tool("write_file", {"path": f"vfs:///tools/shared/{spelled}", "content": "1"}, context="ada")
        assert (call.status, "on disk" in call.output) == ("failed", True)
        plain = {"path": "vfs:///tools/shared/cafes.scm", "content": "1"}
        assert host.call_tool("write_file", plain, context="ada").status == "done"


def test_what_a_longer_prefix_opens_is_open_only_as_it_is_spelled(opened: Open) -> None:
    config = '[scheme.tiers]\n"vfs/tools/shared/" = "unsandboxed"\n"vfs/tools/shared/safe/" = "sandboxed"\n'
    with opened({"chibi-hooks.toml": config}) as host:
        for name, status in (("safe", "done"), ("SAFE", "failed")):
            call = host.call_tool("write_file", {"path": f"vfs:///tools/shared/{name}/a.scm", "content": "1"})
            assert call.status == status


def test_a_home_that_is_unsandboxed_altogether_keeps_its_other_files_writable(opened: Open) -> None:
    with opened({"chibi-hooks.toml": '[scheme.tiers]\n"" = "unsandboxed"\n'}) as host:
        for path, status in (("shared/a.md", "done"), ("tools/shared/a.scm", "failed")):
            call = host.call_tool("write_file", {"path": f"vfs:///{path}", "content": "1"})
            assert call.status == status


@pytest.mark.parametrize(
    "path",
    [
        "vfs:///shared/../home/ada/x",
        "vfs:///shared/..",
        "vfs://shared/x",
        "vfs:/shared/x",
        "/shared/x",
        "shared/x",
        "",
        "vfs:///shared/a\0b",
        "vfs:///shared/..\\x",
        "vfs:///shared/" + "x" * 256,
        "vfs:///shared/\ud800",
        "vfs:///" + "a/" * 40,
    ],
)
def test_what_is_no_virtual_path_is_refused_for_everything(vfs: Vfs, path: str) -> None:
    for use in (
        vfs.read,
        vfs.entries,
        vfs.exists,
        lambda path: vfs.write(path, "", SYSTEM),
        lambda path: vfs.delete(path, SYSTEM),
        lambda path: vfs.make_directory(path, SYSTEM),
    ):
        with pytest.raises(VfsError):
            use(path)


def test_no_link_is_followed(vfs: Vfs, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("s")
    vfs.write("vfs:///shared/real", "r", "ada")
    (vfs.root / "shared/dir").symlink_to(outside)
    (vfs.root / "shared/file").symlink_to(outside / "secret")
    for path in ("vfs:///shared/dir/secret", "vfs:///shared/file"):
        with pytest.raises(VfsError, match="link|no directory"):
            vfs.read(path)
        with pytest.raises(VfsError, match="no directory|no regular file"):
            vfs.write(path, "mine", "ada")
    for path in ("vfs:///shared/dir/new", "vfs:///shared/dir/secret"):
        with pytest.raises(VfsError):
            vfs.delete(path, "ada")
    vfs.delete("vfs:///shared/dir", "ada")
    assert sorted(os.listdir(outside)) == ["secret"]
    assert (outside / "secret").read_text() == "s"


def test_a_pipe_is_no_file_and_keeps_nobody_waiting(vfs: Vfs) -> None:
    vfs.make_directory("vfs:///shared/d", "ada")
    os.mkfifo(vfs.root / "shared/pipe")
    with pytest.raises(VfsError, match="no regular file"):
        vfs.read("vfs:///shared/pipe")


def test_a_write_leaves_no_draft_and_keeps_the_old_file_when_it_is_refused(vfs: Vfs) -> None:
    vfs.write("vfs:///shared/a", "old", "ada")
    with pytest.raises(VfsError, match="at most"):
        vfs.write("vfs:///shared/a", "x" * (17 << 20), "ada")
    assert vfs.read("vfs:///shared/a") == "old"
    assert os.listdir(vfs.root / "shared") == ["a"]


def test_what_many_threads_add_is_all_there(vfs: Vfs) -> None:
    def add() -> None:
        other = Vfs(vfs.root)
        for _ in range(25):
            other.edit("vfs:///shared/log", lambda text: text + "x", SYSTEM, make=True)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert vfs.read("vfs:///shared/log") == "x" * 100


# --- the built-in tools ---


def outputs(host: Host, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    return [host.call_tool(name, arguments, context="ada").output for name, arguments in calls]


def test_files_are_written_listed_read_and_deleted(opened: Open) -> None:
    path = "vfs:///shared/notes/a.md"
    with opened({"vfs/shared/notes/.hidden": "", "vfs/shared/notes/sub/b": ""}) as host:
        assert outputs(
            host,
            ("write_file", {"path": path, "content": "one\ntwo\nthree\n"}),
            ("vfs_list", {"path": "vfs:///shared/notes"}),
            ("file_head", {"path": path}),
            ("file_head", {"path": path, "lines": "2"}),
            ("file_tail", {"path": path, "lines": 1}),
            ("file_lines", {"path": path, "start": 2, "end": 3.0}),
            ("file_lines", {"path": path, "start": 2}),
            ("vfs_mkdir", {"path": "vfs:///home/ada/x/y"}),
            ("vfs_list", {"path": "vfs:///home/ada/x"}),
            ("vfs_delete", {"path": "vfs:///shared/notes"}),
            ("vfs_list", {"path": "vfs:///shared/notes"}),
        ) == [
            f"Wrote 14 bytes to {path}",
            "a.md (file)\nsub (dir)",
            "one\ntwo\nthree",
            "one\ntwo",
            "three",
            "two\nthree",
            "two",
            "Made vfs:///home/ada/x/y",
            "y (dir)",
            "Deleted vfs:///shared/notes",
            "No entries found.",
        ]


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"operation": "replace_string", "find": "b", "replace": "B"}, "a\nB\nb\n"),
        ({"operation": "replace_string", "find": "a\nb", "replace": ""}, "\nb\n"),
        ({"operation": "replace_lines", "start": 2, "end": 3, "content": "c"}, "a\nc\n"),
        ({"operation": "replace_lines", "start": 1, "content": "c\nd\n"}, "c\nd\nb\nb\n"),
        ({"operation": "delete_lines", "start": 1, "end": 2}, "b\n"),
        ({"operation": "insert_before", "line": 1, "content": "z"}, "z\na\nb\nb\n"),
        ({"operation": "insert_after", "line": 3, "content": "z"}, "a\nb\nb\nz\n"),
    ],
)
def test_a_file_is_edited_in_one_place(opened: Open, edit: dict[str, Any], text: str) -> None:
    with opened({"vfs/shared/f": "a\nb\nb\n"}) as host:
        call = host.call_tool("file_edit", {"path": "vfs:///shared/f", **edit})
        assert (call.status, call.output) == ("done", f"Edited vfs:///shared/f: {edit['operation']}")
        assert Path(host.generation.loaded[0].home.path / "vfs/shared/f").read_text() == text


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("file_head", {}, "path: wanted a string, got nothing"),
        ("file_head", {"path": "vfs:///shared/none"}, "there is no such file"),
        ("file_head", {"path": "vfs:///shared"}, "a directory"),
        ("file_head", {"path": "vfs:///shared/f", "lines": 0}, "wanted a whole number from 1, got 0"),
        ("file_head", {"path": "vfs:///shared/f", "lines": True}, "wanted a whole number from 1, got True"),
        ("write_file", {"path": "vfs:///home/bob/f", "content": ""}, "only the context bob writes here, not ada"),
        ("write_file", {"path": "vfs:///shared/f/g", "content": ""}, "leads through something that is no directory"),
        ("write_file", {"path": "vfs:///shared/f"}, "content: wanted a string, got nothing"),
        ("file_edit", {"path": "vfs:///shared/f", "operation": "x"}, "operation: wanted replace_string,"),
        (
            "file_edit",
            {"path": "vfs:///shared/f", "operation": "replace_string", "find": "q", "replace": ""},
            "'q' is not in vfs:///shared/f",
        ),
        (
            "file_edit",
            {"path": "vfs:///shared/f", "operation": "delete_lines", "start": 2, "end": 3},
            "has 1 lines, got 2 to 3",
        ),
        ("vfs_delete", {"path": "vfs:///shared/none"}, "there is no such file"),
        ("vfs_delete", {"path": "vfs:///shared"}, "nobody writes here"),
    ],
)
def test_what_is_wrong_is_the_output_of_a_failed_call(
    opened: Open, name: str, arguments: dict[str, Any], message: str
) -> None:
    with opened({"vfs/shared/f": "text"}) as host:
        call = host.call_tool(name, arguments, context="ada")
    assert call.status == "failed"
    assert call.output.startswith("Error: ")
    assert message in call.output


def test_files_of_the_system_are_out_of_reach(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    with opened({}, permission_handler=lambda point, payload: True) as host:
        for name in ("file_head", "write_file", "vfs_list", "vfs_delete"):
            call = host.call_tool(name, {"path": str(tmp_path / "secret"), "content": "x"})
            assert (call.status, "wanted a path like vfs:///" in call.output) == ("failed", True)
    assert (tmp_path / "secret").read_text() == "s"


# --- hooks ---

WATCH = """
(define seen '())
(define-hook pre_vfs_write payload (set! seen (cons (cons 'pre payload) seen)) (no-opinion))
(define-hook post_vfs_write payload (set! seen (cons (cons 'post payload) seen)) (no-opinion))
(define-tool seen (description "d") (parameters '()) (execute (lambda (a) (json-stringify (reverse (map
  (lambda (each) (vector (symbol->string (car each)) (cdr (assoc "path" (cdr each))) (cdr (assoc "caller" (cdr each)))))
  seen))))))
"""


def test_writes_are_told_before_and_after_and_only_when_they_happened(opened: Open) -> None:
    blocker = """
      (define-hook pre_tool (arguments)
        (if (equal? (payload-ref arguments "content") "bad") (block) (no-opinion)))
    """
    with opened({"hooks/watch.scm": WATCH, "hooks/block.scm": blocker}) as host:
        outputs(
            host,
            ("write_file", {"path": "vfs:///shared/a", "content": "x"}),
            ("write_file", {"path": "vfs:///shared/b", "content": "bad"}),
            ("file_edit", {"path": "vfs:///shared/c", "operation": "replace_string", "find": "x", "replace": "y"}),
            ("vfs_mkdir", {"path": "vfs:///shared/d"}),
            ("file_head", {"path": "vfs:///shared/a"}),
        )
        seen = host.call_tool("seen").output
    assert seen.splitlines()[0] == (
        'result: [["pre","vfs:///shared/a","ada"],["post","vfs:///shared/a","ada"],["pre","vfs:///shared/c","ada"]]'
    )


# --- hook files among them ---

TOOL = '(define-tool t (description "d") (parameters \'()) (execute (lambda (a) {body})))'


def write(host: Host, text: str, path: str = "vfs:///tools/shared/t.scm") -> str:
    return host.call_tool("write_file", {"path": path, "content": text}).output


def test_a_hook_file_written_by_a_tool_is_live_and_deleted_it_is_gone(opened: Open) -> None:
    with opened({}) as host:
        write(host, TOOL.format(body="1") + "(define-hook pre_message () (rewrite-prompt %context-name%))")
        assert host.call_tool("t").output.startswith("result: 1\n")
        fire = host.fire("pre_message", {"prompt": "", "context_name": "ada", "summary": ""})
        assert fire.outcome.prompt == "ada"
        write(host, TOOL.format(body="2"))
        assert host.call_tool("t").output.startswith("result: 2\n")
        host.call_tool("vfs_delete", {"path": "vfs:///tools/shared/t.scm"})
        assert "t" not in host.tools


def test_a_deleted_directory_takes_its_hook_files_along(opened: Open) -> None:
    with opened({"vfs/tools/shared/more/t.scm": TOOL.format(body="1")}) as host:
        assert "t" in host.tools
        host.call_tool("vfs_delete", {"path": "vfs:///tools/shared/more"})
        assert "t" not in host.tools


def test_a_hook_file_that_does_not_load_keeps_the_old_one_and_the_writer_is_told(opened: Open) -> None:
    with opened({}) as host:
        write(host, TOOL.format(body="1"))
        told = write(host, TOOL.format(body="1") + "(car 5)")
        assert "It does not load: vfs/tools/shared/t.scm:1:" in told
        assert "wanted a pair, got 5" in told
        assert host.call_tool("t").output.startswith("result: 1\n")


def test_writes_elsewhere_load_nothing(opened: Open) -> None:
    with opened({}) as host:
        write(host, TOOL.format(body="1"), "vfs:///shared/t.scm")
        assert "t" not in host.tools
        assert host.generation.number == 1


def test_a_tool_that_rewrites_its_own_file_ends_as_it_began(opened: Open) -> None:
    text = TOOL.format(
        body="""(begin (call-tool "write_file" (list (cons "path" "vfs:///tools/shared/t.scm")
                                                     (cons "content" "(define x 1)")))
                       "still here")"""
    )
    with opened({"vfs/tools/shared/t.scm": text}) as host:
        assert host.call_tool("t").output.startswith("result: still here\n")
        assert "t" not in host.tools


# --- (harness io) ---

TRUSTED = '[scheme.tiers]\n"hooks/t.scm" = "unsandboxed"\n'


@pytest.mark.parametrize("root", ["vfs:///home/bob", "{directory}"], ids=["virtual", "system"])
def test_harness_io_reads_writes_lists_and_deletes(opened: Open, tmp_path: Path, root: str) -> None:
    where = root.format(directory=tmp_path / "files")
    (tmp_path / "files").mkdir()
    body = f"""
      (let ((p "{where}/a.txt"))
        (list (io-read p) (io-exists? p) (io-list "{where}/none")
              (io-write p "one\\n") (io-append p "two") (io-append "{where}/.b" "x")
              (io-read p) (io-exists? p) (io-list "{where}")
              (io-delete p) (io-exists? p) (guard (e (#t 'missing)) (io-delete p))))
    """
    text = "(import (harness io))" + TOOL.format(body=body)
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": TRUSTED}) as host:
        assert host.notices == ()
        output = host.call_tool("t").output
    assert output.splitlines()[0:1] == ['result: (#f #f () #t #t #t "one\\ntwo" #t (".b" "a.txt") #t #f missing)']


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('(io-read "vfs:///shared/../x")', "io-read: vfs:///shared/../x: .. is not allowed"),
        ('(io-write "vfs:///" "")', "wanted a file or directory, got the root"),
        ('(io-write "/nowhere/at/all" "")', "no such file"),
        ('(io-write "vfs:///shared/x" \'a)', "io-write: argument 2: wanted a string, got a"),
        ('(io-read "vfs:///shared/x" "y")', "wanted 1 argument, the path, got 2"),
        ("(io-list 5)", "io-list: argument 1: wanted a string, got 5"),
    ],
)
def test_harness_io_says_what_is_wrong(opened: Open, body: str, message: str) -> None:
    files = {"hooks/t.scm": "(import (harness io))" + TOOL.format(body=body), "chibi-hooks.toml": TRUSTED}
    with opened(files) as host:
        assert message in host.call_tool("t").output


def test_harness_io_fires_no_hooks_and_loads_what_it_writes(opened: Open) -> None:
    inner = TOOL.format(body="1").replace("-tool t", "-tool made").replace('"', '\\"')
    body = f'(begin (io-write "vfs:///tools/shared/made.scm" "{inner}") (io-write "vfs:///shared/a" "x"))'
    files = {"hooks/t.scm": "(import (harness io))" + TOOL.format(body=body), "hooks/watch.scm": WATCH}
    with opened({**files, "chibi-hooks.toml": TRUSTED}) as host:
        assert host.call_tool("t").output.startswith("result: #t\n")
        assert host.call_tool("made").output.startswith("result: 1\n")
        assert host.call_tool("seen").output.startswith("result: []\n")


@pytest.mark.parametrize("library", ["(harness io)", "(harness files)"])
def test_a_sandboxed_file_reaches_no_files(opened: Open, library: str) -> None:
    text = f"(import {library})" + TOOL.format(body='(io-read "/etc/passwd")')
    with opened({"hooks/t.scm": text}) as host:
        said = [notice.reason for notice in host.notices] or [host.call_tool("t").output]
    assert '(harness io) needs tier = "unsandboxed" for this file' in said[0]


def test_a_sandboxed_file_sees_the_variables_that_its_home_names(opened: Open) -> None:
    body = '(list (get-environment-variable "KEEP") (get-environment-variable "DROP") (get-environment-variables))'
    config = '[scheme.environment]\n"hooks/t" = ["KEEP", "UNSET"]\n'
    text = "(import (scheme process-context))" + TOOL.format(body=body)
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": config}) as host:
        assert host.notices == ()
        assert host.call_tool("t").output.startswith('result: ("k" #f (("KEEP" . "k")))\n')


def test_other_sandboxed_files_see_none_and_are_told_how_to(opened: Open) -> None:
    config = '[scheme.environment]\n"hooks/t" = ["KEEP"]\n'
    for library in ("(scheme process-context)", "(srfi 98)"):
        with opened({"hooks/u.scm": f"(import {library})", "chibi-hooks.toml": config}) as host:
            (notice,) = host.notices
            assert f'{library} needs tier = "unsandboxed" for this file' in str(notice)
            assert "[scheme.environment] in chibi-hooks.toml" in str(notice)
            assert "[scheme.tiers]" in str(notice)


@looks_inside
def test_budgets_are_set_for_all_files_and_for_some(opened: Open) -> None:
    config = '[scheme]\ntime_limit = 60\n[scheme.time_limits]\n"hooks/quick/" = 0.4\n'
    loop = TOOL.format(body="(let loop () (loop))")
    with opened({"hooks/quick/t.scm": loop, "hooks/u.scm": "1", "chibi-hooks.toml": config}) as host:
        assert "it ran longer than its 0.4 s" in host.call_tool("t").output
        assert [script.interpreter.time_limit for script in host.generation.loaded[0].scripts] == [60.0, 0.4]


def test_an_unsandboxed_file_sees_the_environment_that_its_home_passes_on(opened: Open) -> None:
    body = '(list (get-environment-variable "KEEP") (get-environment-variable "DROP"))'
    config = TRUSTED + '[plugins]\nremove_environment = ["DROP"]\n'
    text = "(import (scheme process-context))" + TOOL.format(body=body)
    with opened({"hooks/t.scm": text, "chibi-hooks.toml": config}) as host:
        assert host.call_tool("t").output.startswith('result: ("k" #f)\n')
