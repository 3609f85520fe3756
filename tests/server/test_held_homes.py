"""Many projects on one host for agents: each with its own homes, trusted or not; many events at once."""

from __future__ import annotations

import gc
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.homes.home import Given, Homes, Surroundings, find_homes
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.live.reload import Reloader
from chibi_hooks.hooks.live.watch import Watcher
from chibi_hooks.server.address import Taken
from chibi_hooks.server.agents import held_homes
from chibi_hooks.server.agents.call import AgentCall, call_of
from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.client import connect
from chibi_hooks.server.door import Door
from tests.homes import make_home
from tests.server.calling import DENIED, GUARD, event
from tests.server.conftest import World

RECORDED = Path(__file__).parent.parent / "recorded"
CASES = [path for path in sorted(RECORDED.glob("*/*.json")) if path.parent.name != "toy"]


class Several:
    """Projects, and the homes that are held for them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.root = world.root
        self.said: list[str] = []
        self.environment = {**world.around.environment, "HOME": str(self.root / "user")}
        self.held = HeldHomes(self.environment, say=self.said.append)

    def project(self, name: str, files: dict[str, str | bytes], trusted: bool = True) -> Path:
        project = self.root / name
        make_home(project, {f".chibi/{path}": text for path, text in files.items()})
        (project / "src").mkdir(exist_ok=True)
        if trusted:
            Trust(self.world.state).grant(project / ".chibi")
        return project

    def call(self, text: bytes, directory: Path | None = None, *words: str, agent: str = "claude-code") -> AgentCall:
        return call_of([agent, *words], text, str(directory or self.root))

    def said_to(self, call: AgentCall) -> Any:
        return json.loads(self.held.answer(call).text or b"null")


@pytest.fixture
def several(world: World) -> Iterator[Several]:
    made = Several(world)
    yield made
    made.held.close()


def test_ten_projects_have_ten_guards(several: Several) -> None:
    projects = [
        several.project(f"p{number}", {"hooks/guard.scm": GUARD.replace('"no"', f'"no, says {number}"')})
        for number in range(10)
    ]
    untrusted = several.project("other", {"hooks/guard.scm": GUARD}, trusted=False)

    def reason(project: Path) -> Any:
        told = several.said_to(several.call(event("rm", cwd=str(project / "src"))))
        return told.get("hookSpecificOutput", {}).get("permissionDecisionReason")

    with ThreadPoolExecutor(10) as pool:
        first = list(pool.map(reason, [*projects, untrusted]))
        again = list(pool.map(reason, [*projects, untrusted] * 3))
    assert first == [*(f"no, says {number}" for number in range(10)), None]
    assert again == first * 3
    assert len([each for each in several.held.about if each["homes"]]) == 10
    assert several.said == []


def test_a_project_that_is_trusted_meanwhile_counts_at_once(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD}, trusted=False)
    call = several.call(event("rm", cwd=str(project)))
    assert several.said_to(call) == {}
    Trust(several.world.state).grant(project / ".chibi")
    assert several.said_to(call) == DENIED
    Trust(several.world.state).revoke(project / ".chibi")
    assert several.said_to(call) == {}


def test_what_is_saved_decides_the_next_call_however_slow_the_look_before_it_was(
    several: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watcher, "start", lambda watcher: None)  # nobody else looks
    look = Reloader.look

    def slow(reloader: Reloader, homes: Homes | None = None) -> object:
        time.sleep(0.2)  # as on a busy machine
        return look(reloader, homes)

    monkeypatch.setattr(Reloader, "look", slow)
    project = several.project("p", {"hooks/guard.scm": GUARD})
    call = several.call(event("ls", cwd=str(project)))
    assert several.said_to(call) == {}
    for verb, told in (("ls", DENIED), ("rm", {}), ("ls", DENIED)):
        make_home(project / ".chibi", {"hooks/guard.scm": GUARD.replace('"rm"', f'"{verb}"')})
        Trust(several.world.state).grant(project / ".chibi")
        assert several.said_to(call) == told
    assert several.said == []


@pytest.fixture
def uncollected() -> Iterator[None]:
    gc.disable()  # a pass over what other tests hold is as long as a long look
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(("long", "counts"), [(1, True), (2, False)])
def test_a_look_is_long_when_the_one_before_it_was(
    several: Several, monkeypatch: pytest.MonkeyPatch, long: int, counts: bool
) -> None:
    monkeypatch.setattr(Watcher, "start", lambda watcher: None)  # nobody else looks
    monkeypatch.setattr(held_homes, "REST", 1e6)
    look, looks = Reloader.look, []

    def laborious(reloader: Reloader, homes: Homes | None = None) -> object:
        looks.append(reloader)
        until = time.thread_time() + 2 * held_homes.LONG_LOOK * (len(looks) <= long)
        while time.thread_time() < until:
            pass
        return look(reloader, homes)

    project = several.project("p", {"hooks/guard.scm": GUARD})
    call = several.call(event("ls", cwd=str(project)))
    assert several.said_to(call) == {}
    monkeypatch.setattr(Reloader, "look", laborious)
    for _ in range(long):
        assert several.said_to(call) == {}
    make_home(project / ".chibi", {"hooks/guard.scm": GUARD.replace('"rm"', '"ls"')})
    Trust(several.world.state).grant(project / ".chibi")
    assert several.said_to(call) == (DENIED if counts else {})
    assert len(looks) == long + counts


def test_where_the_event_happens_counts_and_else_where_the_client_stands(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    assert several.said_to(several.call(event("rm"), project)) == DENIED
    assert several.said_to(several.call(event("rm", cwd=str(several.root)), project)) == {}
    assert several.said_to(several.call(event("rm", cwd="/no/such/place"), project)) == DENIED
    assert several.said_to(several.call(event("rm", cwd="relative"), project)) == DENIED
    relative = several.call(event("rm", cwd="/"), several.root, "--home", "home")
    make_home(several.world.home, {"hooks/guard.scm": GUARD})
    assert several.said_to(relative) == DENIED  # from where the client stands


def test_another_users_variables_count_where_the_client_has_them(several: Several) -> None:
    mine = make_home(several.root / "mine", {"hooks/guard.scm": GUARD})
    call = several.call(event("rm"))
    named = AgentCall("claude-code", "", call.text, call.directory, environment={"CHIBI_HOME": str(mine)})
    assert [several.said_to(call), several.said_to(named)] == [{}, DENIED]
    make_home(several.root / "she", {".chibi/hooks/guard.scm": GUARD})
    her = AgentCall("claude-code", "", call.text, call.directory, environment={"HOME": str(several.root / "she")})
    assert several.said_to(her) == DENIED


def test_twenty_events_at_once_open_a_home_once(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = Door.open

    def counted(home: str | None = None, **options: Any) -> Door:
        opened.append(str(home))
        return real(home, **options)

    monkeypatch.setattr(Door, "open", counted)
    project = several.project("p", {"hooks/guard.scm": GUARD})
    calls = [several.call(event("rm" if number % 2 else "ls", cwd=str(project))) for number in range(20)]
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(several.said_to, calls))
    assert answers == [{}, DENIED] * 10
    assert len(opened) == 1


def test_other_commands_find_the_host_that_answers_agents(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    assert several.said_to(several.call(event("rm", cwd=str(project)))) == DENIED
    around = Surroundings(several.environment, project, several.root / "user")
    client = connect(None, around)
    assert client is not None
    with client:
        assert client.call("status")["requests"] == 2


def test_a_home_that_another_process_holds_is_answered_by_that_one(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    around = Surroundings(several.environment, project, several.root / "user")
    call = several.call(event("rm", cwd=str(project)))
    with Door.open(None, around=around) as door:
        assert several.said_to(call) == DENIED
        assert door.resident.served == 1
    assert several.said_to(call) == DENIED  # it has ended meanwhile


def test_a_home_is_handed_to_a_process_that_asks_for_it_and_answered_all_the_while(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    around = Surroundings(several.environment, project, several.root / "user")
    call = several.call(event("rm", cwd=str(project)))
    assert several.said_to(call) == DENIED
    assert (handed(around), several.said_to(call)) == (True, DENIED)
    with eventually(lambda: Door.open(None, around=around)) as door:
        assert several.said_to(call) == DENIED
        assert (handed(around), door.resident.served >= 1) == (False, True)  # that one holds it for itself


def test_a_home_that_somebody_follows_is_not_handed_on(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    around = Surroundings(several.environment, project, several.root / "user")
    assert several.said_to(several.call(event("rm", cwd=str(project)))) == DENIED
    client = connect(None, around)
    assert client is not None
    with client:
        assert handed(around) is False


def handed(around: Surroundings) -> Any:
    client = connect(None, around)
    assert client is not None
    with client:
        return client.call("hand_over")["handed"]


def eventually(open_door: Callable[[], Door]) -> Door:
    until = time.monotonic() + 60
    while True:
        try:
            return open_door()
        except Taken:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_what_nobody_uses_is_let_go_and_the_oldest_when_there_are_too_many(
    several: Several, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_homes, "MOST", 2)
    for name in ("a", "b", "c"):
        project = several.project(name, {"hooks/guard.scm": GUARD})
        assert several.said_to(several.call(event("rm", cwd=str(project)))) == DENIED
    assert [Path(each["homes"][0]).parent.name for each in several.held.about] == ["b", "c"]
    several.held.look_around(now=1e12)
    assert several.held.about == []
    assert several.said_to(several.call(event("rm", cwd=str(several.root / "a")))) == DENIED


def test_a_home_that_is_gone_is_let_go_and_found_again(several: Several) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    call = several.call(event("rm", cwd=str(project)))
    assert several.said_to(call) == DENIED
    (project / ".chibi").rename(project / "elsewhere")
    several.held.look_around()
    assert several.held.about == []
    assert several.said_to(call) == {}
    (project / "elsewhere").rename(project / ".chibi")
    assert several.said_to(call) == DENIED


IN_THE_WAY: dict[str, Callable[[Path], object]] = {
    "a link that leads nowhere": lambda path: path.symlink_to("gone"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a file": lambda path: path.touch(),
    "a pipe": os.mkfifo,
}


@pytest.mark.parametrize("whose", ["the user's", "a project's", "named"])
@pytest.mark.parametrize("act", IN_THE_WAY.values(), ids=IN_THE_WAY)
def test_where_nobody_can_tell_whether_a_home_is_there_what_is_held_answers(
    act: Callable[[Path], object], whose: str, several: Several
) -> None:
    if whose == "a project's":
        home = several.project("p", {"hooks/guard.scm": GUARD}) / ".chibi"
        call = several.call(event("rm", cwd=str(home.parent / "src")))
    else:
        home = make_home(several.root / "user/.chibi", {"hooks/guard.scm": GUARD})
        call = several.call(event("rm"), several.root, *(["--home", str(home)] if whose == "named" else []))
    assert several.said_to(call) == DENIED
    home.rename(several.root / "elsewhere")
    act(home)
    several.held.look_around()
    answer = several.held.answer(call)
    assert json.loads(answer.text) == DENIED
    assert any("what was live before answers" in each for each in answer.notes)
    home.unlink()
    (several.root / "elsewhere").rename(home)
    answer = several.held.answer(call)
    assert json.loads(answer.text) == DENIED
    assert not any("what was live before answers" in each for each in answer.notes)


def test_a_home_that_cannot_be_opened_costs_its_hooks_and_denies_where_it_says_so(several: Several) -> None:
    home = make_home(several.root / "h", {"chibi-hooks.toml": "nonsense = 1\n"})
    call = several.call(event("rm"), several.root, "--home", "h")
    answer = several.held.answer(call)
    assert answer.text == b"{}"
    assert "nonsense" in answer.notes[0]
    make_home(home, {"chibi-hooks.toml": 'nonsense = 1\n[on_failure]\npre_tool = "deny"\n'})
    assert "nonsense" in several.said_to(call)["hookSpecificOutput"]["permissionDecisionReason"]
    make_home(home, {"chibi-hooks.toml": "", "hooks/guard.scm": GUARD})
    assert several.said_to(call) == DENIED


def test_what_a_session_knows_survives_the_host(several: Several) -> None:
    stop = '(register-hook \'pre_stop (lambda (p) (keep-going "run the tests")))'
    project = several.project("p", {"hooks/stop.scm": stop, "chibi-hooks.toml": "[agents]\nstop_cap = 2\n"})
    told = {"hook_event_name": "Stop", "session_id": "s", "stop_hook_active": True, "cwd": str(project)}
    answers = []
    for _ in range(4):
        with HeldHomes(several.environment) as held:
            answers.append(held.answer(several.call(json.dumps(told).encode())).text)
    assert [b"run the tests" in each for each in answers] == [True, True, False, False]


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_event_is_answered_alike_with_and_without_a_host(several: Several, path: Path) -> None:
    case = json.loads(path.read_text())
    hooks, config = "\n".join(case["hooks"]), case.get("config", "")
    files: dict[str, str | bytes] = {"hooks/h.scm": hooks, "chibi-hooks.toml": config}
    answers = []
    for hold in (True, False):
        name = "with" if hold else "without"
        make_home(several.root / name, files)
        environment = {**several.environment, "CHIBI_HOOKS_STATE": str(several.world.state / name)}
        with HeldHomes(environment, hold=hold) as held:
            for each in case["events"]:
                words = (each["name"],) if each.get("name") else ()
                text = json.dumps(each["event"]).encode()
                call = several.call(text, None, *words, "--home", name, agent=path.parent.name)
                answers.append((hold, held.answer(call)))
    assert [each for hold, each in answers if hold] == [each for hold, each in answers if not hold]
    said = [json.loads(each.text) if each.text else None for hold, each in answers if hold]
    assert said == [each["reply"] for each in case["events"]]


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Where homes are sought from, from now on."""
    found: list[Path] = []

    def noting(around: Surroundings, given: Given = None) -> Homes:
        found.append(around.directory)
        return find_homes(around, given)

    for module in ("server.agents.held_homes", "server.door", "hooks.host"):
        monkeypatch.setattr(f"chibi_hooks.{module}.find_homes", noting)
    return found


