"""Keeps a model of transformers and its TRL trainer in memory between rounds."""

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
    """Reads a separate model for each player, all of whose weights learn."""

    def model(self, name, initial, folder):
        model = read_model(folder)
        # TRL reads the reference model from this folder.
        model.config._name_or_path = initial
        return model


class Adapters:
    """Gives each player a LoRA adapter of PEFT over frozen weights. Both players share the frozen weights if they began
    with the same folder. The reference of the KL term is the model without its adapter."""

    def __init__(self, options, seed):
        """`options` are options of PEFT's LoraConfig. `seed` decides the initial adapters."""
        self.options, self.seed, self.bases = options, seed, {}

    def model(self, name, initial, folder):
        from peft import LoraConfig, get_peft_model, load_peft_weights, set_peft_model_state_dict

        base = self.bases.get(initial) or self.bases.setdefault(initial, read_model(initial, frozen_dtype()))
        # Copy the modules, because PEFT puts the adapter into them, but share the tensors.
        kept = {id(tensor): tensor for tensor in (*base.parameters(), *base.buffers())}
        with torch.random.fork_rng():
            torch.manual_seed(seed_of(f"{self.seed} adapter {name}"))
            model = get_peft_model(copy.deepcopy(base, kept), LoraConfig(task_type="CAUSAL_LM", **self.options))
        if folder != initial:
            set_peft_model_state_dict(model, load_peft_weights(folder, device=str(model.device)))
        return model


class Player:
    def __init__(self, name, initial, weights):
        """Makes a player without reading its weights. `initial` is the folder of its initial model, which the KL term
        compares with. `weights` (AllWeights or Adapters) reads its models."""
        self.name, self.initial, self.weights, self.folder = name, initial, weights, None
        self.tokenizer = AutoTokenizer.from_pretrained(initial)

    def at(self, folder):
        """Gives the player the weights of a folder. Reads the folder only if its weights are not in memory."""
        if self.folder != folder:
            self.model = self.weights.model(self.name, self.initial, folder)
            self.trainer, self.folder = None, folder
            self.saved = folder if os.path.exists(os.path.join(folder, STATE)) else None
        return self

    def trained_by(self, trainer):
        trainer.remove_callback(PrinterCallback)
        # TRL copies the adapter to "ref" as the reference. Without "ref" the reference is the model without any adapter.
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
        """Trains for `steps` optimizer steps. Writes weights, optimizer and trainer state to `out`/model, from which a
        restarted process continues.

        Returns the lines that the trainer logged, and the floating-point operations per token: 6 for each weight that
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
        # The loop renames `out` once this step is finished.
        self.folder = os.path.join(out.removesuffix(".partial"), "model")
        operations = sum((6 if one.requires_grad else 4) * one.numel() for one in self.model.parameters())
        return logged_steps(trainer.state.log_history, done), operations


def leave_group():
    """Ends the process group and its threads. Otherwise a thread might release a tensor while the interpreter ends, which
    would abort the process. Nothing else may hold the group."""
    gc.collect()
    PartialState().destroy_process_group()


def use_bf16():
    """Returns true if a GPU supports bfloat16. Without a GPU, returns true only if GENENV_BF16 is 1, because bfloat16
    changes results."""
    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported()
    return os.environ.get("GENENV_BF16") == "1"


def frozen_dtype():
    """Returns the type of weights that never learn. It is bfloat16 only without a GPU and with GENENV_BF16, because some
    processors multiply bfloat16 four times as fast."""
    return torch.bfloat16 if use_bf16() and not torch.cuda.is_available() else torch.float32


def common_options():
    """Returns options of both trainers: the device, its precision, and when to save and log."""
    gpu = torch.cuda.is_available()
    return {"use_cpu": not gpu, "bf16": use_bf16(), "gradient_checkpointing": gpu, "save_strategy": "steps",
            "logging_steps": 1, "ignore_data_skip": True, "disable_tqdm": True, "report_to": "none"}  # fmt: skip
