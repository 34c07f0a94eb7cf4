"""Translations of phrases: in each file, English templates with their Portuguese and Chinese."""
