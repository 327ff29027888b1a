"""Samples from and trains a checkpoint with a LoRA adapter, for another program (`python -m genenv.serve`).

Each line on standard input is a request {"do": name, ...} in JSON, and a line on standard output is the answer. The
answer depends only on the request, the weights and the optimizer. So a process can load a saved state and continue.
"""

import json
import os
import shutil
import sys

import torch
from peft import LoraConfig, PeftModel, get_peft_model, load_peft_weights, set_peft_model_state_dict
from transformers import AutoModelForCausalLM
from transformers.utils import logging

from .loop.files import made_folder, seed_of, write_text
from .loop.trl_sample import sample

OPTIMIZER = "optimizer.pt"


def read_checkpoint(path, dtype):
    """Reads the model of a folder or a GGUF file. GGUF weights are dequantised, so that an adapter can be merged."""
    if not path.lower().endswith(".gguf"):
        return AutoModelForCausalLM.from_pretrained(path, dtype=dtype)
    folder, name = os.path.split(path)
    read = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=dtype)
    del read.config.quantization_config
    model = AutoModelForCausalLM.from_config(read.config, dtype=dtype)
    model.load_state_dict(read.state_dict())
    return model


def has_bf16(device):
    """Returns true if the device supports bfloat16. A processor that does multiplies it four times as fast as f32."""
    return torch.cuda.is_bf16_supported() if device == "cuda" else torch.cpu._is_avx512_bf16_supported()


