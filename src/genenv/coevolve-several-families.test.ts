/** @file One loop over several families, some of them dialogues. */
import { describe, expect, it } from 'vitest';
import { familiesByName } from '../tasks/registry.ts';
import { ofType, tableLoop } from './testing/table-loop.ts';

const SUBSETS = [
  ['household', 'stateful-calls'],
  ['household-game', 'multi-hop'],
  ['function-calling', 'travel', 'stateful-calls', 'household-game', 'multi-hop'],
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
  it('go round the loop: tasks of every family are written and attempted, in the same way every time', async () => {
    const loop = await loopOver(names);
    const events = await loop();
    const written = ofType(events, 'tasks-written');
    const attempted = ofType(events, 'rolled-out').flatMap(({ rollouts }, epoch) =>
      rollouts.map(({ task }) => written[epoch].texts[task].family),
    );
    expect([...new Set(attempted)].sort()).toEqual([...names].sort());
    expect(await loop()).toEqual(events);
  });
});
