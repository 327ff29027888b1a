/**
 * @file Checks with language models on WebGPU that the same seed on the same adapter gives the same log.
 */
import { afterAll, beforeAll, it } from 'vitest';
import { smallSettings } from '../genenv/testing/small-settings.ts';
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
  runs = await gpuRuns(settings);
});
afterAll(() => runs?.dispose());

it('gives the same log, bit for bit', async () => {
  await runs.expectOneLog();
});
