"""The options in loop.yaml, taken by TRL's own configurations."""

import pytest
from genenv_loop.loop import configuration
from genenv_loop.trl_player import common_options
from trl import GRPOConfig, SFTConfig


@pytest.mark.parametrize("variant", ["grpo", "dapo", "token-mean", "dr_grpo"])
def test_both_configurations_take_them(recipe, tmp_path, variant):
    engine = configuration(recipe("trl", lossVariant=variant, clipHigh=0.28, agentTemperature=0))["engines"]["trl"]
    common = {**common_options(), "output_dir": str(tmp_path)}
    sizes = {"per_device_train_batch_size": engine["grpo"]["num_generations"]}
    grpo = GRPOConfig(**{**engine["grpo"], **common, **sizes})
    assert grpo.loss_type == {"token-mean": "dapo"}.get(variant, variant)
    assert (grpo.epsilon_high, grpo.num_generations, grpo.temperature) == (0.28, 8, 1)
    assert SFTConfig(**{**engine["sft"], **common}).loss_type == "nll"
