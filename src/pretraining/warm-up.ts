/**
 * @file Prepares a checkpoint that exists for the loop, by LoRA: the agent on play, so that it answers in form and still has to
 * find out what is right; the environment on task texts of a prior over levels, so that what it writes are tasks. Both
 * through the checkpoint's own chat template, and where the checkpoint is to be both players, by one adapter.
 */
import { CodedError } from '../common/coded-error.ts';
import { meanOrZero } from '../common/mean.ts';
import { LORA_MODULES, type LoraConfig } from '../lm/lora/lora-config.ts';
import type { Learner, OptimizerSettings } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { familiesByName } from '../tasks/registry.ts';
import type { Measured } from './measure-model.ts';
import { type ExampleRecipe, examples, measureModel, type ModelMeasure } from './pretrain.ts';

/** Everything that decides the weights, beside those of the checkpoint and the runtime. */
export interface WarmUpRecipe extends ExampleRecipe {
  /** SHA-256 of the weights that it begins with. */
  checkpoint: string;
  lora: LoraConfig;
  learningRate: number;
  /** Of KL(π‖π_initial) per token, which keeps it near the checkpoint. */
  klWeight: number;
  /** Steps before each measurement; it ends with the first that finds it prepared (isPrepared). `steps` is the most. */
  every: number;
}

/** An agent is prepared where so many answers are in form and no more are right, an environment where so many texts are tasks. */
const PREPARED = { wellFormed: 0.9, right: 0.25, valid: 0.8 };

export const WARM_UP_OPTIMIZER: Omit<OptimizerSettings, 'learningRate'> = {
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 1,
};

/** Steps in which the learning rate rises to its value. */
const RISE = 5;
/** Held-out tasks are left for the runs: these are of the other split. */
const SIZES = { evalSplit: 'development', evalTasks: 8, evalSamples: 2, texts: 64 } as const;

/** What is to be known of a prepared model: means over levels and families. */
interface Preparation {
  wellFormed: number | null;
  right: number | null;
  valid: number | null;
}

export function preparation(measure: ModelMeasure): Preparation {
  const agent = 'agent' in measure ? measure.agent : 'wellFormed' in measure ? measure : null;
  const environment = 'agent' in measure ? measure.environment : 'valid' in measure ? measure : null;
  const mean = (shares: Readonly<Record<string, number[]>>) => meanOrZero(Object.values(shares).flat());
  return {
    wellFormed: agent && mean(agent.wellFormed),
    right: agent && mean(agent.success),
    valid: environment && environment.valid,
  };
}

export const isPrepared = ({ wellFormed, right, valid }: Preparation): boolean =>
  (wellFormed ?? 1) >= PREPARED.wellFormed && (right ?? 0) <= PREPARED.right && (valid ?? 1) >= PREPARED.valid;

/** The place of a preparation, after a step; plain data. */
export interface WarmUpState {
  step: number;
  /** The loss of each, nats a token. */
  losses: number[];
  /** What was measured after the step, last. */
  measured: ModelMeasure | null;
}

export interface WarmUpProgress extends WarmUpState {
  samples: Measured<ModelMeasure>['samples'];
}

/**
 * @param onStep called after the first measurement, before any step, and after every step; the preparation ends with what
 * it throws
 * @param from where one that ended so goes on; the learner has its weights
 * @throws CodedError `loss-not-finite`; `not-prepared` with what was measured last
 */
export async function warmUp(
  recipe: WarmUpRecipe,
  learner: Pick<Learner, 'describe' | 'generate' | 'update'>,
  tokenizer: TextTokenizer,
  onStep: (progress: WarmUpProgress) => void | Promise<void> = () => {},
  from: WarmUpState = { step: 0, losses: [], measured: null },
): Promise<WarmUpState & { measured: ModelMeasure }> {
  const measure = () => measureModel(recipe, learner, tokenizer, SIZES);
  let { step, measured } = from;
  const losses = [...from.losses];
  if (measured === null) {
    const first = await measure();
    measured = first.measure;
    await onStep({ step, losses, measured, samples: first.samples });
  }
  while (!isPrepared(preparation(measured))) {
    if (step >= recipe.steps) {
      const { wellFormed, right, valid } = preparation(measured);
      throw new CodedError('not-prepared', { steps: step, wellFormed, right, valid });
    }
    const { loss } = await learner.update({
      sequences: examples(recipe, tokenizer, step).map((sequence) => ({ ...sequence, weight: 1 })),
      objective: { kind: 'rwr', klWeight: recipe.klWeight, temperature: 1 },
      optimizer: { ...WARM_UP_OPTIMIZER, learningRate: recipe.learningRate * Math.min(1, (step + 1) / RISE) },
    });
    step++;
    if (!Number.isFinite(loss))
      throw new CodedError('loss-not-finite', { recipe: recipe.name, loss: String(loss), step });
    losses.push(loss);
    const found = step % recipe.every === 0 ? await measure() : null;
    measured = found?.measure ?? measured;
    await onStep({ step, losses: [...losses], measured, samples: found?.samples ?? [] });
  }
  return { step, losses, measured };
}

interface WarmUpChoice extends Pick<WarmUpRecipe, 'name' | 'role' | 'families' | 'prior' | 'seed' | 'checkpoint'> {
  steps?: number;
  learningRate?: number;
  klWeight?: number;
  /** The share of play that does what the task says outright, in families that have such words (`PlayStyle`). */
  reads?: number;
}

/** @throws CodedError where a family does not exist */
export function warmUpRecipe({
  steps = 200,
  learningRate = 5e-4,
  klWeight = 0,
  reads = 0,
  ...choice
}: WarmUpChoice): WarmUpRecipe {
  const names = familiesByName(choice.families).map(({ name }) => name);
  const play = {
    plays: 1,
    lossOn: 'completion',
    growLevels: 0,
    reads: Object.fromEntries(names.map((name) => [name, reads])),
  } as const;
  return {
    ...choice,
    play,
    lora: { rank: 16, alpha: 32, targets: LORA_MODULES },
    batch: 16,
    learningRate,
    klWeight,
    steps,
    every: 5,
  };
}

/** The model card: where the checkpoint came from, and the recipe and measures of what was done with it. */
export const warmUpCard = (
  recipe: WarmUpRecipe,
  { step, losses, measured }: WarmUpState,
  { model, weightsHash, runtime }: { model: string; weightsHash: string; runtime: string },
): string => `# ${recipe.name}

Prepared from ${model} by ${runtime}: LoRA, merged into the weights. Its licence is that of ${model}. Weights: SHA-256 ${weightsHash}; those of ${model}: ${recipe.checkpoint}.

\`\`\`json
${JSON.stringify({ recipe, step, measured, losses: losses.map((loss) => Number(loss.toFixed(4))) }, null, 2)}
\`\`\`
`;
