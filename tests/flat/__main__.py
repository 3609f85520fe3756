"""Write the files."""

from tests.flat.files import FILES

for path, made in FILES.items():
    path.write_text(made(), encoding="utf-8")
