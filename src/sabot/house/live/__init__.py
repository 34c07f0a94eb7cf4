"""A table open to the public: its room, its viewers, and what is sent to each of them."""