class Checkpoint:
    def open(self, path, lora, seed, optimizer):
        """Opens a checkpoint. `lora` has options of PEFT's LoraConfig, and `optimizer` options of AdamW."""
        self.path, self.device = path, "cuda" if torch.cuda.is_available() else "cpu"
        self.dtype = torch.bfloat16 if has_bf16(self.device) else torch.float32
        torch.manual_seed(seed_of(f"{seed} adapter"))
        base = read_checkpoint(path, self.dtype).to(self.device)
        # PEFT keeps the adapter in f32.
        self.model = get_peft_model(base, LoraConfig(task_type="CAUSAL_LM", **lora))
        self.learned = [one for one in self.model.parameters() if one.requires_grad]
        self.optimizer = torch.optim.AdamW(
            self.learned, betas=(optimizer["beta1"], optimizer["beta2"]), eps=optimizer["epsilon"],
            weight_decay=optimizer["weightDecay"],
        )  # fmt: skip
        count = sum(one.numel() for one in self.model.parameters())
        trainable = sum(one.numel() for one in self.learned)
        return {"parameters": count - trainable, "trainable": trainable,
                "contextLength": self.model.config.max_position_embeddings}  # fmt: skip

    def computing(self):
        return torch.autocast(self.device, torch.bfloat16, enabled=self.dtype == torch.bfloat16)

    def generate(self, prompts, samples, seed, sampling, sequences):
        """Returns samples[i] completions of prompts[i], in order. Samples `sequences` completions at once."""
        of_all = [prompt for prompt, count in zip(prompts, samples) for _ in range(count)]
        generator = torch.Generator().manual_seed(seed_of(seed))
        uniforms = torch.rand(len(of_all), sampling["maxNewTokens"], generator=generator)
        # Batch prompts of similar length, so that little padding is needed.
        order = sorted(range(len(of_all)), key=lambda i: len(of_all[i]))
        made = [None] * len(of_all)
        self.model.eval()
        for begin in range(0, len(order), sequences):
            part = order[begin : begin + sequences]
            with self.computing():
                completions = sample(
                    self.model, [of_all[i] for i in part], sampling["maxNewTokens"], sampling["temperature"],
                    sampling["topK"], sampling["topP"], sampling["stopIds"], uniforms[part],
                )  # fmt: skip
            for i, completion in zip(part, completions):
                made[i] = completion
        return {"completions": made}

    def update(self, sequences, learning_rate, clip_norm, tokens_at_once, kl_weight):
        """Takes an optimizer step. Returns its loss, gradient norm, token count and KL per token. The loss is the mean
        over all completion tokens of cross-entropy + kl_weight · KL(π‖π without the adapter)."""
        self.model.train()
        total = sum(len(one["completion"]) for one in sequences)
        loss, kl = 0.0, 0.0
        for part in parts(sequences, tokens_at_once):
            of_part = self.backward(part, total, kl_weight)
            loss, kl = loss + of_part[0], kl + of_part[1]
        norm = torch.nn.utils.clip_grad_norm_(self.learned, clip_norm or float("inf")).item()
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        self.optimizer.step()
        self.optimizer.zero_grad()
        return {"loss": loss, "gradNorm": norm, "tokens": total, "klPerToken": kl}

    def backward(self, part, total, kl_weight):
        length = max(len(one["prompt"]) + len(one["completion"]) for one in part)
        ids = torch.zeros(len(part), length, dtype=torch.long)
        mask, written = torch.zeros_like(ids), torch.zeros(len(part), length, dtype=torch.bool)
        for row, one in enumerate(part):
            begin, end = len(one["prompt"]), len(one["prompt"]) + len(one["completion"])
            ids[row, :end] = torch.tensor(one["prompt"] + one["completion"])
            mask[row, :end], written[row, begin:end] = 1, True
        ids, mask, written = (one.to(self.device) for one in (ids, mask, written[:, 1:]))
        # Compute logits only at tokens of completions, because logits of a large vocabulary take most of the memory.
        kept = length - min(len(one["prompt"]) for one in part) + 1
        chosen, counted = ids[:, 1 - kept :], written[:, 1 - kept :]

        def logits():
            with self.computing():
                made = self.model(input_ids=ids, attention_mask=mask, logits_to_keep=kept).logits
            return made[:, :-1][counted].float()

        now = logits()
        loss, kl = torch.nn.functional.cross_entropy(now, chosen[counted], reduction="sum") / total, 0.0
        if kl_weight > 0:
            with torch.no_grad(), self.model.disable_adapter():
                initial = logits()
            # torch computes KL(p‖q) for the arguments (q, p).
            now, initial = now.log_softmax(-1), initial.log_softmax(-1)
            divergence = torch.nn.functional.kl_div(initial, now, reduction="sum", log_target=True) / total
            loss, kl = loss + kl_weight * divergence, divergence.item()
        loss.backward()
        return loss.item(), kl

    def save(self, folder, name, state):
        """Saves the adapter, the optimizer and the caller's text `state`. Then deletes the previous save."""

        def write(out):
            self.model.save_pretrained(out)
            torch.save(self.optimizer.state_dict(), os.path.join(out, OPTIMIZER))
            write_text(os.path.join(out, "state.json"), state)

        made_folder(os.path.join(folder, name), write)
        for other in os.listdir(folder):
            if other != name:
                shutil.rmtree(os.path.join(folder, other))
        return {}

    def load(self, folder):
        set_peft_model_state_dict(self.model, load_peft_weights(folder, device=self.device))
        self.optimizer.load_state_dict(torch.load(os.path.join(folder, OPTIMIZER), map_location=self.device))
        return {}

    def merge(self, folder):
        """Writes the configuration and the f32 weights of the checkpoint, with the adapter merged."""
        self.model.save_pretrained(os.path.join(folder, "adapter"))
        whole = PeftModel.from_pretrained(read_checkpoint(self.path, torch.float32), os.path.join(folder, "adapter"))
        whole.merge_and_unload().save_pretrained(folder)
        shutil.rmtree(os.path.join(folder, "adapter"))
        return {}


def parts(sequences, most):
    """Yields the sequences in batches of similar length. A batch has at most `most` tokens, padding included."""
    part, longest = [], 0
    for one in sorted(sequences, key=lambda one: len(one["prompt"]) + len(one["completion"])):
        longest = len(one["prompt"]) + len(one["completion"])
        if part and longest * (len(part) + 1) > most:
            yield part
            part = []
        part.append(one)
    yield part


def serve():
    logging.disable_progress_bar()
    checkpoint = Checkpoint()
    # Libraries print to standard output too. Send their output to stderr, so that stdout has only answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        answer = getattr(checkpoint, request.pop("do"))(**request)
        print(json.dumps(answer), file=answers, flush=True)
