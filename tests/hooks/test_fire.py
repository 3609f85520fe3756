"""A fire as a value: there and back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.errors import UnknownPoint
from chibi_hooks.hooks.fire import Fire, Origin
from tests.homes import answering, make_home

FILES = {
    "hooks/guard.scm": '(define-hook pre_tool () (block "no"))\n(define-hook pre_tool () (car 1))\n',
    "hooks/worse.scm": "((",
    "plugins/say": answering("say", ["pre_tool"], {"mesage": "x"}),
}
PINNED = ["fire", "point", "generation", "origin", "outcome", "answers", "skipped", "ms"]


def fired(tmp_path: Path, origin: Origin | None = None) -> Fire:
    with Host.open(home=make_home(tmp_path / "home", FILES), record=False) as host:
        return host.fire_in(host.generation, "pre_tool", {"tool_name": "x"}, origin=origin)


@pytest.mark.parametrize("origin", [None, Origin("some-agent", "BeforeTool", "s-1")])
def test_the_full_form_gives_the_whole_fire_back(tmp_path: Path, origin: Origin | None) -> None:
    fire = fired(tmp_path, origin)
    told = json.loads(json.dumps(fire.to_json(full=True)))
    again = Fire.from_json(told)
    assert again.to_json(full=True) == told
    assert (again.origin, again.payload, list(again.answers)) == (origin, fire.payload, list(fire.answers))
    assert [step.text for step in again.steps] == [step.text for step in fire.steps]
    assert again.outcome == fire.outcome


def test_the_form_that_is_pinned_is_a_fire_too(tmp_path: Path) -> None:
    told = fired(tmp_path).to_json()
    assert list(told) == PINNED
    assert Fire.from_json(told).to_json() == told


def test_a_fire_of_a_point_that_is_no_more_can_be_shown(tmp_path: Path) -> None:
    fire = Fire.from_json({**fired(tmp_path).to_json(full=True), "point": "pre_tol"})
    assert (fire.point, fire.folded.values["block"]) == ("pre_tol", True)
    with pytest.raises(UnknownPoint, match='did you mean "pre_tool"'):
        fire.outcome.block  # noqa: B018


def test_showing_a_fire_from_elsewhere_loads_no_points(tmp_path: Path) -> None:
    told = json.dumps(fired(tmp_path).to_json(full=True))
    code = (
        "import json, sys; from chibi_hooks.hooks.fire import Fire; "
        "print(Fire.from_json(json.load(sys.stdin)).point, 'pydantic' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], input=told, capture_output=True, text=True, check=True)
    assert ran.stdout == "pre_tool False\n"
