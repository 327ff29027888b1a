"""Engine local: rollouts of a round's tasks, their rewards, and GRPO on them.

python -m genenv_loop.local_agent INITIAL MODEL REQUEST OUT
"""

import os
import random
import sys

import torch

from .files import read_json, write_json, write_lines
from .judge import judge_of_loop
from .local_llama import Llama, sample
from .local_losses import Learner, grpo
from .rollouts import training_groups
from .seeds import seed_of


def roll_out(model, request):
    """G rollouts of each task, by task, not yet scored."""
    settings, tasks = request["settings"], request["tasks"]
    group = settings["groupSize"]
    generator = torch.Generator().manual_seed(seed_of(f"{settings['seed']} rollouts {request['epoch']}"))
    completions = sample(
        model, [task["promptIds"] for task in tasks for _ in range(group)], request["maxAnswerTokens"],
        settings["agentTemperature"], settings["topK"], settings["topP"], request["endId"], generator,
    )  # fmt: skip
    return [{"task": tasks[i // group]["task"], "rollout": i % group, **completion} for i, completion in enumerate(completions)]


def scored(rollouts, tasks):
    """The rollouts with what the judge says of each."""
    judge = judge_of_loop(os.getcwd())
    by_index = {task["task"]: task for task in tasks}
    answers = [
        {"family": by_index[one["task"]]["family"], "text": by_index[one["task"]]["text"], "ids": one["ids"],
         "finish": one["finish"]}
        for one in rollouts
    ]  # fmt: skip
    scores = judge.ask("score", answers=answers)["scores"]
    judge.close()
    return [{**one, **score} for one, score in zip(rollouts, scores)]


def minibatches(groups, count, draw):
    """All sequences shuffled one by one, in `count` parts whose sizes differ by at most one; no part below a group."""
    sequences = [one for group in groups for one in group]
    draw.shuffle(sequences)
    parts = min(count, len(groups))
    starts = [-(-part * len(sequences) // parts) for part in range(parts + 1)]
    return [sequences[starts[i] : starts[i + 1]] for i in range(parts)]


def main(initial, model, request, out):
    initial, model, request = Llama(initial), Llama(model), read_json(request)
    settings, rules = request["settings"], request["rules"]
    rollouts = scored(roll_out(model, request), request["tasks"])
    learner = Learner(model, settings, "agent")
    groups = training_groups(rollouts, request["tasks"], rules, settings)
    steps = []
    for inner in range(settings["innerEpochs"] if groups else 0):
        draw = random.Random(f"{settings['seed']} minibatches {request['epoch']} {inner}")
        for sequences in minibatches(groups, settings["minibatches"], draw):
            loss, statistics = grpo(model, initial, sequences, settings, rules, request["maxAnswerTokens"])
            steps.append(learner.step(loss, statistics))
    learner.save(out)
    write_lines(os.path.join(out, "rollouts.jsonl"), rollouts)
    write_json(os.path.join(out, "steps.json"), {"steps": steps})


if __name__ == "__main__":
    main(*sys.argv[1:])
