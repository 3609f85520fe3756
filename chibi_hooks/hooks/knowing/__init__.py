"""What hooks may ask the host about: values that outlive a fire, the clock, git, commands that a home declares."""
