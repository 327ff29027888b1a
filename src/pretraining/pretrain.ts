/**
 * @file Pre-training by play: from random weights to a model that speaks the language of its families.
 *
 * The agent reads and writes well-formed play without a goal, so it learns the worlds but not how to reach a goal: that
 * skill must come from the reward. The environment learns to complete task texts from their seeds; a prior gives the
 * share of each level.
 */
import { CodedError } from '../common/coded-error.ts';
import { endToken } from '../policy/text-tokenizer.ts';
import type { OptimizerSettings, Policy } from '../policy/policy.ts';
import type { TrainingSequence } from '../objectives/objective.ts';
import type { ModelConfig } from '../lm/config.ts';
import { initialWeights } from '../lm/initialize.ts';
import { sha256 } from '../common/sha-256.ts';
import { modelFolder, type LoadedModel } from '../lm/load-model.ts';
import { takeParameters } from '../lm/take-parameters.ts';
import { openSafetensors, writeSafetensors } from '../lm/safetensors.ts';
import { wordLevelTokenizer, type Tokenizer } from '../lm/tokenizer.ts';
import { environmentExample, type FamilyShares, playExamples } from '../tasks/data.ts';
import { EOS, PAD } from '../tasks/family.ts';
import type { LevelPrior } from '../tasks/priors.ts';
import { familiesByName } from '../tasks/registry.ts';
import { vocabulary } from '../tasks/vocabulary.ts';
import { RandomStream } from '../random/random-stream.ts';
import { type AgentMeasure, type EnvironmentMeasure, measureAgent, measureEnvironment } from './measure-model.ts';

/** Everything that decides the weights of a model. */
export interface ModelRecipe {
  /** The folder that the model is written to. */
  name: string;
  role: 'agent' | 'environment';
  families: readonly string[];
  /** Shares of the examples, for families that need more or fewer than the others. */
  shares?: FamilyShares;
  /** How often each level occurs in the environment's examples; the agent sees all levels equally often. */
  prior: LevelPrior;
  architecture: Pick<
    ModelConfig,
    'hiddenSize' | 'layers' | 'heads' | 'kvHeads' | 'headDim' | 'intermediateSize' | 'maxPositions'
  >;
  seed: number;
  steps: number;
  /** Examples per step. */
  batch: number;
  /** How the agent learns from play; absent: `EACH_TASK_ONCE`. */
  play?: PlayRecipe;
  learningRate: number;
}

export interface PlayRecipe {
  /** How often each task is played in a batch: the prompt is read once for all of them. */
  plays: number;
  /**
   * `all`: the loss covers prompts too, which is a richer signal if tasks are few and short. `completion`: it covers only
   * what the agent writes; long and mostly random prompts would otherwise dominate it.
   */
  lossOn: 'all' | 'completion';
  /** During this share of the steps, higher levels are added one by one; 0: all levels from the first step. */
  growLevels: number;
}

export interface PretrainedModel {
  recipe: ModelRecipe;
  model: LoadedModel;
  /** [step, cross-entropy in nats per token]: means over equal stretches of steps. */
  lossCurve: [number, number][];
  /** What it can do after pre-training. */
  measure: AgentMeasure | EnvironmentMeasure;
}

const OPTIMIZER: Omit<OptimizerSettings, 'learningRate'> = {
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  weightDecay: 0.01,
  clipNorm: 1,
};
const STREAM = 0x9e7;
const EACH_TASK_ONCE: PlayRecipe = { plays: 1, lossOn: 'all', growLevels: 0 };
const WARM_UP_STEPS = 50;
/** The learning rate is constant up to this share of the steps, then falls linearly to `FINAL_RATE` of itself. */
const CONSTANT_SHARE = 0.6;
const FINAL_RATE = 0.05;
const CURVE_POINTS = 50;
/** Rotary base. Positions go to about a hundred here, so the low frequencies of a larger base would hardly rotate. */
const ROPE_THETA = 100;

/** Share of the full learning rate at a step, first step 0. */
export function learningRateSchedule(step: number, steps: number): number {
  const warmUp = Math.min(1, (step + 1) / WARM_UP_STEPS);
  const decayFrom = CONSTANT_SHARE * steps;
  if (step < decayFrom) return warmUp;
  return warmUp * Math.max(FINAL_RATE, 1 - (step - decayFrom) / (steps - decayFrom));
}

