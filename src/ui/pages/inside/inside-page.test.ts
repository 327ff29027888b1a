/** @file The page Inside's questions and their answers, without a run. */
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import type { MachineService } from '../../../../workers/coordinator/contract.ts';
import { InsidePage } from './inside-page.svelte.ts';

const anatomy = { layers: 2, heads: 4, weights: [] };

function machine(answers: Partial<MachineService> = {}): MachineService {
  return {
    plan: async () => null,
    kernels: async () => ({ agent: [], environment: [] }),
    timeKernels: async () => true,
    anatomies: async () => ({ agent: anatomy, environment: anatomy }),
    attention: () => Promise.reject(new Error('Nothing to attend to.')),
    weight: () => Promise.reject(new Error('No weight.')),
    ...answers,
  };
}

beforeAll(loadErrorSentences);

it('reads what ran, and asks for the inside only where a run is open', async () => {
  const page = new InsidePage(machine());
  await page.refresh();
  expect(page.anatomies).toEqual({ agent: anatomy, environment: anatomy });
  const anatomies = vi.fn();
  const closed = new InsidePage(machine({ kernels: async () => null, anatomies }));
  await closed.refresh();
  expect([closed.kernels, closed.anatomies]).toEqual([null, null]);
  expect(anatomies).not.toHaveBeenCalled();
});

it('times kernels where there is a clock, and says so where there is none', async () => {
  const page = new InsidePage(machine());
  await page.time(true);
  expect([page.timing, page.noClock]).toEqual([true, false]);
  await page.time(false);
  expect(page.timing).toBe(false);
  const blind = new InsidePage(machine({ timeKernels: async () => false }));
  await blind.time(true);
  expect([blind.timing, blind.noClock]).toEqual([false, true]);
});

it('keeps what it shows where a question fails', async () => {
  const page = new InsidePage(machine());
  await page.refresh();
  await page.showWeight('agent', 'model.norm.weight');
  expect(page.problem?.cause).toBe('No weight.');
  expect(page.weight).toBeUndefined();
  expect(page.kernels).not.toBeNull();
  expect(page.busy).toBe(false);
});
