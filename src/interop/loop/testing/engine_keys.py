"""Makes engine-keys.json: names that the round loop uses, as the sources of TRL and verl have them.

    python engine_keys.py SITE_PACKAGES VERL_CLONE > engine-keys.json

SITE_PACKAGES is where TRL is installed.
"""
import ast
import json
import re
import sys
from importlib.metadata import distributions

import yaml

trl, verl = sys.argv[1:]


def read(folder, path):
    with open(f"{folder}/{path}", encoding="utf-8") as file:
        return file.read()


def fields(path, name):
    """The annotated fields of a class."""
    [found] = [node for node in ast.parse(read(trl, path)).body if isinstance(node, ast.ClassDef) and node.name == name]
    return [line.target.id for line in found.body if isinstance(line, ast.AnnAssign)]


def leaves(config, prefix=""):
    for name, value in config.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{prefix}{name}.")
        elif "profiler" not in prefix:
            yield prefix + name


def found(pattern, *texts):
    return sorted({match for text in texts for match in re.findall(pattern, text)})


base = fields("trl/trainer/base_config.py", "_BaseConfig")
grpo_trainer = read(trl, "trl/trainer/grpo_trainer.py")
ppo = yaml.safe_load(read(verl, "verl/trainer/config/_generated_ppo_trainer.yaml"))
sections = ("actor_rollout_ref", "data", "algorithm", "custom_reward_function", "trainer")
core = [read(verl, path) for path in ("verl/trainer/ppo/core_algos.py", "verl/workers/actor/dp_actor.py")]
json.dump({
    "trl": {
        "version": next(distributions(name="trl", path=[trl])).version,
        "GRPOConfig": base + fields("trl/trainer/grpo_config.py", "GRPOConfig"),
        "SFTConfig": base + fields("trl/trainer/sft_config.py", "SFTConfig"),
        "metrics": found(r'_metrics\[(?:mode|"train")\]\["([^"]+)"\]', grpo_trainer),
        "models": found(r'"(prepare_\w+)"', read(trl, "trl/models/__init__.py")),
    },
    "verl": {
        "version": read(verl, "verl/version/version").strip(),
        "ppo_trainer": sorted(leaves({name: ppo[name] for name in sections})),
        "columns": found(r'non_tensor_batch(?:\.get\(|\[)"(\w+)"', read(
            verl, "verl/experimental/reward_loop/reward_manager/naive.py")) + [ppo["data"]["prompt_key"]],
        "rewardArguments": found(r"(\w+)=(?:data_source|response_str|ground_truth|extra_info),", read(
            verl, "verl/experimental/reward_loop/reward_manager/naive.py")),
        "metrics": found(r'"(actor/\w+)"', *core),
        "dump": found(r'"(\w+)": (?:inputs|outputs|scores)', read(verl, "verl/trainer/ppo/ray_trainer.py")),
    },
}, sys.stdout, indent=1)  # fmt: skip
print()
