"""Gives a trainer tasks of an environment that learns. `genenv coevolve` trains the environment, and the trainer
trains the agent."""

import atexit
import threading
import time

from .process import GenenvError, Process
from .tasks import Task, World


class Learned:
    """Source of tasks that an environment's model writes. The model learns from a round once each task has `group_size`
    finished rollouts.

    A trainer asks for tasks by number, such as the row of a data set. The first `group_size` rollouts of a number share
    one task, and the next `group_size` share another. If a rollout never ends, another rollout gets its task.
    """

    def __init__(self, out, preset="discovery", world=None, command=None, patience=300, **settings):
        """Opens the run whose event log is `out`, or continues it. `settings` are settings of the run, such as epochs and
        groupSize (`genenv coevolve --help`). A rollout counts as lost after `patience` seconds."""
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
        # For each task: its number in the run, the task, and the turns of each finished rollout.
        self._tasks = [(one.pop("task"), Task(**one), []) for one in message["tasks"]]
        # `_free`: positions in `_tasks` that no number has yet.
        # `_places`: maps a number to its position, and to how many rollouts of this task it may still start.
        self._free, self._places = list(range(len(self._tasks))), {}
        # Maps each unfinished rollout to its start time.
        self._under_way = {}

    def busy(self, number):
        """Returns true if the caller should wait, because all tasks of the round are taken and rollouts are unfinished.
        `start` does not wait, because a trainer may start all rollouts of a batch before it finishes one."""
        with self._lock:
            if self._tasks is None or self._free or self._whole() or self._places.get(number, (None, 0))[1] > 0:
                return False
            return any(time.monotonic() - began < self.patience for began in self._under_way.values())

    def _whole(self):
        return all(len(turns) >= self.group_size for _, _, turns in self._tasks)

    def start(self, number):
        """Starts and returns a rollout of the current task of `number`."""
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
        """Stores the turns of a finished rollout, unless its task already has `group_size` rollouts."""
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
        """Ends the process of the run. If the round is complete, the environment learns from it first."""
        with self._lock:
            if self._process.open:
                if self._tasks and self._whole():
                    self._learn()
                self._process.close()


def _written(value):
    return ",".join(value) if isinstance(value, list | tuple) else str(value)
