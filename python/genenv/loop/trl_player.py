"""Keeps a Transformers model and its TRL trainer from round to round."""

import copy
import gc
import os
from contextlib import contextmanager

import torch
from accelerate import PartialState
from transformers import AutoModelForCausalLM, AutoTokenizer, PrinterCallback

from .files import read_json, seed_of
from .trl_batches import logged_steps

STATE = "trainer_state.json"


def read_model(folder, dtype=torch.float32):
    return AutoModelForCausalLM.from_pretrained(folder, dtype=dtype).to(PartialState().device)


class AllWeights:
    """Keeps a model for each player and trains all its weights."""

    def model(self, name, initial, folder):
        model = read_model(folder)
        # TRL reads the reference model from this folder.
        model.config._name_or_path = initial
        return model


class Adapters:
    """Keeps a LoRA adapter by PEFT for each player over frozen weights. Memory holds these weights once if both players
    began with the same folder. The reference is the model without its adapter."""

    def __init__(self, options, seed):
        """options has PEFT's LoraConfig."""
        self.options, self.seed, self.bases = options, seed, {}

    def model(self, name, initial, folder):
        from peft import LoraConfig, get_peft_model, load_peft_weights, set_peft_model_state_dict

        base = self.bases.get(initial) or self.bases.setdefault(initial, read_model(initial, frozen_dtype()))
        # Make separate modules, into which PEFT puts the adapter, around the existing tensors.
        kept = {id(tensor): tensor for tensor in (*base.parameters(), *base.buffers())}
        with torch.random.fork_rng():
            torch.manual_seed(seed_of(f"{self.seed} adapter {name}"))
            model = get_peft_model(copy.deepcopy(base, kept), LoraConfig(task_type="CAUSAL_LM", **self.options))
        if folder != initial:
            set_peft_model_state_dict(model, load_peft_weights(folder, device=str(model.device)))
        return model


class Player:
    def __init__(self, name, initial, weights):
        """initial is the folder that the player began with, which the KL term compares with. weights says which
        weights learn."""
        self.name, self.initial, self.weights, self.folder = name, initial, weights, None
        self.tokenizer = AutoTokenizer.from_pretrained(initial)

    def at(self, folder):
        """Takes the weights of a folder, and reads the folder only if they are not in memory."""
        if self.folder != folder:
            self.model = self.weights.model(self.name, self.initial, folder)
            self.trainer, self.folder = None, folder
            self.saved = folder if os.path.exists(os.path.join(folder, STATE)) else None
        return self

    def trained_by(self, trainer):
        trainer.remove_callback(PrinterCallback)
        # TRL copies the adapter to "ref". Without this copy it compares with the model without any adapter.
        if "ref" in getattr(self.model, "peft_config", {}):
            self.model.delete_adapter("ref")
        self.trainer = trainer

    @contextmanager
    def sampling(self):
        self.model.eval()
        with torch.autocast(self.model.device.type, torch.bfloat16, enabled=use_bf16()):
            yield self.model
        self.model.train()

    def learn(self, steps, out, **arguments):
        """Trains for `steps` optimizer steps. The trainer's weights, optimizer and state go to `out`/model. A
        restarted process continues from the files of the step before.

        Returns the lines that the trainer logged, and the operations of learning from a token: 6 for each weight that
        learns, and 4 for each weight that only passes the gradient on.
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
        # The loop looks for them here once this step is finished.
        self.folder = os.path.join(out.removesuffix(".partial"), "model")
        operations = sum((6 if one.requires_grad else 4) * one.numel() for one in self.model.parameters())
        return logged_steps(trainer.state.log_history, done), operations


def leave_group():
    """Ends the process group once nothing else holds it, and with it the threads that carry its messages. A thread
    that releases a tensor while the interpreter ends would abort the process."""
    gc.collect()
    PartialState().destroy_process_group()


def use_bf16():
    """Uses bfloat16 on a GPU that has it; on a CPU only if GENENV_BF16 asks for it, because it rounds differently."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    return os.environ.get("GENENV_BF16") == "1"


def frozen_dtype():
    """Returns the type of weights that never learn. Without a GPU, a processor with bfloat16 multiplies them four times
    as fast."""
    return torch.bfloat16 if use_bf16() and not torch.cuda.is_available() else torch.float32


def common_options():
    """Tells both trainers where they compute, and that each training is saved once, at its end."""
    gpu = torch.cuda.is_available()
    return {"use_cpu": not gpu, "bf16": use_bf16(), "gradient_checkpointing": gpu, "save_strategy": "steps",
            "logging_steps": 1, "ignore_data_skip": True, "disable_tqdm": True, "report_to": "none"}  # fmt: skip
