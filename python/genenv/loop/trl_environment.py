"""Trains the environment with TRL's SFTTrainer, by weighted regression with a KL penalty to its initial weights.

The loss of a step is -sum(w log p) / n_weighted + kl_weight * sum(KL) / n, with the exact KL of each token. n is the number
of written tokens, and n_weighted the number in pairs with a weight above 0. The weights w are divided by their mean. Each
row carries its factors (trl_batches.rows), so the losses of several devices and passes add up to the loss of the step.
"""

import os
from contextlib import contextmanager

import torch
from datasets import Dataset
from torch.utils.data import SequentialSampler
from trl import SFTConfig, SFTTrainer
from trl.models import prepare_deepspeed, prepare_fsdp

from .files import write_json
from .trl_batches import rows
from .trl_player import common_options, read_model


def collate(examples):
    length = max(len(one["input_ids"]) for one in examples)
    ids = torch.zeros(len(examples), length, dtype=torch.long)
    mask, written = torch.zeros_like(ids), torch.zeros(len(examples), length - 1)
    for row, one in enumerate(examples):
        size = len(one["input_ids"])
        ids[row, :size] = torch.tensor(one["input_ids"])
        mask[row, :size] = 1
        written[row, one["begin"] - 1 : size - 1] = 1
    columns = {name: torch.tensor([one[name] for one in examples]) for name in ("weight", "share")}
    return {"input_ids": ids, "attention_mask": mask, "written": written, **columns}


class WeightedRegression(SFTTrainer):
    def __init__(self, *args, initial, kl_weight, **others):
        """Makes a trainer. The KL term compares with `initial`, or with the adapter off if `initial` is None."""
        super().__init__(*args, **others)
        self.kl_weight = kl_weight
        # Trainer takes means over passes and processes, but our losses must be summed. `compute_loss` compensates.
        self.model_accepts_loss_kwargs = False
        if initial is None:
            self.initial = None
        elif self.is_deepspeed_enabled:
            self.initial = prepare_deepspeed(initial, self.accelerator)
        elif self.is_fsdp_enabled:
            self.initial = prepare_fsdp(initial, self.accelerator)
        else:
            self.initial = self.accelerator.prepare_model(initial, evaluation_mode=True)

    def begin(self, data, kl_only):
        self.train_dataset, self.kl_only, self.sums = Dataset.from_list(data), kl_only, []

    def _get_train_sampler(self, dataset=None):
        # Take the rows in a fixed order, because the order decides how sums are rounded.
        return SequentialSampler(self.train_dataset)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        ids, written = inputs["input_ids"], inputs["written"]
        names = {"input_ids": ids, "attention_mask": inputs["attention_mask"]}
        with torch.no_grad(), self.without_adapter() as initial:
            reference = initial(**names).logits[:, :-1].float().log_softmax(-1)
        distribution = model(**names).logits[:, :-1].float().log_softmax(-1)
        logprob = distribution.gather(2, ids[:, 1:, None])[:, :, 0]
        kl = (distribution.exp() * (distribution - reference)).sum(-1) * written
        penalty = (inputs["share"][:, None] * kl).sum()
        regression = -(inputs["weight"][:, None] * logprob * written).sum()
        counted = written * (inputs["share"][:, None] > 0)
        entropy = (-(distribution.exp() * distribution).sum(-1) * counted).sum()
        self.sums.append((self.state.global_step, penalty.item(), entropy.item(), counted.sum().item()))
        loss = penalty if self.kl_only else regression + self.kl_weight * penalty
        loss = loss * self.args.gradient_accumulation_steps * self.accelerator.num_processes
        return (loss, None) if return_outputs else loss

    @contextmanager
    def without_adapter(self):
        if self.initial is not None:
            yield self.initial
        else:
            with self.model.disable_adapter():
                yield self.model

    def totals(self, steps):
        """Returns for each step the mean KL per token, the sum of entropies, and the token count, over all processes."""
        first = self.sums[0][0]
        sums = torch.zeros(steps, 3, device=self.accelerator.device)
        for step, *values in self.sums:
            sums[step - first] += torch.tensor(values, device=sums.device)
        return self.accelerator.reduce(sums, reduction="sum").tolist()


def learn_environment(player, request, options, out):
    """Updates the environment. Writes model/ and steps.json into `out`."""
    settings = request["settings"]
    processes, steps = int(os.environ.get("WORLD_SIZE", "1")), len(request["batches"])
    # All steps of a round use the first draw of pairs. One pass over it is one optimizer step.
    pairs = request["batches"][0]
    device = min(options["per_device_train_batch_size"], -(-len(pairs) // processes))
    data = rows(pairs, processes * device)
    sizes = {"per_device_train_batch_size": device, "gradient_accumulation_steps": len(data) // (processes * device)}
    if player.trainer is None:
        config = SFTConfig(**{
            **options, **common_options(), **sizes, "output_dir": out, "remove_unused_columns": False,
            "dataset_kwargs": dict(skip_prepare_dataset=True),
        })  # fmt: skip
        player.trained_by(WeightedRegression(
            model=player.model, args=config, train_dataset=Dataset.from_list(data), data_collator=collate,
            processing_class=player.tokenizer, kl_weight=settings["environmentKlWeight"],
            initial=None if hasattr(player.model, "peft_config") else read_model(player.initial).eval(),
        ))  # fmt: skip
    trainer = player.trainer
    # If the last measured divergence reached the cap, learn only from the KL penalty.
    kl_only = 0 < settings["environmentKlCap"] <= request["klPerSequence"]
    trainer.begin(data, kl_only)
    history, operations = player.learn(steps, out, **sizes)
    totals = trainer.totals(steps)
    if not trainer.accelerator.is_main_process:
        return
    processed = sum(len(one["contextIds"]) + len(one["writtenIds"]) for one in pairs)
    made = [
        {"loss": line["loss"], "gradNorm": float(line["grad_norm"]), "klPerToken": kl,
         "klPerSequence": kl * tokens / len(pairs), "entropy": entropy / max(1, tokens), "clipFraction": 0,
         "meanRatio": 1, "tokens": int(tokens), "flops": operations * processed,
         "capAction": "kl-only" if kl_only else "none"}
        for line, (kl, entropy, tokens) in zip(history, totals)
    ]  # fmt: skip
    # The latest known divergence was measured just before the last step.
    write_json(os.path.join(out, "steps.json"), {
        "steps": made, "klPerSequence": made[-1]["klPerSequence"], "cap": "kl-only" if kl_only else "none",
    })  # fmt: skip
