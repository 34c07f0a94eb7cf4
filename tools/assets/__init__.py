"""Makes the files of the pages that are not written by hand: fonts and sounds."""
