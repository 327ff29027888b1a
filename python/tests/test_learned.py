"""Plays rounds with an environment that learns on our engine, and compares the rollouts with the event log."""

import json
import os
import random
import signal
import time

import pytest
from scripted import turns_of

from genenv import GenenvError, Learned

SETTINGS = {"preset": "quick", "seed": 7, "tasksPerEpoch": 4, "groupSize": 4, "kMin": 0.5}


def events(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def play(source, numbers, per_number=4):
    """Plays and yields `per_number` rollouts of each task number. Every second rollout of a task is right."""
    for number in numbers:
        for attempt in range(per_number):
            rollout = source.start(number)
            for turn in turns_of(source.world, rollout.task, attempt):
                if not rollout.done:
                    rollout.act(turn)
            source.finish(rollout)
            yield rollout


def wait_for_owner(out):
    """Waits until the process in the lock file has ended. The child of a killed program ends a moment after it."""
    lock = out.with_name(f"{out.name}.lock")
    while lock.exists():
        try:
            os.kill(int(lock.read_text().split()[0]), 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def test_rounds_go_out_and_their_outcomes_come_back(world, tmp_path):
    out = tmp_path / "run.jsonl"
    source = Learned(out, world=world, epochs=3, **SETTINGS)
    rollouts = [list(play(source, range(4))) for _ in range(3)]
    source.close()
    log = events(out)
    for epoch, round_ in enumerate(rollouts, 1):
        of = {event["type"]: event for event in log if event.get("epoch") == epoch}
        texts = {text["index"]: text["text"] for text in of["tasks-written"]["texts"] if text["used"]}
        assert len(texts) == 4
        assert [rollout.task.text for rollout in round_] == [text for text in texts.values() for _ in range(4)]
        # The log must have the verdicts and turns of the rollouts.
        scores = [(one["reward"], one["success"], one["wellFormed"]) for one in of["scored"]["rollouts"]]
        ours = [[rollout.verdict[name] for name in ("reward", "success", "wellFormed")] for rollout in round_]
        assert scores == [tuple(one) for one in ours]
        assert [one["turns"] for one in of["rolled-out"]["rollouts"]] == [rollout.turns for rollout in round_]
        assert of["epoch-ended"]["success"] == {"k": 8, "n": 16}
    # Half of all answers are right, so all tasks pass the filter, and the environment learns in every epoch.
    updates = [event for event in log if event["type"] == "environment-updated"]
    assert all(event["steps"] for event in updates)
    assert updates[-1]["klPerSequence"] > 0


def test_a_number_stands_for_a_group_and_unfinished_rollouts_hold_up_nothing(world, tmp_path):
    source = Learned(tmp_path / "run.jsonl", world=world, epochs=2, **SETTINGS)
    order = [number for number in range(4) for _ in range(4)]
    random.Random(1).shuffle(order)
    started = [(number, source.start(number)) for number in order]
    texts = {number: {rollout.task.text for one, rollout in started if one == number} for number in range(4)}
    assert all(len(group) == 1 for group in texts.values())
    assert len(set.union(*texts.values())) == 4
    # The first rollout is not finished, so the next caller gets its task.
    lost, *others = [rollout for _, rollout in started]
    for rollout in others:
        source.finish(rollout)
    again = source.start(17)
    assert (source.epoch, again.task) == (1, lost.task)
    source.finish(again)
    source.start(17)
    assert source.epoch == 2
    source.finish(lost)
    source.close()


def test_the_run_goes_on_and_its_end_is_a_sentence(world, tmp_path):
    out = tmp_path / "run.jsonl"
    first = Learned(out, world=world, epochs=2, **SETTINGS)
    list(play(first, range(4)))
    first.close()
    second = Learned(out, world=world, epochs=2, **SETTINGS)
    assert second.epoch == 2
    second._process._process.send_signal(signal.SIGKILL)
    list(play(second, range(4)))
    with pytest.raises(GenenvError, match="genenv coevolve ended with status -9"):
        second.start(0)
    wait_for_owner(out)
    third = Learned(out, world=world, epochs=2, **SETTINGS)
    assert third.epoch == 2
    list(play(third, range(4)))
    with pytest.raises(GenenvError, match="all its 2 epochs"):
        third.start(0)
    third.close()
    assert [event["epoch"] for event in events(out) if event["type"] == "epoch-ended"] == [1, 2]
    with pytest.raises(GenenvError, match="ended with status 1"):
        Learned(out, world=world, epochs=2, **{**SETTINGS, "seed": 8})
