"""The pack: each policy of `scheme_lib/harness/policies/` and its table of labelled inputs, `tables/NAME.txt`.

To add a policy: write `scheme_lib/harness/policies/NAME.sld` (a library that exports NAME, made by `define-policy`) and
`tests/policies/tables/NAME.txt` with at least 12 rows: what it is for, ways around it, and what looks alike and must
pass. Nothing else lists policies. `python -m tests.policies` prints what the pack decides, and its false alarms.

A row is a verdict and an input:

    deny  $ rm -rf /                     a command line
    pass  > notes.txt some text          a file that is written (path, then text)
    pass  < README.md                    a file that is read
    deny  prompt …                       what the user says
    redact output …                      what a command gave (`fetched …`: what a page did)
    deny  url http://…                   a page that is fetched
    deny  tool mcp:hub/open {"a": 1}     another tool
    keep  at pre_stop {…}                any point

`⏎` is a line break. Verdicts: deny, ask, redact (an output is replaced), keep (the agent goes on), context, warn,
pass. Lines between rows: `with {…}` parameters from here on; `session` a new session; `branch NAME` and
`clock 2026-11-22T10:00` what the host says of git and time; `# …` a heading. A table begins with the parameters'
defaults, in a session of its own.

`ordinary.txt` has no verdicts: what people and agents do all day; the whole pack together is to let all of it pass.
"""
