/**
 * @file The same seed on the same adapter, with real language models on WebGPU: one log, whether the run is run
 * through, killed in the middle of an epoch, or on a device of its own.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallSettings } from '../genenv/testing/small-settings.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { type GpuRuns, gpuRuns } from './testing/gpu-runs.ts';

// Every task passes the filter and every group is in the loss, so that both models learn in every epoch.
const settings = smallSettings({
  kMin: 1,
  groupsInLoss: 'all',
  agentModel: 'agent',
  environmentModel: 'environment',
});
let runs: GpuRuns;

beforeAll(async () => {
  const models = (['agent', 'environment'] as const).map((role) => ({ name: role, role }));
  runs = await gpuRuns(models, settings);
});
afterAll(() => runs?.dispose());

it('gives the same log, bit for bit', async () => {
  await runs.expectOneLog();
});

it('tells which kernels ran for each model, both losses among them', async () => {
  const own = await openNodeDevice();
  const { session } = await runs.open('kernels.jsonl', {}, own);
  while (await session.next());
  const { agent, environment } = await session.kernels();
  expect(agent).toEqual(own.kernels());
  expect(environment).toEqual(agent);
  const names = agent.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['sample', 'map GRPO token loss', 'map RWR loss', 'adamw']));
  expect(agent.find(({ name }) => name === 'map RWR loss')?.wgsl).toContain('regression + klWeight * penalty');
  await session.dispose();
  own.destroy();
});
