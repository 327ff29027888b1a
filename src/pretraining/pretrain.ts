/**
 * @file Pre-trains by play, from random weights to a model that speaks the language of its families.
 *
 * The agent learns from play: well-formed answers that ignore the goal. So it learns the worlds, but only reward
 * teaches it to reach goals. The environment learns to complete task texts from seeds, with levels drawn from a prior.
 */
import { CodedError } from '../common/coded-error.ts';
import { meanOrZero } from '../common/mean.ts';
import { endToken, type TextTokenizer } from '../policy/text-tokenizer.ts';
import type { Learner, OptimizerSettings, PolicySnapshot } from '../policy/policy.ts';
import type { TrainingSequence } from '../objectives/objective.ts';
import type { ModelConfig } from '../lm/files/config.ts';
import { initialWeights } from '../lm/initialize.ts';
import { sha256 } from '../common/sha-256.ts';
import { modelFolder, type LoadedModel } from '../lm/files/load-model.ts';
import { takeParameters } from '../lm/files/take-parameters.ts';
import { openSafetensors, writeSafetensors } from '../lm/files/safetensors.ts';
import { wordLevelTokenizer, type Tokenizer } from '../lm/files/tokenizer.ts';
import { bytePairTokenizer } from './byte-pairs.ts';
import { environmentExample, type LevelPrior, playExamples, type WrittenKeys } from '../tasks/data.ts';
import { EOS, type FamilyChoice, PAD, PLAIN_TEXT, promptForm, vocabulary } from '../tasks/family.ts';
import { type FamilyName, familiesByName } from '../tasks/registry.ts';
import { MOST_RIGHT } from '../tasks/worlds/check-world.ts';
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';
import {
  type AgentMeasure,
  type EnvironmentMeasure,
  type Measured,
  type MeasureSizes,
  measureAgent,
  measureEnvironment,
} from './measure-model.ts';

/** Everything that decides the weights of a model. */
export interface ModelRecipe {
  /** Name of the model's folder. */
  name: string;
  /** Role of the checkpoint. `both` lets it play either role. */
  role: 'agent' | 'environment' | 'both';
  /** Environment's share of the examples if the role is `both`. Default: `HALF`. */
  environmentShare?: number;
  families: readonly FamilyChoice[];
  /** Share of each level in the environment's examples. The agent sees all levels equally often. */
  prior: LevelPrior;
  /** If set, the environment learns to write an answer key after each text. */
  keys?: WrittenKeys;
  architecture: Pick<
    ModelConfig,
    'hiddenSize' | 'layers' | 'heads' | 'kvHeads' | 'headDim' | 'intermediateSize' | 'maxPositions'
  >;
  seed: number;
  steps: number;
  batch: number;
  /** How the agent learns from play. Default: `EACH_TASK_ONCE`. */
  play?: PlayRecipe;
  learningRate: number;
  /** Precision of the weights in the file. Default: F32. */
  dtype?: 'F16';
  /**
   * If set, the model is measured every `every` steps. Training ends once a measurement finds a base model ({@link
   * isBase}). `steps` is then a maximum, and still the end of the learning rate's decay.
   */
  untilBase?: { every: number };
  /** Byte-pair tokenizer, which families of natural language need. Default: one token per word. */
  bytePairs?: BytePairSettings;
}

/** Minimum share of well-formed answers at each level, or of valid tasks, in a base model. */
const LEAST_WELL_FORMED = 0.9;

/** Returns true for a base model. Few of an agent's answers may be right (`MOST_RIGHT`): reward teaches the rest. */
export function isBase(measure: ModelMeasure): boolean {
  if ('agent' in measure) return isBase(measure.agent) && isBase(measure.environment);
  if ('valid' in measure) return measure.valid >= LEAST_WELL_FORMED;
  const wellFormed = Object.values(measure.wellFormed).flat();
  return (
    Math.min(...wellFormed) >= LEAST_WELL_FORMED && meanOrZero(Object.values(measure.success).flat()) <= MOST_RIGHT
  );
}

