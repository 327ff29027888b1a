/** @file The page Inside's questions and their answers, without a run. */
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, expect, it } from 'vitest';
import type { MachineService } from '../../../../workers/run/coordinator.ts';
import { InsidePage } from './inside-page.svelte.ts';

const anatomy = { layers: 2, heads: 4, weights: [] };

function machine(answers: Partial<MachineService> = {}): MachineService {
  return {
    plan: async () => null,
    anatomies: async () => ({ agent: anatomy, environment: anatomy }),
    attention: () => Promise.reject(new Error('Nothing to attend to.')),
    weight: () => Promise.reject(new Error('No weight.')),
    ...answers,
  };
}

beforeAll(loadErrorSentences);

it('reads the parts of the models, of which there are none while no run is open', async () => {
  const page = new InsidePage(machine());
  await page.readAnatomies();
  expect(page.anatomies).toEqual({ agent: anatomy, environment: anatomy });
  const closed = new InsidePage(machine({ anatomies: async () => null }));
  await closed.readAnatomies();
  expect(closed.anatomies).toBeNull();
});

it('keeps what it shows where a question fails', async () => {
  const page = new InsidePage(machine());
  await page.readAnatomies();
  await page.showWeight('agent', 'model.norm.weight');
  expect(page.problem?.cause).toBe('No weight.');
  expect(page.weight).toBeUndefined();
  expect(page.anatomies).not.toBeNull();
  expect(page.busy).toBe(false);
});
