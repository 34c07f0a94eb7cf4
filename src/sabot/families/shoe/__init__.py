"""A shoe of several packs that lasts many coups: shuffled, cut, marked, burned, and dealt from."""
