"""The relay: an outside debugger has a phone's Chrome, by the protocol itself, behind the guard."""
