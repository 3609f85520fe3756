"""The core forms, each with its kin; a file here declares what it holds (`scope.core_form` and its neighbours).

Importing this folder declares them all; a new form is a function in one of the files, or a new file.
"""

from __future__ import annotations

from chibi_hooks.folder import modules_of

for _ in modules_of(__name__, __path__):
    pass
