"""One table of the house without input or output: its state, its proposals, their confirmation."""
