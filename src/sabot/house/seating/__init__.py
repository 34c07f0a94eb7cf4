"""Seating: waiting lists of several tables, queues for machines, reserved places."""
