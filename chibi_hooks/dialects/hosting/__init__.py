"""Another agent's handlers on our host: its settings and an event -> what that agent would decide.

How one event travels; everything that differs between agents is data in `dialects/AGENT/hosting.py`:

    settings files ──entries──▶ entries ──choosing──▶ those that run ──running, posting──▶ what came out
         │ settings, entries      matchers, conditions                 environment              │ speaking
         ▼                                                                                      ▼
    what is wrong (notices)             our own hooks ──bridging──▶ answers ◀────── fields of a decision
                                                                       │ fold (table)
                                                                       ▼
                                                          decision: the object of `host`

Each file imports only from those below it:

    events.py      a host, an agent and its event -> a fire and its decision: the door
    source.py      settings -> a `Source` of responders, by the points of the agent's table
    decision.py    a fire and what ran -> the object that `host` prints
    bridging.py    our plugins and Scheme hooks -> responders at an agent's event
    table.py       an agent's events -> points, with the fold of a decision
    event_run.py   one event: who is chosen, what they are told, what they said; state where an agent chains
    speaking.py    exit code, stdout, stderr -> fields of a decision, by the agent's precedence
    running.py     a command handler -> how it ended;  posting.py  an http handler -> what the server said
    models.py      a handler that needs a model, and what the program gives for it
    addresses.py   a URL and allow-lists -> an address that may be called
    conditions.py  the `if` of an entry;  matchers.py  the matcher of an entry
    linting.py     what is wrong in settings, or looks so, and the agent says nothing of
    stopping.py    how often an agent has gone on after a stop;  late_words.py  what came after the answer
    settings.py    files -> entries, switches, allow-lists, what is wrong
    entries.py     what one file says -> entries, with their places, and mistakes
    plugins.py     the plugins that are installed and switched on;  frontmatter.py  the heads of agents and skills
    hosted.py      what an agent is as data: `HostedAgent`, `HostedEvent`, `HandlerEntry`
    chibi_home.py  chibi as one of the agents
"""
