"""Reads and writes files of the loop. Each file or folder is written under a temporary name and renamed once it is
complete."""

import hashlib
import json
import os
import shutil
import struct
import zlib


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def dump(value):
    """Returns one line of JSON. Raises ValueError for NaN and infinity, which JSON cannot express."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def write_text(path, text):
    with open(path + ".partial", "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".partial", path)


def write_json(path, value):
    write_text(path, dump(value) + "\n")


def write_lines(path, values):
    write_text(path, "".join(dump(value) + "\n" for value in values))


def checked_line(line, before):
    """Returns a log line with its checksum, and the checksum to continue from in the next line.

    The CRC-32 covers the lines of an epoch up to this one. `before` is the checksum of the previous line, or 0 in the
    first line of an epoch.
    """
    content = line.rstrip()[:-1]
    checksum = zlib.crc32(content, before)
    ends = json.loads(line)["type"] == "epoch-ended"
    return content + b',"crc":"%08x"}\n' % checksum, 0 if ends else checksum


def made_folder(path, make):
    """Returns the path. If the folder is missing, `make` fills an empty folder, which then gets this path."""
    if not os.path.exists(path):
        shutil.rmtree(path + ".partial", ignore_errors=True)
        os.makedirs(path + ".partial")
        make(path + ".partial")
        os.replace(path + ".partial", path)
    return path


def made_json(path, make):
    """Returns the value in the file. If the file is missing, writes the value of `make()` first."""
    if not os.path.exists(path):
        write_json(path, make())
    return read_json(path)


def seed_of(name):
    """Returns a 32-bit seed that depends only on the name, unlike Python's own hash."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "little")


def description(folder, name, lora):
    """Describes a model folder in Hugging Face's layout for the event log. The hash covers the safetensors files. `lora`
    has options of PEFT's LoraConfig, or is None if all weights learn."""
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
                # The adapter of this matrix has two parts: A of shape [r, in] and B of shape [out, r].
                if lora and tensor.endswith(".weight") and tensor.split(".")[-2] in lora["target_modules"]:
                    adapted += lora["r"] * sum(about["shape"])
    return {
        "name": name, "family": config["model_type"], "parameters": parameters, "vocabularySize": config["vocab_size"],
        "contextLength": config["max_position_embeddings"], "weightsHash": digest.hexdigest(), "runtime": "trl",
        **({"trainableParameters": adapted} if lora else {}),
    }  # fmt: skip
