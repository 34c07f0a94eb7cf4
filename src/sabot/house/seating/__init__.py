"""Who sits where: lists of several tables, several machines, reserved places."""
