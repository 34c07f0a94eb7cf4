"""What the tests share, each named after what it gives: houses, tables, players, instruments."""
