"""Counters of the house for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

ACTS = Counter("sabot_acts_total", "commands accepted")
REFUSALS = Counter("sabot_refusals_total", "commands refused", ["code"])
COUPS = Counter("sabot_coups_total", "coups begun")
TIMEOUTS = Counter("sabot_timeouts_total", "decisions made by the clock")
SLOW = Counter("sabot_slow_clients_total", "clients dropped because they did not read")
BUSY = Counter("sabot_busy_total", "commands refused because a mailbox was full")
BAD = Counter("sabot_bad_messages_total", "messages that could not be read", ["why"])
GUESSES = Counter("sabot_staff_guesses_total", "wrong tokens at the staff door", ["what"])
VIEWERS = Gauge("sabot_viewers", "clients at tables")
COMMITS = Histogram("sabot_answer_seconds", "from a command to its answer",
                    buckets=(.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2))
