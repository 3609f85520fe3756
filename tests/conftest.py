"""What holds for all tests: no clock decides, the collector is set as in `chibi-hooks`, and the processes that tests
start find their bytecode written and end on SIGINT.
"""

from __future__ import annotations

import os
import signal
import tempfile
from typing import Final

from hypothesis import HealthCheck, settings

from chibi_hooks.cli import tune_collector

settings.register_profile("here", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("here")

_bytecode: Final = tempfile.TemporaryDirectory(prefix="ch-bytecode-")
os.environ["PYTHONPYCACHEPREFIX"] = _bytecode.name
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job, whose processes would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

tune_collector()
