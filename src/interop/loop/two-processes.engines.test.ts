/** @file Compares the loop on TRL in two processes with the loop in one. Both must make the same run, up to rounding. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../genenv/log/events.ts';
import { readRun } from '../../runs/testing/read-run.ts';
import { loopFolder, smallLoop, startLoop } from './testing/loop-folder.ts';

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

describe.each(['full', 'lora'] as const)('two processes, training %s', (training) => {
  const folders: string[] = [];
  const logs: RunEvent[][] = [];

  beforeAll(async () => {
    for (const processes of [1, 2]) {
      const folder = loopFolder(smallLoop({ epochs: 2, training }));
      folders.push(folder);
      const { code, errors } = await startLoop(folder, processes).ended;
      if (code !== 0) throw new Error(errors);
      const { events } = await readRun(readFileSync(join(folder, 'run.jsonl')), 'run.jsonl', { damaged: 'refuse' });
      logs.push(events);
    }
  }, 900_000);

  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  it('write, roll out, score and filter as one does', () => {
    const [one, two] = logs.map((events) =>
      events.flatMap((event): unknown[] => {
        if (event.type === 'tasks-written') return [event.texts.map(({ text, used }) => [text, used])];
        if (event.type === 'rolled-out') return [event.rollouts.map(({ task, rollout, ids }) => [task, rollout, ids])];
        return event.type === 'scored' || event.type === 'filtered' ? [event] : [];
      }),
    );
    expect(one).toHaveLength(8);
    expect(two).toEqual(one);
  });

  it('learn as one does, up to the order of sums', () => {
    for (const type of ['agent-updated', 'environment-updated'] as const) {
      const [one, two] = logs.map((events) =>
        events.flatMap((event) => (event.type === type ? (event as Of<typeof type>).steps : [])),
      );
      expect(one.length).toBeGreaterThan(0);
      expect(two).toHaveLength(one.length);
      one.forEach(({ loss, gradNorm, klPerToken, tokens }, i) => {
        expect(two[i].tokens).toBe(tokens);
        expect(two[i].loss).toBeCloseTo(loss, 4);
        expect(two[i].klPerToken).toBeCloseTo(klPerToken, 4);
        expect(two[i].gradNorm / gradNorm).toBeCloseTo(1, 3);
      });
    }
  });
});
