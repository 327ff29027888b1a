/**
 * @file What a run is: its arm, its worlds, its seed, its length.
 */
import { choice, integer, names } from '../setting-kinds.ts';

export const runSettings = {
  preset: choice({
    group: 'run',
    label: 'Preset',
    meaning: 'The set of values these settings started from; a label only.',
    origin: 'open',
    choices: {
      discovery: 'Ten levels, hard prior: the curriculum has to climb.',
      'discovery-uniform': 'Ten levels, an environment that starts with all of them equally often.',
      'three-families': 'Household, function calling and travel, learnt by one pair of models.',
      'five-families':
        'Function calling, travel, and three families of several turns: calls, a household game, multi-hop questions.',
      quick: 'Discovery cut down to a few small epochs, for trying out and for tests.',
      paper: "The paper's values wherever it gives them, then its code's; the rest as in discovery.",
    },
    default: 'discovery',
  }),
  arm: choice({
    group: 'run',
    label: 'Arm',
    meaning: 'Which experiment of the paper this run is, or which neighbour it is compared with.',
    origin: 'paper',
    choices: {
      genenv: 'Both models learn: the environment writes tasks at the edge of what the agent can do.',
      random: 'The environment writes new tasks every epoch, but never learns (GenEnv-Random).',
      static: 'The environment wrote its tasks once, before training (GenEnv-Static).',
      offline: "A stronger, frozen model's filtered tasks, written once, before training (Gemini-Offline).",
      'base-data': 'GRPO on base data from the true generator; no environment model.',
      'r-zero': 'As genenv, but the environment is rewarded for uncertainty, 2·min(p̂, 1 − p̂) (R-Zero).',
      'absolute-zero': 'As genenv, but the environment is rewarded for 1 − p̂, and 0 at p̂ = 0 (Absolute Zero).',
      'level-rule': 'The true generator at a level that goes up above 70% success and down below 30% (Reasoning Gym).',
      'level-replay': 'As random, but half of the tasks come again, by what they taught (prioritised level replay).',
    },
    published: 'genenv',
    default: 'genenv',
  }),
  families: names({
    group: 'run',
    label: 'Task families',
    meaning: 'The worlds the tasks come from; task contexts go round them in turn.',
    origin: 'open',
    default: ['household'],
  }),
  seed: integer({
    group: 'run',
    label: 'Seed',
    meaning: 'Names every random number of the run: same seed and same adapter, same run.',
    origin: 'open',
    default: 1,
    minimum: 0,
    maximum: 4294967295,
    step: 1,
  }),
  epochs: integer({
    group: 'run',
    symbol: 'T',
    label: 'Epochs',
    meaning: 'Turns of the loop: write tasks, attempt them, update both models.',
    origin: 'paper',
    published: 10,
    default: 180,
    minimum: 1,
    maximum: 100000,
    step: 10,
    unit: 'epochs',
  }),
};
