"""What every fire runs, put together of pieces that are said elsewhere (inlined.py). `python -m tests.flat` makes these
files, and nobody changes them by hand."""