/** State of training after a step. On the same adapter, training continues from this state bit for bit. */
export interface PretrainingState {
  step: number;
  lossCurve: [number, number][];
  /** Sum of losses since the curve's last point. */
  sum: number;
  snapshot: PolicySnapshot;
}

export interface PretrainingProgress {
  /** Number of the step, from 1. */
  step: number;
  /** Loss in nats per token. */
  loss: number;
  /** Undefined at steps without a measurement. */
  measured?: Measured<ModelMeasure>;
  state(): Promise<PretrainingState>;
}

export interface BytePairSettings {
  /** Maximum number of merges. */
  merges: number;
  /** Number of each player's examples in which pairs are counted. */
  examples: number;
  /** Seed of these examples. Default: the recipe's seed. Models with the same seed share a tokenizer. */
  seed?: number;
  /** If true, no merge contains a digit, so numbers are read digit by digit. */
  digitsApart?: boolean;
}

export interface PlayRecipe {
  /** Options of play (see `PlayOptions` in tasks/data.ts). */
  reads?: Readonly<Partial<Record<FamilyName, number>>>;
  inOrder?: readonly FamilyName[];
  /** Number of plays per task in a batch. All plays of a task share its prompt. */
  plays: number;
  /**
   * With `all` the loss includes prompts, which is a richer signal if tasks are few and short. With `completion` it has
   * only what the agent writes, because long random prompts would dominate the loss.
   */
  lossOn: 'all' | 'completion';
  /** Share of the steps in which higher levels are added one by one. 0 gives all levels from the first step. */
  growLevels: number;
}

export interface PretrainedModel {
  recipe: ModelRecipe;
  model: LoadedModel;
  /** [step, cross-entropy in nats per token]. Each point is a mean over equally many steps. */
  lossCurve: [number, number][];
  measure: ModelMeasure;
}

/** A model for both players is measured in both roles. */
export type ModelMeasure = AgentMeasure | EnvironmentMeasure | { agent: AgentMeasure; environment: EnvironmentMeasure };

const OPTIMIZER: Omit<OptimizerSettings, 'learningRate'> = {
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  weightDecay: 0.01,
  clipNorm: 1,
};
const EACH_TASK_ONCE: PlayRecipe = { plays: 1, lossOn: 'all', growLevels: 0 };
const HALF = 0.5;
const WARM_UP_STEPS = 50;
/** After its rise, the rate is constant up to this share of steps, then falls linearly to `FINAL_RATE` of its value. */
const CONSTANT_SHARE = 0.6;
const FINAL_RATE = 0.05;
const CURVE_POINTS = 50;
/** Base of the rotary frequencies. Texts are short, so a larger base would leave low frequencies unused. */
const ROPE_THETA = 100;

/** Returns the factor of the learning rate at a step, which counts from 0. */
function learningRateSchedule(step: number, steps: number): number {
  const warmUp = Math.min(1, (step + 1) / WARM_UP_STEPS);
  const decayFrom = CONSTANT_SHARE * steps;
  if (step < decayFrom) return warmUp;
  return warmUp * Math.max(FINAL_RATE, 1 - (step - decayFrom) / (steps - decayFrom));
}

/** Minimum share of right keys among verifiable ones, for an environment that writes keys. */
const LEAST_RIGHT_KEYS = 0.9;

const isDone = (measure: ModelMeasure): boolean =>
  isBase(measure) && (!('valid' in measure) || (measure.rightKeys ?? 1) >= LEAST_RIGHT_KEYS);

/** Makes the recipe's tokenizer: one token per word, or byte pairs counted in separate examples. */
function recipeTokenizer(recipe: ModelRecipe): Tokenizer {
  if (recipe.bytePairs) return conversationTokenizer(recipe, recipe.bytePairs);
  // `wordLevelTokenizer` adds PAD and EOS itself.
  const words = vocabulary(familiesByName(recipe.families));
  return wordLevelTokenizer(words.filter((word) => word !== PAD && word !== EOS));
}

