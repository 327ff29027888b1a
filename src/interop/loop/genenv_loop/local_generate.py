"""Engine local: completions of prompts. python -m genenv_loop.local_generate MODEL REQUEST OUT"""

import sys

import torch

from .files import read_json, write_lines
from .local_llama import Llama, sample
from .seeds import seed_of

model, request, out = Llama(sys.argv[1]), read_json(sys.argv[2]), sys.argv[3]
prompts = [prompt for prompt in request["prompts"] for _ in range(request["samples"])]
generator = torch.Generator().manual_seed(seed_of(request["seed"]))
write_lines(out, sample(
    model, prompts, request["maxNewTokens"], request["temperature"], request["topK"], request["topP"], request["endId"],
    generator,
))  # fmt: skip