def test_a_named_home_is_sought_once_whatever_the_project(several: Several, sought: list[Path]) -> None:
    home = make_home(several.root / "named", {"hooks/guard.scm": GUARD})
    projects = [several.project(name, {}) for name in ("one", "two")]
    calls = [several.call(event("rm", cwd=str(each)), None, "--home", str(home)) for each in projects]
    for call in calls:
        assert several.said_to(call) == DENIED
    sought.clear()
    for call in calls:
        assert several.said_to(call) == DENIED
    assert sought == projects
    (home / "hooks" / "guard.scm").write_text(GUARD.replace('"no"', '"no more"'))
    for call in calls:
        assert several.said_to(call)["hookSpecificOutput"]["permissionDecisionReason"] == "no more"


def test_a_name_of_a_home_leads_where_it_leads_now(several: Several) -> None:
    for name, text in (("one", GUARD), ("two", "")):
        make_home(several.root / name, {"hooks/guard.scm": text})
    link = several.root / "link"

    def is_denied() -> bool:
        told = several.said_to(several.call(event("rm"), None, "--home", str(link)))
        return "deny" in str(told)

    link.symlink_to("one")
    assert is_denied()
    assert is_denied()  # as it was found just now
    link.unlink()
    link.symlink_to("two")
    assert not is_denied()
    link.unlink()
    shutil.move(several.root / "one", link)
    assert is_denied()


def test_the_homes_of_an_event_are_sought_once(several: Several, sought: list[Path]) -> None:
    project = several.project("p", {"hooks/guard.scm": GUARD})
    call = several.call(event("rm", cwd=str(project)))
    for _ in range(3):
        sought.clear()
        assert several.said_to(call) == DENIED
    assert sought == [project]
    (several.root / "user" / ".chibi").mkdir(parents=True)  # it counts from now on, and is another host's
    assert several.said_to(call) == DENIED
    Trust(several.world.state).revoke(project / ".chibi")
    assert several.said_to(call) == {}
