"""Chrome's DevTools protocol: wire, one connection with flattened sessions, targets."""
