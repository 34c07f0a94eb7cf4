"""Verbs that price: exact odds, machines' sheets, hands of poker."""
