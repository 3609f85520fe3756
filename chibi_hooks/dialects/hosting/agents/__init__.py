"""One file for each agent whose handlers we run: `HOSTED`, a `HostedAgent`; a table first."""
