"""A progressive prize: chips that are collected for it, its pool, and how it is paid."""
