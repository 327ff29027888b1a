/**
 * @file Makes the recipes of a pair for a world or for given tasks. The agent learns the language from play without a
 * goal. The environment learns to complete tasks, mostly hard ones. Both start from random weights and train until they
 * are base models.
 *
 * For given tasks, play answers with the answer of any task of the level. The environment learns to write the answer
 * after the task.
 */
import { CodedError } from '../common/coded-error.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { mostWrittenTokens } from '../genenv/stages/write-tasks.ts';
import { LIST_FILE, withList } from '../lm/files/checked-folder.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { planDevice, type PolicyWork } from '../policy/memory-plan.ts';
import type { Learner } from '../policy/policy.ts';
import { familyByName } from '../tasks/registry.ts';
import { isTaskSet, type OwnFamily } from '../tasks/family.ts';
import { MOST_RIGHT } from '../tasks/worlds/check-world.ts';
import type { World } from '../tasks/worlds/world.ts';
import type { Device } from '../tensor/device.ts';
import { TEXTS_PER_FAMILY } from './measure-model.ts';
import { type ModelRecipe, pretrain, pretrainedFolder, type PretrainedModel, untrainedModel } from './pretrain.ts';

/** Models have about 20 thousand (as in `discovery`), 200 thousand or 2 million parameters, without vocabulary. */
export const PAIR_SIZES = {
  small: { hiddenSize: 32, layers: 2, heads: 4, kvHeads: 4, headDim: 8, intermediateSize: 64 },
  medium: { hiddenSize: 96, layers: 2, heads: 4, kvHeads: 4, headDim: 24, intermediateSize: 192 },
  large: { hiddenSize: 256, layers: 3, heads: 8, kvHeads: 8, headDim: 32, intermediateSize: 512 },
} as const satisfies Record<string, Omit<ModelRecipe['architecture'], 'maxPositions'>>;

/**
 * `agentSteps` is a maximum. The learning rate falls after three fifths of these steps. Larger models take fewer
 * examples per step, so that a pair takes only minutes.
 */
const TRAINING = {
  small: { batch: 64, learningRate: 3e-3, agentSteps: 1000 },
  medium: { batch: 16, learningRate: 2e-3, agentSteps: 2000 },
  large: { batch: 16, learningRate: 1e-3, agentSteps: 2000 },
};

export type PairSize = keyof typeof PAIR_SIZES;

export const PAIR_SIZE_NAMES = Object.keys(PAIR_SIZES) as PairSize[];

export interface PairRequest {
  family: OwnFamily;
  size: PairSize;
  seed: number;
}

/** Numbers of words reserved for a rule that the task states, and for tags, separators and other words per task. */
const WORDS_PER_TOLD = 5;
const AROUND = 32;
/** Tokens reserved for the chat template around a task. */
const AROUND_CHAT = 192;
/** Number of byte-pair merges for natural language. */
const MERGES = 300;

/** Returns the maximum number of words that state a task's rules. */
function toldWords({ where, levels }: World): number {
  const { steps, hops = 1 } = levels.at(-1)!;
  return where.some((rule) => rule.told) ? WORDS_PER_TOLD * steps * hops : 0;
}

/** Returns the number of positions for the longest task and its answer, and for a base sample before the task. */
function positionsOf(family: OwnFamily): number {
  const { maxTaskTokens, maxAnswerTokens, chat } = familyByName(family);
  const around = isTaskSet(family) ? (chat ? AROUND_CHAT : AROUND) : AROUND + toldWords(family);
  return 32 * Math.ceil((2 * (maxTaskTokens + maxAnswerTokens) + around) / 32);
}