function conversationTokenizer(
  recipe: ModelRecipe,
  { merges, examples, seed = recipe.seed, digitsApart = false }: BytePairSettings,
): Tokenizer {
  const families = familiesByName(recipe.families);
  // There is no tokenizer yet, so this form renders conversations without special tokens.
  const form = {
    ...PLAIN_TEXT,
    render: (messages: readonly { role: string; content: string }[]) =>
      messages.map(({ role, content }) => `${role}\n${content}\nassistant\n`).join('\n'),
  };
  const texts = Array.from({ length: examples }, (_, i) => {
    const random = new RandomStream(seed, streams.tokenizerTexts, i);
    const { context, completion } = environmentExample(families, 'uniform', random, { form });
    const [played] = playExamples(families, 1, random, { form });
    return [context, completion, played.prompt, played.completion];
  });
  const counted = digitsApart ? texts.flat().map((text) => text.replace(/\p{N}+/gu, '\n')) : texts.flat();
  return bytePairTokenizer(counted, merges);
}

export async function untrainedModel(recipe: ModelRecipe): Promise<LoadedModel> {
  const tokenizer = recipeTokenizer(recipe);
  const config: ModelConfig = {
    family: 'llama',
    vocabSize: tokenizer.vocabularySize,
    ...recipe.architecture,
    ropeTheta: ROPE_THETA,
    rmsNormEps: 1e-6,
    tieWordEmbeddings: false,
    qkvBias: false,
    qkNorm: false,
    eosIds: [endToken(tokenizer)],
    padId: tokenizer.specialIds.pad,
  };
  const weights = initialWeights(config, recipe.seed);
  return { name: recipe.name, config, tokenizer, weights, weightsHash: await sha256(writeSafetensors(weights)) };
}

/** Fields of a recipe that decide the examples. */
export type ExampleRecipe = Pick<
  ModelRecipe,
  'name' | 'role' | 'environmentShare' | 'families' | 'prior' | 'keys' | 'seed' | 'steps' | 'batch' | 'play'
>;

export function examples(recipe: ExampleRecipe, tokenizer: TextTokenizer, step: number): TrainingSequence[] {
  const { batch, prior, role, seed, steps, play = EACH_TASK_ONCE } = recipe;
  const families = familiesByName(recipe.families);
  const eos = endToken(tokenizer);
  const stream = (index: number) => new RandomStream(seed, streams.play, step, index);
  const form = promptForm(tokenizer.chat);
  const ofEnvironment = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const { context, completion } = environmentExample(families, prior, stream(i), { ...recipe, form });
      return { prompt: tokenizer.encode(context), completion: [...tokenizer.encode(completion), eos] };
    });
  if (role === 'environment') return ofEnvironment(batch);
  const levelShare = Math.min(1, (step + 1) / (play.growLevels * steps));
  const ofAgent = (count: number, first: number) =>
    Array.from({ length: count / play.plays }, (_, i) =>
      playExamples(families, play.plays, stream(first + i), { ...play, levelShare, form }).map(
        ({ prompt, completion, mask }) => ({
          prompt: tokenizer.encode(prompt),
          completion: [...tokenizer.encode(completion), eos],
          ...(mask && { mask: [...mask, 1 as const] }),
        }),
      ),
    ).flat();
  if (role === 'agent') return ofAgent(batch, 0);
  const written = Math.round(batch * (recipe.environmentShare ?? HALF));
  return [...ofEnvironment(written), ...ofAgent(batch - written, written)];
}

/**
 * Trains the model of a recipe. On the same adapter, a recipe always gives the same bytes.
 * @param makePolicy makes the policy that runs the model
 * @param onStep called after every step; training ends if `onStep` throws
 * @param from state of an earlier stopped training, to continue from
 * @throws CodedError `loss-not-finite`; `no-base-model` if the recipe needs a base model and does not reach one
 */
