"""Tools, each said once, and the one door that every call passes."""
