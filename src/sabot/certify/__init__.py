"""Checks of the code against the law: coverage of clauses, comparison, verification of journals."""
