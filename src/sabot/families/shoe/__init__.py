"""A shoe of several packs for many coups: shuffled, cut, marked, burned from, and dealt from."""
