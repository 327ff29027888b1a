/**
 * @file The recipes of the shipped models: everything that decides their weights.
 */
import type { Recipe } from '../src/experiments/pretrain.ts';

/** About 29 thousand parameters. */
const SMALL: Recipe['architecture'] = {
  hiddenSize: 32,
  layers: 2,
  heads: 4,
  kvHeads: 4,
  headDim: 8,
  intermediateSize: 64,
  maxPositions: 160,
};

const discovery = {
  families: ['household'],
  architecture: SMALL,
  batch: 64,
  learningRate: 3e-3,
} as const;

/** Two independently pre-trained sets, so that a finding does not rest on one. */
const discoveryPairs = [
  { suffix: '', agentSeed: 12, agentSteps: 1800, environmentSeed: 62 },
  { suffix: '-b', agentSeed: 13, agentSteps: 1200, environmentSeed: 61 },
].flatMap(({ suffix, agentSeed, agentSteps, environmentSeed }): Recipe[] => [
  {
    ...discovery,
    name: `discovery-agent${suffix}`,
    role: 'agent',
    prior: 'uniform',
    seed: agentSeed,
    steps: agentSteps,
  },
  {
    ...discovery,
    name: `discovery-environment-hard${suffix}`,
    role: 'environment',
    prior: 'hard',
    seed: environmentSeed,
    steps: 400,
  },
  {
    ...discovery,
    name: `discovery-environment-uniform${suffix}`,
    role: 'environment',
    prior: 'uniform',
    seed: environmentSeed,
    steps: 400,
  },
]);

/** About 100 thousand parameters. */
const MEDIUM: Recipe['architecture'] = {
  hiddenSize: 64,
  layers: 2,
  heads: 4,
  kvHeads: 4,
  headDim: 16,
  intermediateSize: 128,
  maxPositions: 192,
};

const three = {
  families: ['household', 'function-calling', 'travel'],
  architecture: MEDIUM,
  batch: 32,
  learningRate: 3e-3,
  seed: 21,
} as const;

const threeFamilies: Recipe[] = [
  { ...three, name: 'three-families-agent', role: 'agent', prior: 'uniform', steps: 1500 },
  { ...three, name: 'three-families-environment', role: 'environment', prior: 'hard', seed: 71, steps: 800 },
];

/** For the arm offline: larger than the environment it stands beside, longer trained, and without its leaning. */
const discoveryTeacher: Recipe = {
  ...discovery,
  name: 'discovery-teacher',
  role: 'environment',
  architecture: MEDIUM,
  prior: 'uniform',
  seed: 81,
  steps: 800,
};

export const RECIPES: readonly Recipe[] = [...discoveryPairs, discoveryTeacher, ...threeFamilies];
