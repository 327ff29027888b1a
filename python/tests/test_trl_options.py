"""Checks that TRL's configurations accept the options that the settings give."""

import pytest
from trl import GRPOConfig, SFTConfig

from genenv.loop.loop import engine_options, judge_of
from genenv.loop.trl_player import common_options


@pytest.mark.parametrize("variant", ["grpo", "dapo", "token-mean", "dr_grpo"])
def test_both_configurations_take_them(loop_folder, tmp_path, variant):
    own = {"grpo": {"logging_first_step": True}, "sequences": 3}
    folder = loop_folder(lossVariant=variant, clipHigh=0.28, agentTemperature=0, trl=own)
    judge = judge_of(folder)
    options = engine_options(folder, judge.ask("start"))
    judge.close()
    assert options["sequences"] == 3
    common = {**common_options(), "output_dir": str(tmp_path)}
    sizes = {"per_device_train_batch_size": options["grpo"]["num_generations"]}
    grpo = GRPOConfig(**{**options["grpo"], **common, **sizes})
    assert grpo.loss_type == {"token-mean": "dapo"}.get(variant, variant)
    assert (grpo.epsilon_high, grpo.num_generations, grpo.temperature) == (0.28, 8, 1)
    assert grpo.logging_first_step
    assert SFTConfig(**{**options["sft"], **common}).loss_type == "nll"
