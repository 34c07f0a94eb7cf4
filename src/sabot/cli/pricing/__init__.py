"""Verbs that compute: exact odds, PAR sheets of machines, poker equity."""
