"""Asks a real phone what the Bridge assumes about it: `tapbridge doctor --probe`."""
