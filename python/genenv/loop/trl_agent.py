"""Trains the agent with TRL's GRPO, on given rollouts and with the advantages that the judge computed."""

import os
import random

import torch
from accelerate import PartialState
from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer
from trl.trainer.utils import RepeatSampler, split_tensor_dict

from .files import write_json, write_lines
from .trl_batches import batches, dealt, statistics
from .trl_player import common_options


class AgentTrainer(GRPOTrainer):
    """Learns from given rows {"prompt", "completion", "logprobs", "advantage"}. All rows together are one batch of
    generations for TRL."""

    def __init__(self, *args, entropy_weight, **others):
        super().__init__(*args, **others)
        self.entropy_weight = entropy_weight

    def begin(self, rows):
        self.given = rows
        names = [{"prompt": str(i), "advantage": row["advantage"]} for i, row in enumerate(rows)]
        self.train_dataset = Dataset.from_list(names)
        self._step = 0

    def _get_train_sampler(self, dataset=None):
        passes = self.num_iterations * self.args.steps_per_generation
        return RepeatSampler(self.given, mini_repeat_count=1, batch_size=len(self.given), repeat_count=passes, shuffle=False)

    def rolled_out(self, names, _):
        own = [self.given[int(name)] for name in names]
        return {"prompt_ids": [row["prompt"] for row in own], "completion_ids": [row["completion"] for row in own],
                "logprobs": [row["logprobs"] for row in own]}  # fmt: skip

    def _generate_and_score_completions(self, inputs):
        made = super()._generate_and_score_completions(inputs)
        made["advantages"] = torch.tensor([one["advantage"] for one in inputs], device=self.accelerator.device)
        return made

    def _prepare_inputs(self, generation_batch):
        """Returns the inputs of the current pass. The rows keep the order of minibatches, while TRL would shuffle
        them."""
        steps = self.args.steps_per_generation
        if self._step == 0:
            passes = split_tensor_dict(self._generate_and_score_completions(generation_batch), steps)
            self._buffered_inputs = self.with_tokens_of_step(passes)
        return self._buffered_inputs[self._step % steps]

    def with_tokens_of_step(self, passes):
        """Adds to each pass the token count of its optimizer step. So a token has the same weight however the step is
        split into passes and processes. TRL would use the mean count over all steps."""
        accumulation = self.args.gradient_accumulation_steps
        own = torch.stack([one["completion_mask"].sum() for one in passes])
        tokens = self.accelerator.reduce(own, reduction="sum").view(-1, accumulation).sum(1)
        # TRL divides `num_items_in_batch` by the number of steps, so multiply by it.
        return [
            {**one, "step_tokens": tokens[i // accumulation], "num_items_in_batch": tokens[i // accumulation] * len(tokens)}
            for i, one in enumerate(passes)
        ]

    def _get_per_token_logps_and_entropies(self, *args, **others):
        result = super()._get_per_token_logps_and_entropies(*args, **others)
        self.latest_logprobs, self.latest_entropies = result[0].detach(), result[1]
        return result

    def _compute_loss(self, model, inputs):
        loss = super()._compute_loss(model, inputs)
        mask = inputs["completion_mask"]
        ratio = (self.latest_logprobs - inputs["sampling_per_token_logps"]).exp()
        sums = self.accelerator.reduce(torch.stack([(ratio * mask).sum(), mask.sum()]), reduction="sum")
        self._metrics["train"]["mean_ratio"].append((sums[0] / sums[1]).item())
        # Mean entropy over the tokens of the step. TRL's own entropy bonus is a mean over the tokens of a pass.
        entropy = (self.latest_entropies * mask).sum() / inputs["step_tokens"] * self.accelerator.num_processes
        return loss - self.entropy_weight * entropy


def no_reward(completions, **columns):
    """Returns zeros, because TRL needs a reward function. The judge's advantages replace TRL's."""
    return [0.0] * len(completions)


def training_rows(rollouts, tasks, advantages):
    """Returns rows for training. `advantages` has a list for each task, or None if the agent does not learn from the
    task."""
    rows = []
    for task, group in zip(tasks, advantages):
        own = [one for one in rollouts if one["task"] == task["task"]]
        rows += [
            {"task": task["task"], "prompt": task["promptIds"], "completion": one["ids"], "logprobs": one["logprobs"],
             "advantage": advantage}
            for one, advantage in zip(own, group or [])
        ]  # fmt: skip
    return rows


def training_flops(operations, tasks, rollouts, steps, passes):
    """Returns the floating-point operations of one of `steps` optimizer steps, which together pass over all rollouts
    `passes` times. `operations` is the number per token."""
    prompts = {task["task"]: len(task["promptIds"]) for task in tasks}
    tokens = sum(prompts[one["task"]] + len(one["ids"]) for one in rollouts)
    return operations * tokens * passes // steps


def learn_agent(player, rollouts, advantages, request, options, out):
    """Updates the agent. Writes model/, rollouts.jsonl and steps.json into `out`."""
    settings, tasks = request["settings"], request["tasks"]
    rows = training_rows(rollouts, tasks, advantages)
    made = []
    if rows:
        processes = int(os.environ.get("WORLD_SIZE", "1"))
        device, accumulation, generation = batches(
            len(rows), settings["minibatches"], processes, options["per_device_train_batch_size"]
        )
        sizes = {"per_device_train_batch_size": device, "gradient_accumulation_steps": accumulation,
                 "steps_per_generation": generation}  # fmt: skip
        if player.trainer is None:
            player.trained_by(AgentTrainer(
                model=player.model, reward_funcs=no_reward, processing_class=player.tokenizer,
                args=GRPOConfig(**{**options, **common_options(), **sizes, "output_dir": out, "entropy_coef": 0}),
                train_dataset=Dataset.from_dict(dict(prompt=[""])), entropy_weight=options["entropy_coef"],
                rollout_func=lambda *given: player.trainer.rolled_out(*given),
            ))  # fmt: skip
        random.Random(f"{settings['seed']} minibatches {request['epoch']}").shuffle(rows)
        player.trainer.begin(dealt(rows, generation // accumulation, processes))
        steps = generation // accumulation * settings["innerEpochs"]
        history, operations = player.learn(steps, out, **sizes)
        used = {row["task"] for row in rows}
        learned = [one for one in rollouts if one["task"] in used]
        flops = training_flops(operations, tasks, learned, steps, settings["innerEpochs"])
        made = [statistics(line, learned, steps, flops) for line in history]
    if PartialState().is_main_process:
        write_lines(os.path.join(out, "rollouts.jsonl"), rollouts)
        write_json(os.path.join(out, "steps.json"), {"steps": made})
