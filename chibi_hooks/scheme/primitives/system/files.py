"""Paths come in, ports on files go out: the file procedures of R7RS 6.13.1 and 6.14 that call no procedure.

Rules: the files are those of the object that the host handed in (`values.files`); a sandboxed world has none.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import files
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value
from chibi_hooks.scheme.values.ports import guarded


@primitive("open-input-file", pure=False)
def open_input_file(path: Value) -> Value:
    """(open-input-file path) -> a textual port on a UTF-8 file."""
    return files.open_text_input(text("open-input-file", 0, path))


@primitive("open-binary-input-file", pure=False)
def open_binary_input_file(path: Value) -> Value:
    """(open-binary-input-file path) -> a binary port on a file."""
    return files.open_binary_input(text("open-binary-input-file", 0, path))


@primitive("open-output-file", pure=False)
def open_output_file(path: Value) -> Value:
    """(open-output-file path) -> a textual port to a file, which is emptied or made."""
    return files.open_text_output(text("open-output-file", 0, path))


@primitive("open-binary-output-file", pure=False)
def open_binary_output_file(path: Value) -> Value:
    """(open-binary-output-file path) -> a binary port to a file, which is emptied or made."""
    return files.open_binary_output(text("open-binary-output-file", 0, path))


@primitive("file-exists?", pure=False, returns="boolean")
def is_file(path: Value) -> bool:
    """(file-exists? path) -> whether there is such a file."""
    name = text("file-exists?", 0, path)
    return guarded(name, lambda: files.current().exists(name))


@primitive("delete-file", pure=False, returns="unspecified")
def delete_file(path: Value) -> Value:
    """(delete-file path) removes the file; a file error if it cannot."""
    name = text("delete-file", 0, path)
    guarded(name, lambda: files.current().delete(name))
    return UNSPECIFIED
