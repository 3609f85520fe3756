"""The two examples that are made of tools: tasks, and the history of virtual files; and files in the shape of chibi's
own two, which must run as they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings

EXAMPLES = Path(__file__).parents[3] / "examples"
Call = Callable[..., str]


@pytest.fixture
def call(request: pytest.FixtureRequest, tmp_path: Path, around: Surroundings) -> Iterator[Call]:
    """Call a tool of a copy of the example for the context `ada`; gives its result alone."""
    home = tmp_path / "home"
    shutil.copytree(EXAMPLES / request.param / "home", home)
    with Host.open(home=home, around=around) as host:
        assert host.notices == ()

        def call_tool(name: str, /, context: str = "ada", **arguments: Any) -> str:
            done = host.call_tool(name, arguments, context=context)
            assert done.status == "done", done.output
            return done.output.removeprefix("result: ").partition("\nstdout: ")[0]

        yield call_tool


@pytest.mark.parametrize("call", ["tasks"], indirect=True)
def test_tasks_are_made_listed_changed_and_deleted(call: Call) -> None:
    assert call("task_list") == "There are no tasks."
    first = call("task_create", title='Find "the" (key)', notes="under\n\nthe mat")[-9:-1]
    second = call("task_create", title="Open the door", after=[first])[-9:-1]
    ready, waits = f'{first}  ready  Find "the" (key)', f"{second}  waits  Open the door"
    assert sorted(call("task_list").splitlines()) == sorted([ready, waits])
    assert call("task_list", status="waits") == waits
    assert call("task_view", id=first) == f"{ready}\nunder\n\nthe mat"
    assert call("task_update", id=first, status="done", title="Find it") == f"{first}  done  Find it"
    assert call("task_list", status="ready") == f"{second}  ready  Open the door"
    assert call("task_delete", id=second) == f"Deleted task {second}."
    assert call("task_list") == f"{first}  done  Find it"
    assert call("task_view", id=second) == f"There is no task {second}."


@pytest.mark.parametrize("call", ["tasks"], indirect=True)
def test_the_tasks_of_a_context_are_its_own(call: Call) -> None:
    call("task_create", title="mine")
    assert call("task_list", context="bob") == "There are no tasks."
    call("task_create", context="", title="everybody's")
    assert call("task_list", context="").endswith("everybody's")


@pytest.mark.parametrize("call", ["history"], indirect=True)
def test_every_write_keeps_what_was_there(call: Call) -> None:
    path = "vfs:///shared/a.md"
    for text in ("one\n", "one\ntwo\n", "one\ntwo\n", "one\ntwo\nthree\n"):
        call("write_file", path=path, content=text)
    call("file_edit", path=path, operation="replace_string", find="one", replace="zero")
    assert call("file_history_log", path=path) == "1  4 characters\n2  8 characters\n3  14 characters"
    assert call("file_history_show", path=path, version=2) == "one\ntwo\n"
    shown = call("file_history_diff", path=path, version=2).splitlines()
    assert [line for line in shown if line[:1] in "+-"] == ["-one", "+zero", "+three"]
    assert call("file_history_show", path=path, version=9) == f"There is no such version of {path}."


@pytest.mark.parametrize("call", ["history"], indirect=True)
def test_a_version_that_is_brought_back_is_itself_a_write(call: Call) -> None:
    path = "vfs:///home/ada/a.md"
    call("write_file", path=path, content="old")
    call("write_file", path=path, content="new")
    assert call("file_history_revert", path=path, version=1) == f"{path} is version 1 again."
    assert call("file_head", path=path) == "old"
    assert call("file_history_show", path=path, version=2) == "new"


def test_the_history_needs_the_tier_that_its_home_grants(tmp_path: Path, around: Surroundings) -> None:
    shutil.copytree(EXAMPLES / "history/home", tmp_path / "home")
    (tmp_path / "home/chibi-hooks.toml").write_text('[scheme.tiers]\n"vfs/" = "sandboxed"\n')
    with Host.open(home=tmp_path / "home", around=around) as host:
        assert '(harness io) needs tier = "unsandboxed" for this file' in str(host.notices[0])
    (tmp_path / "home/chibi-hooks.toml").write_text('[scheme.tiers]\n"vfs/" = "virtual"\n')
    with Host.open(home=tmp_path / "home", around=around) as host:
        written = [host.call_tool("write_file", {"path": "vfs:///shared/a.md", "content": each}) for each in "12"]
    failure = next(fire.answers[0].error for fire in written[1].fires if fire.point == "pre_vfs_write")
    assert failure is not None and "vfs:///history/shared/a.md/1: nobody writes here" in failure.message


# --- files in the shape of chibi's own ---

PUBLISHED = Path(__file__).parents[2] / "published"
SHARED = "vfs/tools/shared"


@pytest.fixture
def published(tmp_path: Path, around: Surroundings) -> Iterator[Call]:
    """Call a tool of a home that has both files where chibi has them."""
    home = tmp_path / "home"
    shutil.copytree(PUBLISHED, home / SHARED)
    with Host.open(home=home, around=around) as host:
        assert host.notices == ()

        def call_tool(name: str, /, **arguments: Any) -> str:
            done = host.call_tool(name, arguments, context="ada")
            assert done.status == "done", done.output
            return done.output.removeprefix("result: ").removesuffix("\nstdout: (empty)\nstderr: (empty)")

        yield call_tool


def test_a_file_in_the_shape_of_chibis_tasks_runs_as_it_is(published: Call) -> None:
    assert published("task_list") == ""
    first = published("task_create", title='Say "hi\\there"', body="soon\n").removeprefix("created ")
    second = published("task_create", title="Sleep").removeprefix("created ")
    listed = sorted([f'{first} pending Say "hi\\there"', f"{second} pending Sleep"])
    assert sorted(published("task_list").splitlines()) == listed
    assert published("task_view", id=first).endswith("(status . pending))\nsoon")
    assert published("task_update", id=second, status="done") == "updated"
    assert published("task_delete", id=first) == "deleted"
    assert published("task_list") == f"{second} done Sleep\n"


def test_a_file_in_the_shape_of_chibis_history_runs_as_it_is(published: Call) -> None:
    path = "vfs:///shared/a.md"
    for content in ("one\ntwo\n", "one\ntwo\nthree\n", "zero\n"):
        published("write_file", path=path, content=content)
    assert published("file_history_log", path=path) == "1,2"
    assert published("file_history_show", path=path, revision=2) == "one\ntwo\nthree\n"
    published("write_file", path=path, content="one\ntwo\nthree\nfour\n")
    shown = published("file_history_diff", path=path, revision=1).splitlines()
    assert [line for line in shown if line[:1] in "+-"] == ["+three", "+four"]  # chibi's own loses appended lines
    assert published("file_history_revert", path=path, revision=1) == f"reverted {path}"
    assert published("file_head", path=path) == "one\ntwo"
    assert published("file_history_log", path=path) == "1,2,3,4"  # the write through call-tool is kept too
