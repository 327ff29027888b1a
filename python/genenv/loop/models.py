"""A model folder in Hugging Face's layout, as the log describes it."""

import hashlib
import json
import os
import struct


def description(folder, name, lora):
    """The hash is over the safetensors files. lora: options of PEFT's LoraConfig; None: all weights learn."""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    digest, parameters, adapted = hashlib.sha256(), 0, 0
    for file_name in sorted(name for name in os.listdir(folder) if name.endswith(".safetensors")):
        with open(os.path.join(folder, file_name), "rb") as file:
            head = file.read(8)
            header = file.read(struct.unpack("<Q", head)[0])
            digest.update(head + header)
            while block := file.read(1 << 24):
                digest.update(block)
        for tensor, about in json.loads(header).items():
            if tensor != "__metadata__":
                size = 1
                for dimension in about["shape"]:
                    size *= dimension
                parameters += size
                # A is [r, in] and B [out, r].
                if lora and tensor.endswith(".weight") and tensor.split(".")[-2] in lora["target_modules"]:
                    adapted += lora["r"] * sum(about["shape"])
    return {
        "name": name, "family": config["model_type"], "parameters": parameters, "vocabularySize": config["vocab_size"],
        "contextLength": config["max_position_embeddings"], "weightsHash": digest.hexdigest(), "runtime": "trl",
        **({"trainableParameters": adapted} if lora else {}),
    }  # fmt: skip
