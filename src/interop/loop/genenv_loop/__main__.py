"""python -m genenv_loop [FOLDER]: goes on with the loop in a folder (default: this one) until its last round.

Under `accelerate launch` the first process runs the loop, and the others do the engine's steps with it.
"""

import os
import sys

from .loop import Loop, configuration, engine_of

folder = sys.argv[1] if len(sys.argv) > 1 else "."
if int(os.environ.get("RANK", "0")) == 0:
    Loop(folder).run()
else:
    engine_of(configuration(folder), folder).follow()
