"""A model of transformers with its trainer, as it is kept from round to round."""
import os
from contextlib import contextmanager

import torch
from accelerate import PartialState
from transformers import AutoModelForCausalLM, AutoTokenizer, PrinterCallback

from .files import read_json
from .trl_steps import logged_steps

STATE = "trainer_state.json"


class Player:
    def __init__(self, initial):
        """initial: the folder that it began with, which the KL term compares with."""
        self.initial, self.folder = initial, None
        self.tokenizer = AutoTokenizer.from_pretrained(initial)

    def at(self, folder):
        """Has the weights of a folder, read from it where they are not in memory."""
        if self.folder != folder:
            self.model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).to(PartialState().device)
            # TRL reads the reference from the folder that this names.
            self.model.config._name_or_path = self.initial
            self.trainer, self.folder = None, folder
            self.saved = folder if os.path.exists(os.path.join(folder, STATE)) else None
        return self

    def trained_by(self, trainer):
        trainer.remove_callback(PrinterCallback)
        self.trainer = trainer

    @contextmanager
    def sampling(self):
        self.model.eval()
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=use_bf16()):
            yield self.model
        self.model.train()

    def learn(self, steps, out, **arguments):
        """One training of `steps` optimizer steps by the trainer; its weights, optimizer and state go to `out`/model. A
        process that began anew goes on from the files of the step before.

        Returns the lines that the trainer logged, and its number of parameters.
        """
        trainer = self.trainer
        done = read_json(os.path.join(self.saved, STATE))["global_step"] if self.saved else 0
        target = {"output_dir": os.path.join(out, "trainer"), "max_steps": done + steps, "save_steps": done + steps}
        for name, value in {**target, **arguments}.items():
            setattr(trainer.args, name, value)
        trainer._train_batch_size = trainer.args.train_batch_size
        trainer.train(resume_from_checkpoint=self.saved)
        self.saved = None
        trainer.accelerator.wait_for_everyone()
        if trainer.accelerator.is_main_process:
            os.rename(os.path.join(out, "trainer", f"checkpoint-{done + steps}"), os.path.join(out, "model"))
        # Where the loop looks for them once this step is finished.
        self.folder = os.path.join(out.removesuffix(".partial"), "model")
        return logged_steps(trainer.state.log_history, done), sum(parameter.numel() for parameter in self.model.parameters())


def use_bf16():
    return torch.cuda.is_available() and torch.cuda.is_bf16_supported()


def common_options():
    """What both trainers are told: where they compute, and that each training is saved once, at its end."""
    gpu = torch.cuda.is_available()
    return {"use_cpu": not gpu, "bf16": use_bf16(), "gradient_checkpointing": gpu, "save_strategy": "steps",
            "logging_steps": 1, "ignore_data_skip": True, "disable_tqdm": True, "report_to": "none"}  # fmt: skip
