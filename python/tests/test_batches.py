"""Checks that every rollout and pair reaches TRL exactly once."""

import pytest

from genenv.loop.trl_batches import batches, dealt, rows


@pytest.mark.parametrize(
    ("rollouts", "minibatches", "processes", "most"), [(128, 2, 8, 8), (120, 4, 8, 8), (15, 2, 1, 8), (48, 3, 2, 100)]
)
def test_passes_and_steps_take_all_rollouts(rollouts, minibatches, processes, most):
    device, accumulation, generation = batches(rollouts, minibatches, processes, most)
    assert device * processes * generation == rollouts
    assert generation % accumulation == 0
    assert generation // accumulation in (1, minibatches)
    assert device <= most


def test_rollouts_that_no_number_of_passes_deals_out():
    with pytest.raises(SystemExit, match="15 rollouts cannot be dealt to 2 processes"):
        batches(15, 1, 2, 8)


def test_minibatches_are_the_same_for_any_number_of_processes():
    assert dealt([*range(8)], 2, 1) == [*range(8)]
    # The first process has the first half of each minibatch.
    assert dealt([*range(8)], 2, 2) == [0, 1, 4, 5, 2, 3, 6, 7]


def test_pairs_carry_their_share_of_the_loss():
    pairs = [
        {"contextIds": [1, 2], "writtenIds": [3, 4, 5], "weight": 3},
        {"contextIds": [1], "writtenIds": [3, 4], "weight": 1},
        {"contextIds": [1], "writtenIds": [3], "weight": 0},
    ]
    made = rows(pairs, 4)
    # `weight` is the pair's weight / mean weight 2 / 5 tokens of pairs with a weight. `share` is 1 / 6 tokens of all pairs.
    # The last row only fills the pass.
    assert [one["weight"] for one in made] == [3 / 2 / 5, 1 / 2 / 5, 0, 0]
    assert [one["share"] for one in made] == [1 / 6, 1 / 6, 1 / 6, 0]
    assert (made[0]["input_ids"], made[0]["begin"]) == ([1, 2, 3, 4, 5], 2)
