"""Several nodes of one house: the messages between them."""
