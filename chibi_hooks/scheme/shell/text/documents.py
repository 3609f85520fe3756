"""A text -> the same without its here-documents, and these: what stands in them is no command.

    cat > f <<'EOF'          cat > f MARK
    a text            and    "a text⏎"
    EOF

Where a document begins MARK stands in the text, which nothing else in it is; a - before it is lost, and so are blanks
at its beginning, as the grammar loses them. What is not understood stays: where the document has expansions in it, or
something else than a file behind its name.
"""

from __future__ import annotations

import re
from typing import Final

MARK: Final = "\0"  # no text for a shell has it (syntax.py)
_BEGINS: Final = re.compile(
    r"(?:(?<=[^\s-][ \t])-[ \t]++)?(?<=[ \t])<<(['\"]?)([A-Za-z_]\w*+)\1"
    r"((?:[ \t]++>>?[ \t]*+[A-Za-z0-9_./~-]++)?)\n",
    re.ASCII,
)
_EXPANDS: Final = re.compile(r"[$`\\]")


def without_documents(text: str) -> tuple[str, list[str]]:
    """The text with marks, and what stands in the documents, in order."""
    kept, documents, at = [], [], 0
    while (begins := _BEGINS.search(text, at)) is not None:
        quoted, name, target = begins.groups()
        start = begins.end()
        end = text.find(f"\n{name}\n", start) if text[start : start + len(name) + 1] != f"{name}\n" else -1
        if end < 0 and text.endswith(f"\n{name}") and len(text) - len(name) > start:
            end = len(text) - len(name) - 1
        if end < 0:
            break
        document = text[start : end + 1].lstrip(" \t\n")
        dynamic = not quoted and _EXPANDS.search(document) is not None
        if dynamic or document[:1].strip() == "" or _has_line(document, name):
            break
        kept.append(f"{text[at : begins.start()]}{target} {MARK}\n")
        documents.append(document)
        at = min(end + len(name) + 2, len(text))
    return "".join([*kept, text[at:]]), documents


def _has_line(document: str, name: str) -> bool:
    """Does a line begin with the name, or blanks and the name? The grammar may take that for the end."""
    return name in document and any(line.lstrip(" \t").startswith(name) for line in document.split("\n"))
