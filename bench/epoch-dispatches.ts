/**
 * @file The job `dispatches`: what an epoch of `discovery` asks of the adapter, by stage: dispatches, submits and readbacks,
 * and the dispatches of each kernel. Means over a few epochs of a headless run without evaluations.
 *
 * With `--as-graphics-processor` the kernels and the intervals are those that a graphics processor gets, whatever computes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { presetSettings } from '../src/genenv/settings/presets.ts';
import { parseSettings } from '../src/genenv/settings/settings.ts';
import { DeviceModels, openHeadlessRun } from '../src/runs/run-headless.ts';
import { openNodeDevice } from '../src/tensor/node.ts';
import { profiles } from '../src/tensor/profile.ts';

const { asGraphicsProcessor, epochs: EPOCHS } = new Command('dispatches')
  .option('--as-graphics-processor', 'the kernels and intervals of one', false)
  .option('--epochs <n>', 'how many', Number, 20)
  .parse()
  .opts<{ asGraphicsProcessor: boolean; epochs: number }>();

const device = await openNodeDevice(asGraphicsProcessor ? { profile: profiles.tiled } : {});
const folder = await mkdtemp(join(tmpdir(), 'genenv-dispatches-'));
const chosen = { epochs: 1000, evalEvery: 1000, evalTasks: 1, evalSamples: 1, seed: 5 };
const { session } = await openHeadlessRun({
  settings: parseSettings({ ...presetSettings('discovery'), ...chosen }),
  out: join(folder, 'run.jsonl'),
  host: new DeviceModels(device, fileURLToPath(new URL('../models', import.meta.url))),
});

let [submits, readbacks] = [0, 0];
const submit = GPUQueue.prototype.submit;
GPUQueue.prototype.submit = function (commands) {
  submits++;
  return submit.call(this, commands);
};
const mapAsync = GPUBuffer.prototype.mapAsync;
GPUBuffer.prototype.mapAsync = function (...args) {
  readbacks++;
  return mapAsync.apply(this, args);
};

/** The dispatches of each kernel so far. */
const dispatchesByKernel = () => {
  const counts = new Map<string, number>();
  for (const { name, dispatches } of device.kernels()) counts.set(name, (counts.get(name) ?? 0) + dispatches);
  return counts;
};

interface Asked {
  dispatches: number;
  submits: number;
  readbacks: number;
  kernels: Map<string, number>;
}

const stages = new Map<string, Asked>();
for (let epoch = 0; epoch < EPOCHS;) {
  const before = { submits, readbacks, kernels: dispatchesByKernel() };
  const event = await session.next();
  // The first epoch ends a beginning that no other has.
  if (!event || event.type === 'run-started') continue;
  if (event.type === 'epoch-ended') epoch++;
  const stage = stages.get(event.type) ?? {
    dispatches: 0,
    submits: 0,
    readbacks: 0,
    kernels: new Map<string, number>(),
  };
  stages.set(event.type, stage);
  stage.submits += submits - before.submits;
  stage.readbacks += readbacks - before.readbacks;
  for (const [name, count] of dispatchesByKernel()) {
    const more = count - (before.kernels.get(name) ?? 0);
    stage.dispatches += more;
    if (more > 0) stage.kernels.set(name, (stage.kernels.get(name) ?? 0) + more);
  }
}
await session.dispose();
await rm(folder, { recursive: true });
device.destroy();

const mean = (count: number) => (count / EPOCHS).toFixed(1);
const total = (part: 'dispatches' | 'submits' | 'readbacks') =>
  mean([...stages.values()].reduce((sum, stage) => sum + stage[part], 0));
console.log(`Means of ${EPOCHS} epochs of discovery, without evaluations:\n`);
console.log('| stage | dispatches | submits | readbacks |\n|---|---|---|---|');
for (const [name, { dispatches, submits, readbacks }] of stages)
  if (dispatches + submits + readbacks > 0)
    console.log(`| ${name} | ${mean(dispatches)} | ${mean(submits)} | ${mean(readbacks)} |`);
console.log(`| **epoch** | ${total('dispatches')} | ${total('submits')} | ${total('readbacks')} |`);
for (const [name, { kernels }] of stages) {
  if (kernels.size === 0) continue;
  console.log(
    `\n${name}: ` +
      [...kernels]
        .sort((a, b) => b[1] - a[1])
        .map(([kernel, count]) => `${kernel} ${mean(count)}`)
        .join(', '),
  );
}
