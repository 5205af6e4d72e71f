"""A real daemon that says it is of another version: `AGED`."""

import os
import sys

from bridge.serve import control, daemon

if __name__ == "__main__":
    for room in (control, daemon):
        vars(room)["__version__"] = os.environ["AGED"]
    sys.exit(daemon.main())
