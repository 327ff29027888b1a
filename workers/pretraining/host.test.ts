import { expect, it } from 'vitest';
import type { PretrainingState } from '../../src/pretraining/pretrain.ts';
import { TEMPLATES } from '../../src/tasks/worlds/templates.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import { PairHost } from './host.ts';

it('stops after a step, keeps it, and goes on from it', async () => {
  const kept = new Map<string, PretrainingState>();
  const host = new PairHost(openNodeDevice, {
    get: async (recipe) => kept.get(recipe),
    put: async (recipe, state) => void kept.set(recipe, structuredClone(state)),
    delete: async (recipe) => void kept.delete(recipe),
  });
  const request = { family: TEMPLATES.errands, size: 'small', seed: 1 } as const;
  const PATIENT = { timeout: 60_000 };
  for (const least of [1, 3]) {
    const made = host.make(request, 'environment');
    await expect.poll(async () => (await host.progress())?.step ?? 0, PATIENT).toBeGreaterThanOrEqual(least);
    await host.stop();
    expect(await made).toBeNull();
    expect(await host.progress()).toBeNull();
    const [state] = kept.values();
    expect(state.step).toBeGreaterThanOrEqual(least);
  }
  expect(kept.size).toBe(1);
});
