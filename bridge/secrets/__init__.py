"""Secrets: handles go out in their place, values go in at the last hop only."""
