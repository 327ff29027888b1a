import os
import signal

import pytest
from scripted import TASKS, turns_of, verdict_of

from genenv import Draws, GenenvError, Judge, World


def test_every_family_is_played_turn_by_turn_as_it_is_scored_at_once(world):
    assert len(world.families) >= 10
    for family in world.families:
        source = Draws(family, world=world, seed=3)
        for number in range(TASKS):
            rollout = source.start(number)
            assert rollout.task == world.draw(family, seed=3, count=TASKS)[number]
            assert rollout.task.prompt in rollout.opening or rollout.task.messages
            turns = turns_of(world, rollout.task, number)
            for turn in turns:
                if not rollout.done:
                    rollout.act(turn)
            assert rollout.verdict == verdict_of(world, rollout.task, rollout.turns)
            if number % 2 == 0:
                assert rollout.reward == 1
            if number % 4 == 1:
                assert (rollout.reward, rollout.done) == (0, False)


def test_sources_take_families_in_turn_and_levels_as_chosen(world):
    source = Draws("household", "travel-rules", world=world, levels=[2], split="held-out")
    tasks = [source.start(number).task for number in range(4)]
    assert [task.family for task in tasks] == ["household", "travel-rules"] * 2
    assert {task.level for task in tasks} == {2}
    assert tasks[0] != tasks[2]


def test_one_sentence_each_for_what_cannot_be(world, tmp_path, monkeypatch, capfd):
    def refusal(act):
        with pytest.raises(GenenvError) as caught:
            act()
        return str(caught.value)

    assert "There is no task family “gardening”. Choose from: household" in refusal(lambda: Draws("gardening", world=world))
    assert "levels 1 to 10, and no level 11" in refusal(lambda: Draws("household", world=world, levels=[11]))
    assert "This is not a question to the judge: count" in refusal(lambda: world.draw("household", count=0))
    [task] = world.draw("household")
    assert "Leave out the turns after it" in refusal(lambda: verdict_of(world, task, ["a", "b"]))

    # If a shell read the command, it would make the file `made`.
    made = tmp_path / "made"
    assert "does not start" in refusal(lambda: World(Judge([f"node; touch {made}"])).families)
    assert "no task family" in refusal(lambda: world.draw(f"household; touch {made}"))
    assert not made.exists()

    assert "which is no JSON object" in refusal(lambda: World(Judge(["echo"])).families)
    assert "ended with status" in refusal(lambda: World(Judge(["false"])).families)

    judge = Judge()
    assert len(World(judge).families) >= 10
    os.kill(judge._process._process.pid, signal.SIGKILL)

    def until_it_is_gone():
        # The killed process may still answer a few questions.
        for _ in range(1000):
            judge.ask("families")

    assert "ended with status -9" in refusal(until_it_is_gone)
    assert len(World(judge).families) >= 10

    monkeypatch.delenv("GENENV")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "name its src/cli/genenv.mjs in the variable GENENV" in refusal(lambda: Judge().ask("families"))
