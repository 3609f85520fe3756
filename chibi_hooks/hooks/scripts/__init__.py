"""Scripts: a `.scm` file in, its world, hooks and tools out."""
