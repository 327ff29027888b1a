import { describe, expect, it } from 'vitest';
import { SEPARATOR } from '../tasks/family.ts';
import { familiesByName } from '../tasks/registry.ts';
import { coevolve } from './coevolve.ts';
import type { EpochEnded, RolledOut, RunEvent, RunStarted, TasksWritten } from './events.ts';
import { emptyPools } from './pools.ts';
import { parseSettings } from './settings/settings.ts';
import { ofType } from './testing/table-loop.ts';
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
    evalEvery: 2,
    evalTasks: 1,
    evalSamples: 2,
    agentLearningRate: 0.05,
    environmentLearningRate: 0.05,
  });
  const loop = async () => {
    const events: RunEvent[] = [];
    for await (const event of coevolve(settings, players(), emptyPools(), { families, tokenizer })) events.push(event);
    return events;
  };
  return { families, tokenizer, loop };
}

describe.each(SUBSETS.map((names) => [names.join(' + '), names] as const))('%s', (_, names) => {
  it('go round the loop: every family is written, attempted in turns and evaluated by level', async () => {
    const { families, tokenizer, loop } = await run(names);
    const events = await loop();
    const [started] = ofType(events, 'run-started') as [RunStarted];
    const ended = ofType(events, 'epoch-ended').at(-1) as EpochEnded;
    for (const { name, levels } of families) {
      expect(started.heldOut!.byLevel[name]).toHaveLength(levels);
      expect(ended.heldOut!.byLevel[name]).toHaveLength(levels);
    }
    const separator = tokenizer.encode(SEPARATOR)[0];
    const attempted = new Set<string>();
    for (const [epoch, rolledOut] of (ofType(events, 'rolled-out') as RolledOut[]).entries()) {
      const { texts } = ofType(events, 'tasks-written')[epoch] as TasksWritten;
      for (const { task } of rolledOut.rollouts) attempted.add(texts[task].family);
      for (const { task, turns, observations, ids, mask, logprobs } of rolledOut.rollouts) {
        const family = families.find(({ name }) => name === texts[task].family)!;
        expect(turns.length).toBeLessThanOrEqual(family.maxTurns);
        if (family.maxTurns === 1) expect(observations).toEqual([]);
        // What the simulator said carries no loss, and ends where the agent is to go on.
        expect([mask.length, logprobs.length]).toEqual([ids.length, ids.length]);
        const said = mask.filter((own) => own === 0).length;
        expect(said).toBe(observations.reduce((sum, text) => sum + tokenizer.encode(text).length + 1, 0));
        ids.forEach((id, i) => {
          if (mask[i] === 0 && mask[i + 1] === 1) expect(id).toBe(separator);
        });
      }
    }
    expect([...attempted].sort()).toEqual([...names].sort());
    expect(await loop()).toEqual(events);
  });
});
