"""The phone as adb sees it: wire, parsing, server client, device, readiness."""
