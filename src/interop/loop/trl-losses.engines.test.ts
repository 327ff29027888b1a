/**
 * @file Compares the losses of TRL and of our engine for the same rollouts and weights. The agent takes two optimizer
 * steps in f32. GENENV_CHECKPOINT and GENENV_FAMILIES can select another model and other families.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { optimizerOf } from '../../genenv/epoch-settings.ts';
import { grpoObjective, maxCompletionLength } from '../../genenv/stages/update-agent.ts';
import { loadTokenizer, openWeights } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { readRun } from '../../runs/testing/read-run.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { loopFolder, MODELS, settingsOf, startLoop } from './testing/loop-folder.ts';

const checkpoint = process.env.GENENV_CHECKPOINT ?? `${MODELS}/english`;
const changes: Partial<Settings> = {
  families: (process.env.GENENV_FAMILIES ?? 'english-calls').split(','),
  agentModel: checkpoint,
  environmentModel: checkpoint,
  // All tasks are easy base data with one call or sum. The agent solves about half of them.
  arm: 'random',
  baseShare: 1,
  baseLevels: 'easy',
  epochs: 1,
  // A larger model gets fewer rollouts: with 135 million weights, a software adapter takes 0.2 s a token on one core.
  ...(process.env.GENENV_CHECKPOINT ? { tasksPerEpoch: 2, groupSize: 4, seed: 3 } : { tasksPerEpoch: 4, groupSize: 6 }),
  minibatches: 1,
  innerEpochs: 2,
  // A small rate keeps probability ratios away from the clip bounds, so that rounding does not decide what is clipped.
  agentLearningRate: 1e-6,
  agentKlWeight: 0.05,
  entropyWeight: 0,
  lossVariant: 'token-mean',
  agentKlEstimator: 'k3',
  dualClip: 0,
  evalEvery: 1,
  evalTasks: 0,
};
const settings = settingsOf(changes);
const families = familiesByName(settings.families);

let folder: string;
let events: RunEvent[];
const only = <Type extends RunEvent['type']>(type: Type) =>
  events.find((event) => event.type === type) as Extract<RunEvent, { type: Type }>;

beforeAll(async () => {
  folder = loopFolder(changes);
  const { code, errors } = await startLoop(folder).ended;
  if (code !== 0) throw new Error(errors);
  ({ events } = await readRun(readFileSync(join(folder, 'run.jsonl')), 'run.jsonl', { damaged: 'refuse' }));
}, 1_800_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('are equal, with their gradients, in the step from the sampled weights and in the one after it', async () => {
  const { texts } = only('tasks-written');
  const scored = only('scored').rollouts;
  const tokenizer = await loadTokenizer(diskFolder(checkpoint));
  const sequences = only('rolled-out').rollouts.map(({ task, ids, logprobs }, i) => ({
    prompt: tokenizer.encode(texts.find(({ index }) => index === task)!.prompt),
    completion: ids,
    oldLogprobs: logprobs,
    advantage: scored[i].advantage,
  }));
  expect(new Set(sequences.map(({ advantage }) => advantage)).size).toBeGreaterThan(1);
  expect(sequences).toHaveLength(settings.tasksPerEpoch * settings.groupSize);
  const device = await openNodeDevice();
  const policy = await LanguageModelPolicy.load(device, await openWeights(diskFolder(checkpoint)));
  const { steps } = only('agent-updated');
  expect(steps).toHaveLength(settings.innerEpochs);
  for (const theirs of steps) {
    const ours = await policy.update({
      sequences,
      objective: grpoObjective(settings, maxCompletionLength(families)),
      optimizer: optimizerOf('agent', settings),
      memory: { gradientCheckpointing: true, microBatchTokens: 256 },
    });
    console.log(JSON.stringify({ ours, theirs }));
    expect(ours.loss).toBeCloseTo(theirs.loss, 4);
    expect(ours.gradNorm / theirs.gradNorm).toBeCloseTo(1, 2);
    expect(ours.meanRatio).toBeCloseTo(theirs.meanRatio!, 3);
  }
  await policy.dispose();
  device.destroy();
}, 1_800_000);
