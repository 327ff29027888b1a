"""Runs or continues the loop of FOLDER/genenv.json until its last round: python -m genenv.loop FOLDER.

Under `accelerate launch -m genenv.loop FOLDER` the first process runs the loop. The others share the sampling and training.
"""

import os
import sys

from ..process import GenenvError
from .loop import Loop, engine_of, judge_of

if len(sys.argv) != 2:
    raise SystemExit("Name the folder of the loop, which holds genenv.json: python -m genenv.loop FOLDER")
folder = os.path.abspath(sys.argv[1])
try:
    if int(os.environ.get("RANK", "0")) == 0:
        Loop(folder).run()
    else:
        judge = judge_of(folder)
        start = judge.ask("start")
        judge.close()
        engine_of(folder, start).follow()
except GenenvError as error:
    raise SystemExit(f"{error} The same command goes on with this step.") from None
