import { beforeAll, describe, expect, it } from 'vitest';
import { familiesByName } from '../tasks/registry.ts';
import type { RunEvent, TasksWritten } from './log/events.ts';
import { defaultSettings } from './settings/settings.ts';
import { ofType, tableLoop } from './testing/table-loop.ts';

const SUBSETS = [
  ['household', 'stateful-calls'],
  ['function-calling', 'travel-rules', 'stateful-calls', 'household-errands', 'multi-hop-search'],
];

async function loopOver(names: readonly string[]) {
  const families = familiesByName(names);
  const { run } = await tableLoop(families, 'easy');
  return () =>
    run({
      families: families.map(({ name }) => name),
      epochs: 2,
      tasksPerEpoch: 20,
      // A table cannot write a task of every family.
      baseShare: 0.5,
      agentLearningRate: 0.05,
      environmentLearningRate: 0.05,
    });
}

describe.each(SUBSETS.map((names) => [names.join(' + '), names] as const))('%s', (_, names) => {
  let loop: Awaited<ReturnType<typeof loopOver>>;
  let events: RunEvent[];
  let written: TasksWritten[];
  beforeAll(async () => {
    loop = await loopOver(names);
    events = await loop();
    written = ofType(events, 'tasks-written');
  });

  it('go round the loop: tasks of every family are written and attempted, in the same way every time', async () => {
    const attempted = ofType(events, 'rolled-out').flatMap(({ rollouts }, epoch) =>
      rollouts.map(({ task }) => written[epoch].texts[task].family),
    );
    expect([...new Set(attempted)].sort()).toEqual([...names].sort());
    expect(await loop()).toEqual(events);
  });

  it('count success by family, and tell the environment the mean of each', () => {
    const scored = ofType(events, 'scored');
    const decay = defaultSettings.recentSuccessDecay;
    ofType(events, 'epoch-ended').forEach(({ successByFamily, state }, epoch) => {
      for (const name of names) {
        const own = scored[epoch].rollouts.filter(({ task }) => written[epoch].texts[task].family === name);
        const count = { k: own.filter(({ success }) => success).length, n: own.length };
        expect(successByFamily![name]).toEqual(count);
        const past = written[epoch].recentSuccess[name];
        // A family without valid tasks in an epoch keeps its mean.
        const mean = count.n === 0 ? past : decay * past + (1 - decay) * (count.k / count.n);
        expect(state.recentSuccess[name]).toBeCloseTo(mean, 12);
      }
    });
  });
});
