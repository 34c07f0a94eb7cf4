"""A round of blackjack in the order of the law, step by step."""

from sabot import deprecated

deprecated.install(__name__)
