"""Running: linked code and arguments in, values out: the machine that everything compiled runs on."""