/** Makes both models' recipes. @throws CodedError `tasks-guessed` if given tasks are too easy to guess */
export function pairRecipes({ family, size, seed }: PairRequest): Record<'agent' | 'environment', ModelRecipe> {
  const { name: familyName, given, chat } = familyByName(family);
  const percent = Math.ceil(100 * (given?.guessed ?? 0));
  if (percent > 100 * MOST_RIGHT) throw new CodedError('tasks-guessed', { percent, most: 100 * MOST_RIGHT });
  const { batch, learningRate, agentSteps } = TRAINING[size];
  const common = {
    families: [family],
    architecture: { ...PAIR_SIZES[size], maxPositions: positionsOf(family) },
    batch,
    learningRate,
    ...(chat && { bytePairs: { merges: MERGES, examples: 400, seed, digitsApart: true } }),
  };
  // If answers copy arguments, the loss leaves out prompts. With prompts, training would need twice as many steps.
  const onlyAnswers = isTaskSet(family)
    ? chat !== undefined
    : family.actions.some((action) => action.arguments !== undefined);
  const name = (role: string) => `${familyName}-${size}-${seed}-${role}`;
  return {
    agent: {
      ...common,
      name: name('agent'),
      role: 'agent',
      prior: 'uniform',
      ...(onlyAnswers && { play: { plays: 1, lossOn: 'completion', growLevels: 0 } }),
      seed,
      steps: agentSteps,
      untilBase: { every: 100 },
    },
    environment: {
      ...common,
      name: name('environment'),
      role: 'environment',
      prior: 'hard',
      // Another seed gives the environment other examples than the agent.
      seed: seed + 50,
      steps: 1000,
      untilBase: { every: 100 },
    },
  };
}

/** Writes the model card: a licence line, a description, and the recipe, from which the model can be made again. */
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

export function pairFolder(made: PretrainedModel): Map<string, Uint8Array<ArrayBuffer>> {
  const files = pretrainedFolder(made);
  files.delete(LIST_FILE);
  return withList(files.set('README.md', new TextEncoder().encode(card(made))));
}

export interface PairPlan {
  /** Upper estimate of the time that both models take together. */
  seconds: number;
  /** Peak bytes on the device, with the longest texts. */
  bytes: number;
}

/** Number of training steps. The first step compiles kernels, so only the other steps are timed. */
const STEPS = 4;

/** Estimates a pair's time and memory: trains each model for a few steps, measures it once, and discards it. */
export async function planPair(
  request: PairRequest,
  device: Device,
  makePolicy: (model: LoadedModel) => Promise<Learner>,
): Promise<PairPlan> {
  const plan = { seconds: 0, bytes: 0 };
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  const adapter = { kernelStyle: device.profile.kernelStyle, maxBufferSize, maxStorageBufferBindingSize };
  for (const recipe of Object.values(pairRecipes(request))) {
    const { peakBytes } = planDevice(adapter, [await workOf(recipe, request)]);
    plan.bytes = Math.max(plan.bytes, peakBytes);
    const times: number[] = [];
    const now = () => void times.push(performance.now() / 1000);
    await pretrain({ ...recipe, steps: STEPS, untilBase: undefined }, makePolicy, now);
    now();
    const step = (times[STEPS - 1] - times[0]) / (STEPS - 1);
    const measurement = times[STEPS] - times[STEPS - 1];
    plan.seconds += recipe.steps * step + (recipe.steps / recipe.untilBase!.every) * measurement;
  }
  return plan;
}

/** Returns the work of a pre-training step and of a measurement, with texts of the maximum length. */
async function workOf(recipe: ModelRecipe, { family }: PairRequest): Promise<PolicyWork> {
  const { name, config } = await untrainedModel(recipe);
  const own = familyByName(family);
  const { levels, maxAnswerTokens } = own;
  const settings = parseSettings({});
  const { evalTasks, evalSamples } = settings;
  const ofAgent = recipe.role === 'agent';
  const completionTokens = ofAgent ? maxAnswerTokens : mostWrittenTokens(settings, [own], 'environment');
  const promptTokens = config.maxPositions - completionTokens;
  const sequences = recipe.batch;
  return {
    model: name,
    config,
    training: { kind: 'full' },
    samplings: [
      {
        prompts: ofAgent ? levels * evalTasks : TEXTS_PER_FAMILY,
        promptTokens,
        rolloutsPerPrompt: ofAgent ? evalSamples : 1,
        sampling: { temperature: 1, maxNewTokens: completionTokens, stopIds: [], topK: 0, topP: 1 },
      },
    ],
    updates: [
      {
        sequences,
        prompts: sequences,
        promptTokens,
        completionTokens,
        objective: { kind: 'cross-entropy', on: 'all' },
      },
    ],
    holds: false,
  };
}
