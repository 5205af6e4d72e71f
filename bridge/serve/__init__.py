"""The daemon and its thin clients: one process holds the phones, everybody else asks it."""
