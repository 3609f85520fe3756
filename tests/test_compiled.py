"""A test module that was compiled before its import is compiled no more."""

from __future__ import annotations

from importlib.util import module_from_spec
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

from tests.compiled import compile_test


def test_who_imports_a_test_module_finds_its_asserts_rewritten(
    tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "test_found.py"
    path.write_text("def say(x):\n    assert x == 1\n")
    compile_test(path, pytestconfig)
    monkeypatch.setattr("_pytest.assertion.rewrite._rewrite_test", None)
    monkeypatch.syspath_prepend(tmp_path)
    spec = AssertionRewritingHook(pytestconfig).find_spec("test_found")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(AssertionError, match="assert 2 == 1"):
        module.say(2)
