"""Scripts: a `.scm` file in, its world, hooks and tools out.

loading.py      a file -> a `Script`;  granting.py  what its home lets it have;  providing.py  its libraries
registering.py  what it registers -> hooks and tools;  registry.py  the same as chibi's own files know it
script.py       its world;  responder.py  a hook as a `Responder`;  asking.py  the function that answers a fire, in the
                pieces of which flat_asking.py is made
payload_data.py JSON -> Scheme;  alist.py  what came back -> JSON;  toolfiles.py  what it says of its tools
sexp.py         JSON <-> S-expressions
telling.py      its questions to the host, recorded;  manuals.py  what it can read about hooks
evaluating.py   the tool `scheme_eval`;  harness_io.py  virtual files;  audience.py  whom a virtual file answers
workers/        a script in a process of its own
"""
