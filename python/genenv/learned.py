"""Gives tasks of an environment that learns. GenEnv's own loop runs, and the trainer here has the agent's part."""

import atexit
import threading
import time

from .process import GenenvError, Process
from .tasks import Task, World


class Learned:
    """An environment's model writes the tasks. It learns from a round once each of its tasks has `group_size` outcomes.

    The first `group_size` rollouts of a number get the same task, and the next ones get another task. So a row of a data
    set is a group, and its task changes with every pass. The task of a rollout that never ends is given again.
    """

    def __init__(self, out, preset="discovery", world=None, command=None, patience=300, **settings):
        """`out` is the event log of the run; an unfinished run continues. `settings` are the settings of `genenv coevolve
        --help`, such as epochs and groupSize. A rollout counts as lost after `patience` seconds."""
        self.patience = patience
        self.world = world or World()
        assigned = [f"--set={name}={_written(value)}" for name, value in settings.items()]
        options = [f"--preset={preset}", f"--out={out}", "--outside-agent", *assigned]
        self._process = Process(["coevolve", *options], command)
        self._lock = threading.Lock()
        atexit.register(self.close)
        self._next(self._process.read())

    def _next(self, message):
        if "ended" in message:
            self._tasks = None
            self._ended = f"The run has had all its {message['ended']} epochs: give it more of them."
            return
        self.epoch, self.group_size = message["epoch"], message["groupSize"]
        # Each tuple has the task's number in the run, the task, and the turns of its rollouts.
        self._tasks = [(one.pop("task"), Task(**one), []) for one in message["tasks"]]
        # Free positions in this list, and each number's position with the count of rollouts that it may still start.
        self._free, self._places = list(range(len(self._tasks))), {}
        # Maps unfinished rollouts to their start times.
        self._under_way = {}

    def busy(self, number):
        """Says whether it is better to wait for the rollouts of this round. `start` does not wait, because a trainer may
        begin all rollouts of a batch before it ends one."""
        with self._lock:
            if self._tasks is None or self._free or self._whole() or self._places.get(number, (None, 0))[1] > 0:
                return False
            return any(time.monotonic() - began < self.patience for began in self._under_way.values())

    def _whole(self):
        return all(len(turns) >= self.group_size for _, _, turns in self._tasks)

    def start(self, number):
        """Starts a rollout of the task that this number stands for now."""
        with self._lock:
            if self._tasks is not None and self._whole():
                self._learn()
            if self._tasks is None:
                raise GenenvError(self._ended)
            place, left = self._places.get(number, (None, 0))
            if left == 0:
                place, left = self._place(), self.group_size
            self._places[number] = place, left - 1
            task, key = self._tasks[place][1], (self.epoch, place, object())
            self._under_way[key] = time.monotonic()
        rollout = self.world.start(task)
        rollout.key = key
        return rollout

    def _place(self):
        if self._free:
            return self._free.pop(0)
        return min(range(len(self._tasks)), key=lambda place: len(self._tasks[place][2]))

    def finish(self, rollout):
        """Takes the outcome of a rollout, unless the task's group is already whole."""
        epoch, place, _ = rollout.key
        with self._lock:
            self._under_way.pop(rollout.key, None)
            if self._tasks is not None and epoch == self.epoch and len(self._tasks[place][2]) < self.group_size:
                self._tasks[place][2].append(rollout.turns)

    def _learn(self):
        outcomes = [{"task": number, "turns": turns} for number, _, group in self._tasks for turns in group]
        self._process.write({"outcomes": outcomes})
        self._next(self._process.read())

    def close(self):
        """Ends the run. A round whose groups are whole is learned from first."""
        with self._lock:
            if self._process.open:
                if self._tasks and self._whole():
                    self._learn()
                self._process.close()


def _written(value):
    return ",".join(value) if isinstance(value, list | tuple) else str(value)
