"""Samples with transformers and trains with TRL. Keeps both players and their optimizers in memory between rounds.

The result of a step depends only on its files, so a restarted process rereads the weights and optimizers and continues.
Under `accelerate launch` all processes do each step together. The first process runs the loop and sends each step to the
others, which wait in `follow`.
"""

import os
import sys
import warnings

import torch
from accelerate import PartialState
from accelerate.utils import broadcast_object_list, gather_object
from transformers.utils import logging

from .files import read_json, seed_of, write_lines
from .trl_agent import learn_agent
from .trl_environment import learn_environment
from .trl_player import Adapters, AllWeights, Player, leave_group
from .trl_sample import sample


class TrlEngine:
    def __init__(self, options, judge=None):
        """Makes an engine. `judge` scores answers, and is None in all processes but the first."""
        self.options, self.judge = options, judge
        self.state = PartialState(cpu=not torch.cuda.is_available())
        lora = options["lora"]
        self.weights = Adapters(lora, options["grpo"]["seed"]) if lora else AllWeights()
        self.players = {}
        logging.disable_progress_bar()
        # Silence TRL's warnings about names that transformers deprecates.
        warnings.filterwarnings("ignore", category=FutureWarning)

    def share(self, value):
        """Returns the first process's value in all processes."""
        return broadcast_object_list([value], from_process=0)[0] if self.state.num_processes > 1 else value

    def run(self, *step):
        if self.state.num_processes > 1:
            self.share(step)
        self.do(*step)

    def follow(self):
        while step := self.share(None):
            self.do(*step)
        self.leave()

    def close(self):
        if self.state.num_processes > 1:
            self.share(None)
        self.leave()

    def leave(self):
        # A trainer's model holds the process group, so drop the players first.
        self.players.clear()
        leave_group()

    def do(self, step, player, initial, model, request_path, out):
        if self.state.is_main_process:
            print(f"{os.path.relpath(out)}: {step}", file=sys.stderr, flush=True)
        request = read_json(request_path)
        one = self.player(player, initial).at(model)
        if step == "generate":
            made = self.sample(one, [prompt for prompt in request["prompts"] for _ in range(request["samples"])], request)
            if self.state.is_main_process:
                write_lines(out, made)
        elif step == "agent":
            rollouts, advantages = self.rollouts(one, request)
            learn_agent(one, rollouts, advantages, request, self.options["grpo"], out)
        else:
            learn_environment(one, request, self.options["sft"], out)
        self.state.wait_for_everyone()

    def player(self, name, initial):
        return self.players.get(name) or self.players.setdefault(name, Player(name, initial, self.weights))

    def sample(self, player, prompts, request):
        """Samples a completion of each prompt, in order. Each process samples its share of the prompts, in batches of
        size `options["sequences"]`."""
        generator = torch.Generator().manual_seed(seed_of(request["seed"]))
        uniforms = torch.rand(len(prompts), request["maxNewTokens"], generator=generator)
        # Batch prompts of similar length, so that little padding is needed.
        order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
        own = order[self.state.process_index :: self.state.num_processes]
        made = []
        with player.sampling() as model:
            for begin in range(0, len(own), self.options["sequences"]):
                part = own[begin : begin + self.options["sequences"]]
                completions = sample(
                    model, [prompts[i] for i in part], request["maxNewTokens"], request["temperature"], request["topK"],
                    request["topP"], request["endIds"], uniforms[part],
                )  # fmt: skip
                made += zip(part, completions)
        return [completion for _, completion in sorted(gather_object(made), key=lambda one: one[0])]

    def rollouts(self, player, request):
        """Returns G scored rollouts of each task, ordered by task, and the advantages of each task's rollouts."""
        settings, tasks = request["settings"], request["tasks"]
        group = settings["groupSize"]
        completions = self.sample(player, [task["promptIds"] for task in tasks for _ in range(group)], {
            "seed": f"{settings['seed']} rollouts {request['epoch']}", "temperature": settings["agentTemperature"],
            "topK": settings["topK"], "topP": settings["topP"], "maxNewTokens": request["maxAnswerTokens"],
            "endIds": request["endIds"],
        })  # fmt: skip
        of_task = [task for task in tasks for _ in range(group)]
        scores, advantages = self.share(self.judge and self.judged(of_task, completions, group))
        rollouts = [
            {"task": task["task"], "rollout": i % group, **completion, **score}
            for i, (task, completion, score) in enumerate(zip(of_task, completions, scores))
        ]
        return rollouts, advantages

    def judged(self, tasks, completions, group):
        """Returns the score of each completion, and the advantages of each group of `group` completions."""
        scores = self.judge.ask("score", answers=[
            {"family": task["family"], "text": task["text"], "ids": one["ids"], "finish": one["finish"]}
            for task, one in zip(tasks, completions)
        ])["scores"]  # fmt: skip
        rewards = [score["reward"] for score in scores]
        groups = [rewards[i : i + group] for i in range(0, len(rewards), group)]
        return scores, self.judge.ask("advantages", groups=groups)["groups"]
