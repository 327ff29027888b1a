"""python -m genenv_loop [FOLDER]: goes on with the loop in a folder (default: this one) until its last round."""
import sys

from .loop import Loop

Loop(sys.argv[1] if len(sys.argv) > 1 else ".").run()