export async function pretrain(
  recipe: ModelRecipe,
  makePolicy: (model: LoadedModel) => Promise<Learner>,
  onStep: (progress: PretrainingProgress) => void | Promise<void> = () => {},
  from?: PretrainingState,
): Promise<PretrainedModel> {
  const model = await untrainedModel(recipe);
  const policy = await makePolicy(model);
  try {
    return await train(recipe, model, policy, onStep, from);
  } finally {
    await policy.dispose();
  }
}

async function train(
  recipe: ModelRecipe,
  model: LoadedModel,
  policy: Learner,
  onStep: (progress: PretrainingProgress) => void | Promise<void>,
  from?: PretrainingState,
): Promise<PretrainedModel> {
  if (from) await policy.restore(from.snapshot);
  const lossCurve: [number, number][] = [...(from?.lossCurve ?? [])];
  const { lossOn } = recipe.play ?? EACH_TASK_ONCE;
  const stretch = Math.max(1, Math.floor(recipe.steps / CURVE_POINTS));
  const { untilBase } = recipe;
  let sum = from?.sum ?? 0;
  let measured: Measured<ModelMeasure> | undefined;
  for (let step = from?.step ?? 0; step < recipe.steps; step++) {
    const { loss } = await policy.update({
      sequences: examples(recipe, model.tokenizer, step),
      objective: { kind: 'cross-entropy', on: recipe.role === 'environment' ? 'completion' : lossOn },
      optimizer: {
        ...OPTIMIZER,
        learningRate: recipe.learningRate * learningRateSchedule(step, recipe.steps),
      },
    });
    if (!Number.isFinite(loss))
      throw new CodedError('loss-not-finite', { recipe: recipe.name, loss: String(loss), step: step + 1 });
    sum += loss;
    if ((step + 1) % stretch === 0) {
      lossCurve.push([step + 1, sum / stretch]);
      sum = 0;
    }
    const measures = untilBase && (step + 1) % untilBase.every === 0;
    measured = measures ? await measureModel(recipe, policy, model.tokenizer) : undefined;
    const state = async () => ({ step: step + 1, lossCurve: [...lossCurve], sum, snapshot: await policy.snapshot() });
    await onStep({ step: step + 1, loss, ...(measured && { measured }), state });
    if (measured && isDone(measured.measure)) break;
  }
  if (untilBase && !(measured && isBase(measured.measure)))
    throw new CodedError('no-base-model', { recipe: recipe.name, steps: recipe.steps });
  const snapshot = await policy.snapshot();
  // Measure the model as it will be stored, with weights rounded to the dtype of the file.
  const file = writeSafetensors(takeParameters(openSafetensors(snapshot.weights), model.config), {}, recipe.dtype);
  const weights = takeParameters(openSafetensors(file), model.config);
  await policy.restore({ weights: writeSafetensors(weights), optimizer: snapshot.optimizer });
  const { measure } = await measureModel(recipe, policy, model.tokenizer);
  return { recipe, model: { ...model, weights, weightsHash: await sha256(file) }, lossCurve, measure };
}

export async function measureModel(
  recipe: ExampleRecipe,
  policy: Pick<Learner, 'describe' | 'generate'>,
  tokenizer: TextTokenizer,
  sizes?: MeasureSizes,
): Promise<Measured<ModelMeasure>> {
  const families = familiesByName(recipe.families);
  if (recipe.role === 'agent') return measureAgent(policy, families, tokenizer, sizes);
  const writesKeys = recipe.keys !== undefined;
  if (recipe.role === 'environment') return measureEnvironment(policy, families, tokenizer, writesKeys, sizes);
  const agent = await measureAgent(policy, families, tokenizer, sizes);
  const environment = await measureEnvironment(policy, families, tokenizer, false, sizes);
  return {
    measure: { agent: agent.measure, environment: environment.measure },
    samples: [...agent.samples, ...environment.samples],
  };
}

export const pretrainedFolder = ({ recipe, model }: PretrainedModel): Map<string, Uint8Array<ArrayBuffer>> =>
  modelFolder(model, recipe.dtype);
