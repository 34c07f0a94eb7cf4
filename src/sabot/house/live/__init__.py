"""A table open to the public: its mailbox, who looks on, and what each of them is told."""
