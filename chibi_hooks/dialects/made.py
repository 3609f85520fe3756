"""What the agents declare -> the files that are made of it, for those who can import nothing of it; a test compares.

    python -m chibi_hooks.dialects.made      writes them anew
"""

from __future__ import annotations

from pathlib import Path

from chibi_hooks.dialects import last_words, protected


def made() -> dict[Path, str]:
    """Each such file, and its text."""
    here = Path(__file__).parent
    return {
        here / "last_words.json": last_words.as_text(last_words.last_words()),
        here.parent.parent / "scheme_lib/harness/policies/agents.scm": protected.as_scheme(),
    }


def main() -> None:
    """Write them."""
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
