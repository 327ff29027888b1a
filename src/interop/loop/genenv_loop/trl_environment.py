"""Engines trl and verl: weighted regression of the environment with a KL penalty to its initial weights, by TRL's SFTTrainer.

    accelerate launch -m genenv_loop.trl_environment INITIAL MODEL REQUEST OUT

The loss of a step, over all its pairs: -sum w log p / tokens of pairs with a weight + weight of the penalty * exact KL /
tokens. Weights are over their mean. Each token carries its share, so parts of the batch on several devices add up to it.
"""
import os
import shutil
import sys

import torch
import yaml
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import SFTConfig, SFTTrainer
from trl.models import prepare_deepspeed, prepare_fsdp

from .files import read_json, write_json
from .trl_batches import rows
from .trl_steps import logged_steps


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
    def __init__(self, *args, initial, kl_weight, kl_only, **others):
        super().__init__(*args, **others)
        self.kl_weight, self.kl_only = kl_weight, kl_only
        # The shares add up over passes and processes, while Trainer takes means over both.
        self.model_accepts_loss_kwargs = False
        self.scale = self.args.gradient_accumulation_steps * self.accelerator.num_processes
        self.sums = []
        if self.is_deepspeed_enabled:
            self.initial = prepare_deepspeed(initial, self.accelerator)
        elif self.is_fsdp_enabled:
            self.initial = prepare_fsdp(initial, self.accelerator)
        else:
            self.initial = self.accelerator.prepare_model(initial, evaluation_mode=True)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        ids, written = inputs["input_ids"], inputs["written"]
        names = {"input_ids": ids, "attention_mask": inputs["attention_mask"]}
        distribution = model(**names).logits[:, :-1].float().log_softmax(-1)
        with torch.no_grad():
            reference = self.initial(**names).logits[:, :-1].float().log_softmax(-1)
        logprob = distribution.gather(2, ids[:, 1:, None])[:, :, 0]
        kl = (distribution.exp() * (distribution - reference)).sum(-1) * written
        penalty = (inputs["share"][:, None] * kl).sum()
        regression = -(inputs["weight"][:, None] * logprob * written).sum()
        counted = written * (inputs["share"][:, None] > 0)
        entropy = (-(distribution.exp() * distribution).sum(-1) * counted).sum()
        step = self.state.global_step
        self.sums.append((step, penalty.item(), entropy.item(), counted.sum().item()))
        loss = penalty if self.kl_only else regression + self.kl_weight * penalty
        return (loss * self.scale, None) if return_outputs else loss * self.scale

    def totals(self, first, steps):
        """Mean KL a token, sum of entropies and tokens of each step, over all processes."""
        sums = torch.zeros(steps, 3, device=self.accelerator.device)
        for step, *values in self.sums:
            sums[step - first] += torch.tensor(values, device=sums.device)
        return self.accelerator.reduce(sums, reduction="sum").tolist()


def main(initial, model, request_path, out):
    request = read_json(request_path)
    settings = request["settings"]
    with open("loop.yaml", encoding="utf-8") as file:
        options = yaml.safe_load(file)["engines"]["trl"]["sft"]
    checkpoint = os.path.join(os.path.dirname(model), "checkpoint")
    resumed = checkpoint if os.path.isdir(checkpoint) else None
    done = read_json(os.path.join(checkpoint, "trainer_state.json"))["global_step"] if resumed else 0
    processes, steps = int(os.environ.get("WORLD_SIZE", "1")), len(request["batches"])
    # One draw of pairs for all steps of a round: a pass over it is an optimizer step.
    pairs = request["batches"][0]
    data = rows(pairs, processes)
    config = SFTConfig(
        **{**options, "output_dir": os.path.join(out, "trainer"), "max_steps": done + steps, "save_steps": done + steps,
           "save_strategy": "steps", "logging_steps": 1, "ignore_data_skip": True, "remove_unused_columns": False,
           "dataset_kwargs": {"skip_prepare_dataset": True}, "per_device_train_batch_size": 1,
           "gradient_accumulation_steps": len(data) // processes},
    )  # fmt: skip
    tokenizer = AutoTokenizer.from_pretrained(initial)
    # The cap looks at the divergence after the round before.
    kl_only = 0 < settings["klCap"] <= request["klPerSequence"]
    reference = AutoModelForCausalLM.from_pretrained(initial, dtype="auto").eval()
    trainer = WeightedRegression(
        model=initial, args=config, train_dataset=Dataset.from_list(data), data_collator=collate,
        processing_class=tokenizer, initial=reference, kl_weight=settings["environmentKlWeight"], kl_only=kl_only,
    )  # fmt: skip
    trainer.train(resume_from_checkpoint=resumed)
    trainer.save_model(os.path.join(out, "model"))
    totals = trainer.totals(done, steps)
    trainer.accelerator.wait_for_everyone()
    if not trainer.accelerator.is_main_process:
        return
    tokenizer.save_pretrained(os.path.join(out, "model"))
    shutil.move(os.path.join(out, "trainer", f"checkpoint-{done + steps}"), os.path.join(out, "checkpoint"))
    parameters = sum(parameter.numel() for parameter in trainer.accelerator.unwrap_model(trainer.model).parameters())
    processed = sum(len(one["contextIds"]) + len(one["writtenIds"]) for one in pairs)
    history = logged_steps(trainer.state.log_history, done)
    made = [
        {"loss": line["loss"], "gradNorm": float(line["grad_norm"]), "klPerToken": kl,
         "klPerSequence": kl * tokens / len(pairs), "entropy": entropy / max(1, tokens), "clipFraction": 0,
         "meanRatio": 1, "tokens": int(tokens), "flops": 6 * parameters * processed,
         "capAction": "kl-only" if kl_only else "none"}
        for line, (kl, entropy, tokens) in zip(history, totals)
    ]  # fmt: skip
    # The divergence before the last step, the last one measured.
    write_json(os.path.join(out, "steps.json"), {
        "steps": made, "klPerSequence": made[-1]["klPerSequence"], "cap": "kl-only" if kl_only else "none",
    })  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
