"""Hooks: a payload at a hook point in, one folded and explained outcome out. This layer knows the Scheme, no agent
and no door.

How one fire travels, and how one save becomes what the next fire sees; a folder is a role:

    payload ──host──▶ event ──asking──▶ answers ──deciding──▶ outcome ──recording──▶ journal ──replaying──▶ what changes
                        │      stage by stage        fold, steps
    a save ──live──▶ generation: who answers at which point, never changed

Each file or folder imports only from those below it (`tests/test_house.py`, RANKS):

    checking/      what is wrong before anything runs: lint, doctor, test files
    replaying/     recorded fires asked again: decisions that change, coverage, promotion
    host.py        the hall: a point and a payload -> a `Fire`
    firing.py      a generation of it, for the tool calls of hooks
    straight.py    the same in one function, for usual fires: a point -> the one of flat/ that does them
    flat/          these functions, made by `python -m tests.flat` (inlined.py says how to change one) of the small ones
    whole.py sole.py   that say it: any fire; one whose point asks one hook of a file
    ways.py        what these know of the host, and it of them
    live/          the disk -> generations: look, scan, watch, differences, what is on trial
    recording/     fires -> the journal, redacted; explanations of them
    asking.py      the responders of a point asked, stage by stage
    responders.py  `Responder`, `Stage`, what a source gave, `Generation`
    scripts/       a `.scm` file -> its world, hooks and tools; JSON <-> Scheme
    reentrancy.py  which points are firing in this chain of calls
    knowing/       what hooks may ask the host: values that outlive a fire, the clock, git, declared commands
    tools/         a tool's name and arguments -> a result, hooks and permission asked on the way
    homes/         directories -> what they say (configuration) and whether it may be obeyed (trust); virtual files
    fire.py        one event's whole journey as a value, with its origin
    points/        the hook points, a file per family
    deciding/      what a point is, the rules of the fold, its steps; samples and documentation of points
    processes/     an executable run: what came out, how it ended
    event.py       what responders are asked about
    payload.py     JSON text, strictly
    account.py answer.py errors.py    what a fire may use; what one responder said; whose fault
    taking.py      a lock -> what takes it in a step after which no Ctrl-C comes

Words: a *responder* answers, a *source* is where responders come from, a *stage* is asked together or in turn, a
*generation* is all that is loaded at one time.
"""
