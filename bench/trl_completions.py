"""Writes TRL's completions as its trainer does (pandas): a file a step.

python trl_completions.py FOLDER STEPS GROUPS ROLLOUTS PROMPT COMPLETION     (the last two: letters)
"""

import random
import sys
from pathlib import Path

import pandas


def main(folder, *sizes):
    steps, groups, rollouts, prompt, completion = map(int, sizes)
    draw = random.Random(7)
    text = lambda length: "".join(draw.choices("etaoin shrdlu", k=length))
    Path(folder).mkdir(parents=True)
    for step in range(1, steps + 1):
        prompts = [text(prompt) for _ in range(groups)]
        table = {
            "step": [step] * groups * rollouts,
            "prompt": [one for one in prompts for _ in range(rollouts)],
            "completion": [text(completion) for _ in range(groups * rollouts)],
            "correct": [float(draw.random() < 0.5) for _ in range(groups * rollouts)],
            "format": [draw.random() for _ in range(groups * rollouts)],
            "advantage": [draw.gauss(0, 1) for _ in range(groups * rollouts)],
        }
        pandas.DataFrame(table).to_parquet(Path(folder) / f"completions_{step:05d}.parquet")


main(*sys.argv[1:])
