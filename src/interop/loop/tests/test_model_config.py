"""Where transformers 4 and 5 write the base of rotations."""

import pytest
from genenv_loop.model_config import rope_theta


@pytest.mark.parametrize(
    ("config", "theta"),
    [
        ({"rope_parameters": {"rope_theta": 100, "rope_type": "default"}}, 100),
        ({"rope_theta": 500, "rope_scaling": None}, 500),
        ({}, 10000),
    ],
)
def test_the_base_is_found(config, theta):
    assert rope_theta(config) == theta


def test_scaled_rotations_are_refused():
    with pytest.raises(SystemExit, match="does not scale.*yarn"):
        rope_theta({"rope_parameters": {"rope_theta": 100, "rope_type": "yarn"}})
