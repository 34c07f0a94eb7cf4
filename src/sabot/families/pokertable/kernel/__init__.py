"""Many poker tables in compiled code, which decide and pay as the engine does."""
