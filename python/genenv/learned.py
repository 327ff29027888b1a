"""A source whose environment learns: GenEnv's own loop, in which the trainer here has the agent's part."""

import atexit
import threading
import time

from .process import GenenvError, Process
from .tasks import Task, World


class Learned:
    """Tasks that an environment's model writes. It learns from a round once each of its tasks has `group_size` outcomes.

    Rollouts of the same number get the same task, `group_size` of them; the next ones get another task. So a row of a data set
    is a group, and what it asks changes with every pass. Rollouts that never end hold up nothing: their task is given again.
    """

    def __init__(self, out, preset="discovery", world=None, command=None, patience=300, **settings):
        """`out`: the event log of the run, which goes on where it was left. `settings`: epochs, groupSize, tasksPerEpoch, seed,
        arm and all others of `genenv coevolve --help`. `patience`: the seconds after which a rollout counts as lost."""
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
        # Of each task: its number in the run, itself, and the turns of its rollouts.
        self._tasks = [(one.pop("task"), Task(**one), []) for one in message["tasks"]]
        # Places in this list that nobody has asked for yet, and those of numbers, with rollouts that they may still start.
        self._free, self._places = list(range(len(self._tasks))), {}
        # Rollouts that have not ended, and when they began.
        self._under_way = {}

    def busy(self, number):
        """Whether a new task comes sooner by waiting for the rollouts of this round. `start` does not wait: a trainer that begins
        all rollouts of a batch before it ends one would wait for ever."""
        with self._lock:
            if self._tasks is None or self._free or self._whole() or self._places.get(number, (None, 0))[1] > 0:
                return False
            return any(time.monotonic() - began < self.patience for began in self._under_way.values())

    def _whole(self):
        return all(len(turns) >= self.group_size for _, _, turns in self._tasks)

    def start(self, number):
        """A rollout of the task that this number stands for now."""
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
        """Takes the outcome of a rollout; those that a task has beyond its group are left out."""
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
        """Ends the run after its last finished epoch, which learns from the outcomes that are whole."""
        with self._lock:
            if self._process.open:
                if self._tasks and self._whole():
                    self._learn()
                self._process.close()


def _written(value):
    return ",".join(value) if isinstance(value, list | tuple) else str(value)
