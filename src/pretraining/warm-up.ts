/**
 * @file Prepares a checkpoint for the loop with LoRA. The agent trains on play (answers that ignore the goal), so that
 * answers are well-formed but still need reward to be right. The environment trains on task texts with a prior over
 * levels, to write valid tasks. Both use the checkpoint's chat template. A checkpoint for both roles gets one adapter.
 */
import { CodedError } from '../common/coded-error.ts';
import { meanOrZero } from '../common/mean.ts';
import { LORA_MODULES, type LoraConfig } from '../lm/lora/lora-config.ts';
import type { Learner, OptimizerSettings } from '../policy/policy.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';
import { familiesByName } from '../tasks/registry.ts';
import type { Measured } from './measure-model.ts';
import { type ExampleRecipe, examples, measureModel, type ModelMeasure } from './pretrain.ts';

/** Everything that decides the weights, apart from the runtime. A hash identifies the checkpoint. */
export interface WarmUpRecipe extends ExampleRecipe {
  /** SHA-256 of the initial weights. */
  checkpoint: string;
  lora: LoraConfig;
  learningRate: number;
  /** Weight of KL(π‖π_initial) per token, which keeps the model near the checkpoint. */
  klWeight: number;
  /** Steps between measurements. Training ends once a measurement passes `isPrepared`, or fails after `steps` steps. */
  every: number;
}

/**
 * Shares at which warm-up ends. An agent needs at least `wellFormed` well-formed and at most `right` right answers. An
 * environment needs at least `valid` valid texts.
 */
const PREPARED = { wellFormed: 0.9, right: 0.25, valid: 0.8 };

export const WARM_UP_OPTIMIZER: Omit<OptimizerSettings, 'learningRate'> = {
  beta1: 0.9,
  beta2: 0.98,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 1,
};

/** Number of steps in which the learning rate rises to its full value. */
const RISE = 5;
/** Sizes of a measurement, on the development split, because the held-out tasks are for the runs. */
const SIZES = { evalSplit: 'development', evalTasks: 8, evalSamples: 2, texts: 64 } as const;

/** Measures that decide whether a model is prepared: means over levels and families. Null for an unmeasured role. */
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

/** State of a preparation after a step, as plain data. */
export interface WarmUpState {
  step: number;
  /** Loss of each step in nats per token. */
  losses: number[];
  /** Latest measurement. */
  measured: ModelMeasure | null;
}

export interface WarmUpProgress extends WarmUpState {
  samples: Measured<ModelMeasure>['samples'];
}

/**
 * Trains an adapter until a measurement finds the model prepared.
 * @param onStep called after the first measurement and after every step; the preparation ends if `onStep` throws
 * @param from state of an earlier stopped preparation, whose weights the learner has
 * @throws CodedError `loss-not-finite`; `not-prepared` with the last measurement
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
  /** Share of the agent's play that follows what the task says (see `PlayStyle`). */
  reads?: number;
}

/** Fills in the defaults of a recipe. @throws CodedError if a family does not exist */
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

/** Writes the model card: the checkpoint's origin, and the recipe and measures of its preparation. */
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