/** The tokenizer of a set of families: one token per word. */
function familyTokenizer(families: readonly string[]): Tokenizer {
  // The tokenizer adds these two tokens itself.
  return wordLevelTokenizer(vocabulary(familiesByName(families)).filter((word) => word !== PAD && word !== EOS));
}

/** A model of a recipe with random weights. */
export async function untrainedModel(recipe: ModelRecipe): Promise<LoadedModel> {
  const tokenizer = familyTokenizer(recipe.families);
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

/** The examples of one step, first step 0. */
function examples(recipe: ModelRecipe, tokenizer: Tokenizer, step: number): TrainingSequence[] {
  const { batch, prior, role, seed, shares, steps, play = EACH_TASK_ONCE } = recipe;
  const families = familiesByName(recipe.families);
  const eos = endToken(tokenizer);
  const stream = (index: number) => new RandomStream(seed, STREAM, step, index);
  if (role === 'environment')
    return Array.from({ length: batch }, (_, i) => {
      const { context, completion } = environmentExample(families, prior, stream(i), shares);
      return { prompt: tokenizer.encode(context), completion: [...tokenizer.encode(completion), eos] };
    });
  const levelShare = Math.min(1, (step + 1) / (play.growLevels * steps));
  return Array.from({ length: batch / play.plays }, (_, i) =>
    playExamples(families, play.plays, stream(i), { shares, levelShare }).map(({ prompt, completion, mask }) => ({
      prompt: tokenizer.encode(prompt),
      completion: [...tokenizer.encode(completion), eos],
      mask: [...mask, 1 as const],
    })),
  ).flat();
}

/**
 * Trains a model of a recipe. The same recipe on the same adapter gives the same bytes.
 * @param makePolicy makes the policy that runs the model
 * @param onStep called after every step with its number, from 1, and its loss in nats per token
 */
export async function pretrain(
  recipe: ModelRecipe,
  makePolicy: (model: LoadedModel) => Promise<Policy>,
  onStep: (step: number, loss: number) => void = () => {},
): Promise<PretrainedModel> {
  const model = await untrainedModel(recipe);
  const policy = await makePolicy(model);
  const lossCurve: [number, number][] = [];
  const { lossOn } = recipe.play ?? EACH_TASK_ONCE;
  const stretch = Math.max(1, Math.floor(recipe.steps / CURVE_POINTS));
  let sum = 0;
  for (let step = 0; step < recipe.steps; step++) {
    const { loss } = await policy.update({
      sequences: examples(recipe, model.tokenizer, step),
      objective: { kind: 'cross-entropy', on: recipe.role === 'agent' ? lossOn : 'completion' },
      optimizer: {
        ...OPTIMIZER,
        learningRate: recipe.learningRate * learningRateSchedule(step, recipe.steps),
      },
    });
    if (!Number.isFinite(loss))
      throw new CodedError(
        'loss-not-finite',
        `The loss of ${recipe.name} is ${loss} at step ${step + 1}. Lower the learning rate.`,
        { recipe: recipe.name, loss: String(loss), step: step + 1 },
      );
    sum += loss;
    if ((step + 1) % stretch === 0) {
      lossCurve.push([step + 1, sum / stretch]);
      sum = 0;
    }
    onStep(step + 1, loss);
  }
  const measure = await measureModel(recipe, policy, model.tokenizer);
  const bytes = (await policy.snapshot()).weights;
  await policy.dispose();
  const weights = takeParameters(openSafetensors(bytes), model.config);
  const weightsHash = await sha256(writeSafetensors(weights));
  return { recipe, model: { ...model, weights, weightsHash }, lossCurve, measure };
}

/** What a model of a recipe can do, for the manifest. */
export const measureModel = (recipe: ModelRecipe, policy: Policy, tokenizer: Tokenizer) =>
  (recipe.role === 'agent' ? measureAgent : measureEnvironment)(policy, familiesByName(recipe.families), tokenizer);

/** The files of a pre-trained model's folder. */
export const pretrainedFolder = ({ model }: PretrainedModel): Map<string, Uint8Array<ArrayBuffer>> =>
  modelFolder(model);
