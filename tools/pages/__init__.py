"""Writers of the pages of the documentation that are made from the program."""
