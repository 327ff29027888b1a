import { expect, it } from 'vitest';
import type { RunEvent } from '../src/genenv/events.ts';
import { countWordings } from './count-wordings.ts';

/** What the fold reads of an epoch: texts with whether they are used, and the turns of attempts at them. */
const epochOf = (epoch: number, texts: [string, boolean][], attempts: [number, string[]][]) =>
  [
    { type: 'tasks-written', epoch, texts: texts.map(([text, used], index) => ({ index, text, used })) },
    { type: 'rolled-out', epoch, rollouts: attempts.map(([task, turns]) => ({ task, turns })) },
  ] as unknown as RunEvent[];

const TWO_HOPS = 'eve guide mentor dan rival bob ride drives red car boss amy';
const ONE_HOP = 'bob foe rival kim friend amy';

async function* run() {
  yield epochOf(
    1,
    [
      [TWO_HOPS, true],
      [ONE_HOP, false],
    ],
    [
      [0, ['guide mentor', 'ride drives', 'red car']],
      [0, ['guide mentor', 'ride boss', 'amy']],
      // After a wrong search the next one tells nothing, right or wrong.
      [0, ['guide rival', 'ride drives', 'nothing']],
      // No search, or another wording.
      [0, []],
      [0, ['mate mentor']],
    ],
  );
  yield epochOf(2, [[ONE_HOP, true]], [[0, ['foe friend', 'amy']]]);
  yield epochOf(3, [[ONE_HOP, true]], [[0, ['foe rival', 'kim']]]);
}

it('counts what is asked, searched and understood, in blocks of epochs', async () => {
  const blocks = await countWordings(run(), 2);
  expect(blocks.map((block) => block.get('guide'))).toEqual([
    { asked: 1, searches: 3, right: 2 },
    { asked: 0, searches: 0, right: 0 },
  ]);
  expect(blocks.map((block) => block.get('ride'))).toEqual([
    { asked: 1, searches: 2, right: 1 },
    { asked: 0, searches: 0, right: 0 },
  ]);
  expect(blocks.map((block) => block.get('foe'))).toEqual([
    { asked: 1, searches: 1, right: 0 },
    { asked: 1, searches: 1, right: 1 },
  ]);
});
