/**
 * @file A process of the job `epoch`: a headless run of one revision of the program, an epoch at each message. It answers
 * with the processor time that the epoch took, all threads of the process, and the hash of its rollouts.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '../src/genenv/settings/settings.ts';

export interface EpochTurn {
  /** Processor time, ms. */
  processor: number;
  /** SHA-256 of the event `rolled-out`: revisions that compute the same have the same. */
  rollouts: string;
}

const [root] = process.argv.slice(2);
const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, path)).href) as Promise<Module>;
const { openNodeDevice } = await load<typeof import('../src/tensor/node.ts')>('src/tensor/node.ts');
const { presetSettings } = await load<typeof import('../src/genenv/settings/presets.ts')>(
  'src/genenv/settings/presets.ts',
);
const { parseSettings } = await load<typeof import('../src/genenv/settings/settings.ts')>(
  'src/genenv/settings/settings.ts',
);
const { DeviceModels, openHeadlessRun } =
  await load<typeof import('../src/runs/run-headless.ts')>('src/runs/run-headless.ts');

const folder = await mkdtemp(join(tmpdir(), 'genenv-epochs-'));
const out = join(folder, 'run.jsonl');
// Neither revision comes to an evaluation.
const chosen: Partial<Settings> = { epochs: 1000, evalEvery: 1000, evalTasks: 1, evalSamples: 1, seed: 5 };
const { session } = await openHeadlessRun({
  settings: parseSettings({ ...presetSettings('discovery'), ...chosen }),
  out,
  host: new DeviceModels(await openNodeDevice(), join(root, 'models')),
});

async function epoch(): Promise<EpochTurn> {
  const rollouts = createHash('sha256');
  const before = process.cpuUsage();
  for (let event = await session.next(); event?.type !== 'epoch-ended'; event = await session.next())
    if (event?.type === 'rolled-out') rollouts.update(JSON.stringify(event));
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1000, rollouts: rollouts.digest('hex') };
}

process.on('message', () => void epoch().then((turn) => process.send!(turn)));
process.on('disconnect', () => {
  void session
    .dispose()
    .then(() => rm(folder, { recursive: true }))
    .then(() => process.exit());
});
process.send!('ready');
