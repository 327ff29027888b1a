"""A Llama decoder in plain PyTorch, for models that fit anywhere: the engine `local` and its tests.

Parameters keep their Hugging Face names, matrices are [out, in], all in float32. Sequences of a batch are padded on the
right; attention is causal, so padding changes nothing before it.
"""

import json
import os
import shutil
import struct

import torch
import torch.nn.functional as F

from .model_config import rope_theta


def read_safetensors(path):
    """Name -> tensor. The format: length of the header, the header in JSON, the tensors' bytes."""
    kinds = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
    with open(path, "rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
        data = bytearray(file.read())
    tensors = {}
    for name, about in header.items():
        if name == "__metadata__":
            continue
        begin, end = about["data_offsets"]
        part = torch.frombuffer(data[begin:end], dtype=kinds[about["dtype"]])
        tensors[name] = part.reshape(about["shape"]).float()
    return tensors


def write_safetensors(path, tensors):
    header, offset, parts = {}, 0, []
    for name, tensor in tensors.items():
        part = tensor.detach().float().contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(part)]}
        offset += len(part)
        parts.append(part)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(parts))


class Llama:
    def __init__(self, folder):
        with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
            self.config = json.load(file)
        if self.config["model_type"] != "llama":
            raise SystemExit(f"The engine local runs Llama only, and {folder} is {self.config['model_type']}.")
        self.folder = folder
        self.weights = read_safetensors(os.path.join(folder, "model.safetensors"))
        self.parameters = sum(weight.numel() for weight in self.weights.values())

    def learn(self):
        for weight in self.weights.values():
            weight.requires_grad_(True)
        return self

    def save(self, folder):
        """The model folder again, with the weights as they are now."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("*.safetensors"))
        write_safetensors(os.path.join(folder, "model.safetensors"), self.weights)

    def logits(self, ids):
        """Next-token logits [B, T, vocabulary] of ids [B, T]."""
        config, weights = self.config, self.weights
        heads, kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
        width = config.get("head_dim", config["hidden_size"] // heads)
        batch, length = ids.shape
        epsilon = config["rms_norm_eps"]
        h = F.embedding(ids, weights["model.embed_tokens.weight"])
        future = torch.ones(length, length, dtype=torch.bool).triu(1)
        cos, sin = rotations(length, width, rope_theta(config))

        def project(x, name, count):
            return (x @ weights[name].T).view(batch, length, count, width).transpose(1, 2)

        for layer in range(config["num_hidden_layers"]):
            block = f"model.layers.{layer}."
            q_name, k_name, v_name = (f"{block}self_attn.{name}_proj.weight" for name in "qkv")
            x = rms_norm(h, weights[block + "input_layernorm.weight"], epsilon)
            query, key = (rotate(project(x, name, n), cos, sin) for name, n in ((q_name, heads), (k_name, kv_heads)))
            # Grouped-query attention: neighbouring query heads share one key head.
            key, value = (t.repeat_interleave(heads // kv_heads, 1) for t in (key, project(x, v_name, kv_heads)))
            scores = (query @ key.transpose(2, 3) / width**0.5).masked_fill(future, -torch.inf)
            mixed = (scores.softmax(-1) @ value).transpose(1, 2).reshape(batch, length, heads * width)
            h = h + mixed @ weights[block + "self_attn.o_proj.weight"].T
            x = rms_norm(h, weights[block + "post_attention_layernorm.weight"], epsilon)
            gate = F.silu(x @ weights[block + "mlp.gate_proj.weight"].T)
            h = h + (gate * (x @ weights[block + "mlp.up_proj.weight"].T)) @ weights[block + "mlp.down_proj.weight"].T
        h = rms_norm(h, weights["model.norm.weight"], epsilon)
        return h @ weights.get("lm_head.weight", weights["model.embed_tokens.weight"]).T


def rms_norm(x, weight, epsilon):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * weight


def rotations(length, width, theta):
    """Cosines and sines [T, width / 2]: dimension i turns with i + width / 2."""
    frequency = theta ** (-torch.arange(width // 2, dtype=torch.float32) / (width // 2))
    angle = torch.arange(length, dtype=torch.float32)[:, None] * frequency
    return angle.cos(), angle.sin()


def rotate(x, cos, sin):
    first, second = x.chunk(2, -1)
    return torch.cat([first * cos - second * sin, second * cos + first * sin], -1)


def padded(rows):
    """Rows of ids as one tensor [B, T], zeros on the right."""
    length = max(len(row) for row in rows)
    return torch.tensor([row + [0] * (length - len(row)) for row in rows])


@torch.no_grad()
def sample(model, prompts, most, temperature, top_k, top_p, end_id, generator):
    """A completion of each prompt: ids up to and with the end token, their log-probabilities at this temperature before
    top-k and top-p, and whether it ended ("stop") or was cut off ("length")."""
    rows = [list(prompt) for prompt in prompts]
    logprobs = [[] for _ in prompts]
    live = list(range(len(prompts)))
    uniforms = torch.rand(len(prompts), most, generator=generator)
    for step in range(most):
        if not live:
            break
        ids = padded([rows[i] for i in live])
        last = torch.tensor([len(rows[i]) - 1 for i in live])
        logits = model.logits(ids)[torch.arange(len(live)), last]
        distribution = (logits / (temperature or 1)).log_softmax(-1)
        chosen = draw(distribution, temperature, top_k, top_p, uniforms[live, step])
        for i, token, logprob in zip(live, chosen.tolist(), distribution.gather(1, chosen[:, None])[:, 0].tolist()):
            rows[i].append(token)
            logprobs[i].append(logprob)
        live = [i for i in live if rows[i][-1] != end_id]
    cut_off = set(live)
    return [
        {"ids": row[len(prompt):], "logprobs": own, "finish": "length" if i in cut_off else "stop"}
        for i, (row, prompt, own) in enumerate(zip(rows, prompts, logprobs))
    ]  # fmt: skip


def draw(distribution, temperature, top_k, top_p, uniforms):
    """A token of each distribution [B, vocabulary] of log-probabilities, by a uniform number of its own."""
    if temperature == 0:
        return distribution.argmax(-1)
    ordered, order = distribution.exp().sort(-1, descending=True)
    # The smallest set whose mass reaches top_p: a token stays while the mass before it is less.
    left_out = ordered.cumsum(-1) - ordered >= top_p
    if top_k:
        left_out |= ordered < ordered[:, top_k - 1 : top_k]
    mass = ordered.masked_fill(left_out, 0).cumsum(-1)
    place = torch.searchsorted(mass, uniforms[:, None] * mass[:, -1:], right=True)
    # The product may round up to the whole mass; then the last token that has some is meant.
    last = (~left_out).sum(-1, keepdim=True) - 1
    return order.gather(1, torch.minimum(place, last))[:, 0]
