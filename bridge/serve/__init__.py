"""The daemon, its control socket, and the MCP face."""
