"""Where the project stands: everything is found from here, from whatever directory the command is called."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
