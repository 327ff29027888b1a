"""Engine local: weighted regression of the environment with a KL penalty to its initial weights.

python -m genenv_loop.local_environment INITIAL MODEL REQUEST OUT
"""

import os
import sys

import torch

from .files import read_json, write_json
from .local_llama import Llama
from .local_losses import Learner, rwr


def main(initial, model, request, out):
    initial, model, request = Llama(initial), Llama(model), read_json(request)
    settings = request["settings"]
    learner = Learner(model, settings, "environment")
    steps = []
    for batch in request["batches"]:
        sequences = [{"prompt": one["contextIds"], "completion": one["writtenIds"], "weight": one["weight"]} for one in batch]
        steps.append(learner.step(*rwr(model, initial, sequences, settings)))
    with torch.no_grad():
        # Once more after the last step, over its texts.
        divergence = rwr(model, initial, sequences, settings)[1]["klPerSequence"]
    cap = next((step["capAction"] for step in reversed(steps) if step["capAction"] != "none"), "none")
    learner.save(out)
    write_json(os.path.join(out, "steps.json"), {"steps": steps, "klPerSequence": divergence, "cap": cap})


if __name__ == "__main__":
    main(*sys.argv[1:])
