/** @file One loop over several families, some of them dialogues. */
import { describe, expect, it } from 'vitest';
import { familiesByName } from '../tasks/registry.ts';
import { coevolve } from './coevolve.ts';
import type { RolledOut, RunEvent, TasksWritten } from './events.ts';
import { emptyPools } from './pools.ts';
import { parseSettings } from './settings/settings.ts';
import { pretrainedTables } from './testing/table-players.ts';

const SUBSETS = [
  ['household', 'stateful-calls'],
  ['household-game', 'multi-hop'],
  ['function-calling', 'travel', 'stateful-calls', 'household-game', 'multi-hop'],
];

async function run(names: readonly string[]) {
  const families = familiesByName(names);
  const { tokenizer, players } = await pretrainedTables(families, 'easy', 60);
  const settings = parseSettings({
    families: families.map(({ name }) => name),
    epochs: 2,
    tasksPerEpoch: 20,
    // A table cannot write a task of every family.
    baseShare: 0.5,
    groupSize: 4,
    evalTasks: 0,
    agentLearningRate: 0.05,
    environmentLearningRate: 0.05,
  });
  const loop = async () => {
    const events: RunEvent[] = [];
    for await (const event of coevolve(settings, players(), emptyPools(), { families, tokenizer })) events.push(event);
    return events;
  };
  return { loop };
}

const ofType = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

describe.each(SUBSETS.map((names) => [names.join(' + '), names] as const))('%s', (_, names) => {
  it('go round the loop: tasks of every family are written and attempted, in the same way every time', async () => {
    const { loop } = await run(names);
    const events = await loop();
    const rolledOut = ofType(events, 'rolled-out') as RolledOut[];
    const written = ofType(events, 'tasks-written') as TasksWritten[];
    const attempted = rolledOut.flatMap(({ rollouts }, epoch) =>
      rollouts.map(({ task }) => written[epoch].texts[task].family),
    );
    expect([...new Set(attempted)].sort()).toEqual([...names].sort());
    expect(await loop()).toEqual(events);
  });
});
