"""What curriculum.py says of cases that another program has made up: JSON in, JSON out."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from genenv_loop.curriculum import verdicts

given = json.load(sys.stdin)
rewards = [task.pop("rewards") for task in given["tasks"]]
print(json.dumps([verdicts(given["tasks"], rewards, one["settings"], one["rules"]) for one in given["cases"]]))
