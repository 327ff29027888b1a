/**
 * @file Stops jobs that train models and continues them. It takes over ten seconds, because one adapter is trained
 * until most of its texts are tasks.
 */
import { expect, it } from 'vitest';
import { openModel } from '../../src/lm/files/load-model.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { diskFolder } from '../../src/lm/files/node-files.ts';
import { DevicePolicies } from '../../src/policy/device-policies.ts';
import type { EnvironmentMeasure } from '../../src/pretraining/measure-model.ts';
import { measureModel } from '../../src/pretraining/pretrain.ts';
import { CHECKPOINT, EIGHT_LETTERS, tinyWorld, turned } from '../../src/pretraining/testing/nearly-trained.ts';
import type { WarmUpRecipe } from '../../src/pretraining/warm-up.ts';
import { pickedFolder } from '../../src/store/models/model-record.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import { type MakingProgress, type PreparationRequest, pretrainingJobs, type UnfinishedStates } from './pretraining.ts';
import { loadModel } from '../../src/lm/testing/load-model.ts';

/** Returns a job context that records the progress and cancels the job when `until` returns true. */
function following(until: (progress: MakingProgress) => boolean = () => false) {
  const controller = new AbortController();
  const seen: MakingProgress[] = [];
  const report = (progress: MakingProgress) => {
    seen.push(progress);
    if (until(progress)) controller.abort();
  };
  return { seen, context: { signal: controller.signal, report } };
}

function jobsOf(folder = (model: string): ModelFiles => diskFolder(`models/${model}`)) {
  const kept = new Map<string, { step: number }>();
  const states: UnfinishedStates = {
    get: async <State>(recipe: string) => kept.get(recipe) as State | undefined,
    put: async (recipe, state) => void kept.set(recipe, structuredClone(state)),
    delete: async (recipe) => void kept.delete(recipe),
  };
  return { kept, jobs: pretrainingJobs({ openDevice: () => openNodeDevice(), states, folder }) };
}

it('stops after a step, stores the state, and continues from it', async () => {
  const { kept, jobs } = jobsOf();
  const request = { family: tinyWorld, size: 'small', seed: 1 } as const;
  for (const least of [1, 3]) {
    const { seen, context } = following(({ step }) => step >= least);
    const made = jobs['pretrain-model']({ request, role: 'environment' }, context);
    await expect(made).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen[0]).toMatchObject({ step: 0, loss: null });
    const [state] = kept.values();
    expect(state.step).toBe(seen.at(-1)!.step);
    expect(state.step).toBeGreaterThanOrEqual(least);
  }
  expect(kept.size).toBe(1);
});

it('prepares a checkpoint for the user’s own tasks across a stop, and its folder computes the same', async () => {
  const checkpoint = diskFolder(CHECKPOINT);
  const { kept, jobs } = jobsOf(() => checkpoint);
  const request: PreparationRequest = {
    ...{ model: 'stored:two', role: 'environment', prior: 'uniform', seed: 1, learningRate: 1e-2 },
    // The checkpoint writes two letters. These tasks have three, so few of its texts are valid before training.
    families: [
      turned(
        EIGHT_LETTERS.flatMap(([a, b]) => Array.from('efgh', (c) => [a, b, c])),
        'text',
      ),
    ],
  };
  const { seen, context } = following(({ step }) => step >= 2);
  await expect(jobs['prepare-checkpoint'](request, context)).rejects.toMatchObject({ name: 'AbortError' });
  expect((seen.at(-1)!.measured!.measure as EnvironmentMeasure).valid).toBeLessThan(0.5);
  const [before] = structuredClone([...kept.values()]);
  const resumed = following();
  const made = await jobs['prepare-checkpoint'](request, resumed.context);
  expect(kept.size).toBe(0);

  const folder = pickedFolder(made.name, made.files);
  const { weightsHash, tokenizer } = await loadModel(folder);
  const card = new TextDecoder().decode(await folder.read('README.md'));
  const { recipe, step, measured } = JSON.parse(/```json\n([\s\S]*)```/.exec(card)![1]) as {
    recipe: WarmUpRecipe;
    step: number;
    measured: EnvironmentMeasure;
  };
  expect(card).toContain(weightsHash);
  expect(recipe.checkpoint).toBe((await loadModel(checkpoint)).weightsHash);
  expect(step).toBeGreaterThan(before.step);
  expect(measured.valid).toBeGreaterThanOrEqual(0.8);
  // Training ended at the first measurement with enough valid tasks.
  const earlier = resumed.seen.filter((progress) => progress.measured && progress.step < step);
  for (const progress of earlier) expect((progress.measured!.measure as EnvironmentMeasure).valid).toBeLessThan(0.8);
  // The adapter is merged into the weights, so they write as many valid tasks as the adapter did, up to rounding.
  const device = await openNodeDevice();
  const policy = await new DevicePolicies(device).openSampler(made.name, () => openModel(folder));
  const again = await measureModel(recipe, policy, tokenizer, { texts: measured.texts });
  expect((again.measure as EnvironmentMeasure).valid).toBeCloseTo(measured.valid, 1);
  device.destroy();
});

it('prepares no checkpoint without a chat template', async () => {
  const request = { role: 'agent', families: ['additions'], prior: 'hard', seed: 1, learningRate: 5e-4 } as const;
  const { jobs } = jobsOf();
  const prepared = jobs['prepare-checkpoint']({ ...request, model: 'discovery-agent' }, following().context);
  await expect(prepared).rejects.toMatchObject({
    code: 'no-chat-template',
  });
});
