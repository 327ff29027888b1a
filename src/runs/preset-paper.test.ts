/** @file The preset `paper` on the shipped models: it learns. Over ten seconds: D_env begins to grow at epoch 17. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { presetSettings } from '../genenv/settings/presets.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { DeviceModels, openHeadlessRun } from './run-headless.ts';

// On seed 101 D_env began to grow at epoch 17 and had 121 tasks after 29; 30 are enough for this one too.
const settings = { ...presetSettings('paper'), seed: 103, epochs: 30, evalEvery: 30 };

it('keeps tasks for D_env, and held-out success rises', async () => {
  const device = await openNodeDevice();
  const folder = await mkdtemp(join(tmpdir(), 'genenv-paper-'));
  const out = join(folder, 'run.jsonl');
  const { session } = await openHeadlessRun({ settings, out, host: new DeviceModels(device, 'models') });
  while (await session.next());
  await session.dispose();
  device.destroy();
  const events = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
  await rm(folder, { recursive: true });

  const pools = events.filter((event) => event.type === 'pools-updated');
  expect(pools.at(-1)?.environmentSize).toBeGreaterThan(20);
  const successes = events.flatMap((event) =>
    (event.type === 'run-started' || event.type === 'epoch-ended') && event.heldOut ? [event.heldOut.success] : [],
  );
  expect(successes).toHaveLength(2);
  const [before, after] = successes;
  expect(after).toBeGreaterThan(2 * before);
});
