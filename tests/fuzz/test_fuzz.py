"""Random programs: the compiled program and the oracle must agree on value, error and trace."""

from __future__ import annotations

import pytest

from tests.fuzz.compare import difference, smallest
from tests.fuzz.generate import generate, program_text, text
from tests.fuzz.shrink import shrink
from tests.halves import dealt

BATCHES = 10
BATCH = 20  # 200 programs
SIZE = 100  # smaller ones than `python -m tests.fuzz` makes: about 40 ms each


@pytest.mark.parametrize("batch", dealt(range(BATCHES), BATCHES))
def test_compiler_and_oracle_agree_on_random_programs(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        forms = generate(seed, SIZE)
        differing = difference(forms)
        if differing:
            forms = smallest(forms, differing, seconds=30)
            pytest.fail(f"seed {seed}\n{program_text(forms)}\n{difference(forms)}")


def test_a_seed_always_gives_the_same_program() -> None:
    assert program_text(generate(7)) == program_text(generate(7))


def test_shrinking_keeps_what_fails_and_drops_the_rest() -> None:
    program = [["define", "x", "1"], ["log", ["if", "#t", ["car", "5"], "2"]]]
    cut = shrink(program, lambda forms: "(car 5)" in " ".join(map(text, forms)))
    assert [text(form) for form in cut] == ["(car 5)"]
