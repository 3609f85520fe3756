"""Random programs: the compiled program and the oracle must agree on value, error and trace."""

from __future__ import annotations

import pytest

from tests.fuzz.captures import generate_captures
from tests.fuzz.compare import MODES, Mode, Outcome, difference, smallest
from tests.fuzz.generate import Form, generate, program_text, text
from tests.fuzz.rarities import generate_rarities
from tests.fuzz.searches import generate_searches
from tests.fuzz.shapes import generate_scenes
from tests.fuzz.shrink import shrink
from tests.halves import dealt

BATCHES = 10
BATCH = 20  # 200 programs
SIZE = 100  # smaller ones than `python -m tests.fuzz` makes: about 40 ms each


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_compiler_and_oracle_agree_on_random_programs(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _agree(generate(seed, SIZE), seed, "whole")


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_they_agree_on_what_programs_do_with_libraries_in_each_way_of_running_them(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _agree(generate_scenes(seed, SIZE), seed, MODES[seed % len(MODES)])


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_they_agree_on_what_few_programs_do(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _agree(generate_rarities(seed, SIZE), seed, MODES[seed % len(MODES)])


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_they_agree_on_searches_whose_frames_leave_the_stack(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _agree(generate_searches(seed, SIZE), seed, MODES[seed % len(MODES)])


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_they_agree_on_continuations_that_come_back_into_all_sorts_of_forms(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        _agree(generate_captures(seed, SIZE), seed, MODES[seed % len(MODES)])


def _agree(forms: list[Form], seed: int, mode: Mode) -> None:
    differing = difference(forms, mode)
    if differing:
        forms = smallest(forms, differing, 30, mode)
        pytest.fail(f"seed {seed}, {mode}\n{program_text(forms)}\n{difference(forms, mode)}")


def test_outcomes_differ_in_what_is_said_and_where_but_not_in_places_that_only_one_tells() -> None:
    here = Outcome("1", "()", ("3:4",))
    assert here.agrees(Outcome("1", "()", ("",)))
    assert here.agrees(Outcome("1", "()", ("3:9",)))
    assert not here.agrees(Outcome("1", "()", ("4:4",)))
    assert not here.agrees(Outcome("1", "(2)", ("3:4",)))


def test_a_seed_always_gives_the_same_program() -> None:
    assert program_text(generate(7)) == program_text(generate(7))


def test_shrinking_keeps_what_fails_and_drops_the_rest() -> None:
    program = [["define", "x", "1"], ["log", ["if", "#t", ["car", "5"], "2"]]]
    cut = shrink(program, lambda forms: "(car 5)" in " ".join(map(text, forms)))
    assert [text(form) for form in cut] == ["(car 5)"]
