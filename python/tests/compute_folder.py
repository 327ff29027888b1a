"""Prints what transformers computes with an exported folder, and PEFT with an adapter's folder if one is given.

    python compute_folder.py FOLDER [ADAPTER]

Reads sequences of token ids from standard input. The output has the form of src/lm/fixtures/make_transformers_fixtures.py.
"""

import json
import pathlib
import sys

import torch
from transformers import AutoModelForCausalLM

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "src/lm/fixtures"))

from make_transformers_fixtures import computed

model, info = AutoModelForCausalLM.from_pretrained(sys.argv[1], dtype=torch.float32, output_loading_info=True)
left_out = {name: sorted(map(str, names)) for name, names in info.items() if names}
if left_out:
    raise SystemExit(f"transformers did not take the folder as it is: {left_out}")
if len(sys.argv) > 2:
    from peft import PeftModel

    model = PeftModel.from_pretrained(model, sys.argv[2])
print(json.dumps(computed(model.eval(), json.load(sys.stdin))))
