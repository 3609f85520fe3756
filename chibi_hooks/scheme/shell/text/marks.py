"""The marks of which words.py builds a word, and what they bound: a quoted character is preceded by QUOTED, an unknown
piece stands as UNKNOWN, a blank that separates words is BLANK."""

from __future__ import annotations

import re
from typing import Final

QUOTED: Final = "\ufdd0"
UNKNOWN: Final = "\ufdd1"
BLANK: Final = "\ufdd2"
GLOB: Final = re.compile(f"(?<!{QUOTED})[*?[]")
LONGEST: Final = 256 * 1024  # characters of the words of one command: what is behind these is unknown
