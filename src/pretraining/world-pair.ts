/**
 * @file The recipes of a pair for a world: an agent that has learned the language from play without a goal, and an environment
 * that finishes its tasks, mostly hard ones. Both from random weights, each until it is a base model.
 */
import { withList, LIST_FILE } from '../lm/files/checked-folder.ts';
import { familyByName } from '../tasks/registry.ts';
import { type World, worldName } from '../tasks/worlds/world.ts';
import { type ModelRecipe, type PretrainedModel, pretrainedFolder } from './pretrain.ts';

/** Thirty thousand parameters and a vocabulary, as in the preset `discovery`; or a hundred thousand. */
export const PAIR_SIZES = {
  small: { hiddenSize: 32, layers: 2, heads: 4, kvHeads: 4, headDim: 8, intermediateSize: 64 },
  medium: { hiddenSize: 64, layers: 2, heads: 4, kvHeads: 4, headDim: 16, intermediateSize: 128 },
} as const satisfies Record<string, Omit<ModelRecipe['architecture'], 'maxPositions'>>;

/** The most; the learning rate falls from three fifths of them on. */
const AGENT_STEPS = { small: 1000, medium: 2000 };

export type PairSize = keyof typeof PAIR_SIZES;

export const PAIR_SIZE_NAMES = Object.keys(PAIR_SIZES) as PairSize[];

export interface PairRequest {
  world: World;
  size: PairSize;
  seed: number;
}

/** Words of a told rule with its mark; tags, separators and what else stands around a task. */
const WORDS_PER_TOLD = 5;
const AROUND = 32;

/** Room for the longest task, its answer, and a base sample before it. */
function positionsOf(world: World): number {
  const { maxTaskTokens, maxAnswerTokens } = familyByName(world);
  const { steps, hops = 1 } = world.levels.at(-1)!;
  const told = world.where.some((rule) => rule.told) ? WORDS_PER_TOLD * steps * hops : 0;
  return 32 * Math.ceil((2 * (maxTaskTokens + maxAnswerTokens) + told + AROUND) / 32);
}

export function pairRecipes({ world, size, seed }: PairRequest): Record<'agent' | 'environment', ModelRecipe> {
  const common = {
    families: [world],
    architecture: { ...PAIR_SIZES[size], maxPositions: positionsOf(world) },
    batch: 64,
    learningRate: 3e-3,
  };
  const name = (role: string) => `${worldName(world)}-${size}-${seed}-${role}`;
  return {
    agent: {
      ...common,
      name: name('agent'),
      role: 'agent',
      prior: 'uniform',
      // With arguments to copy, a loss on the prompts too takes twice the steps (`laboratory`, seed 1: 1,600 for 800).
      ...(world.actions.some((action) => action.arguments) && {
        play: { plays: 1, lossOn: 'completion', growLevels: 0 },
      }),
      seed,
      steps: AGENT_STEPS[size],
      untilBase: { every: 100 },
    },
    environment: {
      ...common,
      name: name('environment'),
      role: 'environment',
      prior: 'hard',
      // Another stream of examples than the agent's.
      seed: seed + 50,
      steps: 1000,
      untilBase: { every: 100 },
    },
  };
}

/** The model card: a licence line, what the model is, and its whole recipe, from which it is made again. */
const card = ({ recipe, measure, model }: PretrainedModel): string => `---
license: other
license_name: its-maker
---

# ${recipe.name}

Made from random weights by play, with \`genenv pretrain\`. Weights: SHA-256 ${model.weightsHash}.

\`\`\`json
${JSON.stringify({ recipe, measure }, null, 2)}
\`\`\`
`;

/** The files of a model of a pair, with its card. */
export function pairFolder(made: PretrainedModel): Map<string, Uint8Array<ArrayBuffer>> {
  const files = pretrainedFolder(made);
  files.delete(LIST_FILE);
  return withList(files.set('README.md', new TextEncoder().encode(card(made))));
}
