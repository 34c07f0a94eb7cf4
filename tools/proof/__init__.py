"""Tools for testing the law: perturbations, the gate, the index of tests, the tests of a change."""
