/** @file What making a pair takes, said before it is made: memory by the plan of its work, seconds by a few steps here. */
import { parseSettings } from '../genenv/settings/settings.ts';
import { mostWrittenTokens } from '../genenv/stages/write-tasks.ts';
import type { LoadedModel } from '../lm/files/load-model.ts';
import { planDevice } from '../policy/memory-plan.ts';
import type { PolicyWork } from '../policy/planned-work.ts';
import type { Learner } from '../policy/policy.ts';
import { familyByName } from '../tasks/registry.ts';
import type { Device } from '../tensor/device.ts';
import { TEXTS_PER_FAMILY } from './measure-model.ts';
import { type ModelRecipe, pretrain, untrainedModel } from './pretrain.ts';
import { type PairRequest, pairRecipes } from './world-pair.ts';

export interface PairPlan {
  /** At most, both models together: an estimate. */
  seconds: number;
  /** The most that the device holds at once, for the longest texts. */
  bytes: number;
}

/** The first compiles kernels; the others are timed. */
const STEPS = 4;

/** Trains each model of a pair for a few steps, measures it once, and forgets it. */
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

/** A step of pre-training and a measurement, of texts as long as the model reads. */
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
