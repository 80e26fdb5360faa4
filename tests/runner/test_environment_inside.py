"""An environment inside the checkout, as the README makes it, is none of the code that is explored."""

import subprocess
import sys
import sysconfig
from pathlib import Path

ASK = """
from pathlib import Path
from labs.kit.schedule import loader
loader.install([Path({root!r})])
print(loader._is_under_root(Path({installed!r}) / "a.py"), loader._is_under_root(Path({root!r}) / "a.py"))
"""


def test_installed_packages_are_not_instrumented():
    """A root above the environment takes in its own files, and not what is installed there."""
    installed = sysconfig.get_path("purelib")
    code = ASK.format(root=str(Path(installed).parent), installed=installed)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False True\n", done.stderr
