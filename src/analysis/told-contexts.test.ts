import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { toldContexts } from './told-contexts.ts';

const heldOut = (success: number) => ({ heldOut: { success } });

const text = (context: string, seed: string, rest: string, verdict = 'valid') => ({
  family: 'household',
  context,
  seed,
  text: `${seed} & ${rest}`,
  verdict,
  written: {},
});

const epoch = (n: number, k: number, more: object = { heldOut: null }) => ({
  type: 'epoch-ended',
  epoch: n,
  success: { k, n: 10 },
  ...more,
});

async function* log() {
  yield { type: 'run-started', ...heldOut(0.1) };
  yield {
    type: 'tasks-written',
    texts: [
      // Sink is told: of four needs after the seeds three are of it, the other is of one of five skills.
      text('<household> <b2> <l3> <weak> sink clean mug', 'clean mug', 'clean pot & clean pen'),
      text('<household> <b2> <l3> <weak> sink heat mug', 'heat mug', 'clean pot & dry pen'),
      // Nothing is told, or nothing is a task.
      text('<household> <b2> dry mug', 'dry mug', 'dry pot'),
      text('<household> <b2> <weak> sink dry mug', 'dry mug', 'dry mug', 'unparseable'),
    ],
  };
  yield epoch(1, 3);
  yield epoch(2, 4, heldOut(0.3));
  yield epoch(3, 6);
  yield epoch(4, 7, heldOut(0.7));
}

it('is read from a log: area, epochs near ½, and how often weak skills are written', async () => {
  const came = await toldContexts(log() as unknown as AsyncIterable<RunEvent>);
  expect(came.heldOut).toBe(0.7);
  expect(came.area).toBeCloseTo((2 * 0.2 + 2 * 0.5) / 4, 12);
  expect(came.nearHalf).toBe(0.5);
  expect(came.weakRatio).toBeCloseTo(3 / 4 / (1 / 4 / 5), 12);
});
