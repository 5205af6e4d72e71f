"""Tapbridge: agents and people drive the real Chrome on a real Android phone.

Importing this package does no work. What a script may use is named in `__all__`
and loaded on first use.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
