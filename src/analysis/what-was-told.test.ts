/** @file What a log says was told is what the environment read: on runs of the real loop, of two families. */
import { expect, it } from 'vitest';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { SUCCESS_BUCKETS } from '../tasks/family.ts';
import { wordsOf } from '../tasks/text.ts';
import { viewRun } from './run-view.ts';
import { whatWasTold } from './what-was-told.ts';

const told = (context: string) => {
  const words = wordsOf(context);
  const tag = (kind: string) =>
    words.flatMap((word) => new RegExp(`^<${kind}(\\d+)>$`).exec(word)?.[1] ?? []).map(Number);
  return { bucket: tag('b')[0], level: tag('l'), weak: words.filter((_, i) => words[i - 1] === '<weak>') };
};

it.each<Partial<Settings>>([{}, { conditioning: false }, { toldOfAgent: 'skills' }])(
  'is what contexts say: %o',
  async (changes) => {
    const log = await recordRun(tableSettings({ epochs: 4, ...changes }));
    const view = viewRun(log);
    const found = whatWasTold(view);
    expect([...found.keys()]).toEqual([1, 2, 3, 4]);
    let levels = 0;
    for (const { epoch, 'tasks-written': written } of view.epochs) {
      const contexts = [...new Map(written!.texts.map(({ batch, context }) => [batch, context])).values()].map(told);
      const [one] = found.get(epoch)!;
      expect(one).toMatchObject({ family: 'household', contexts: contexts.length });
      const buckets = contexts.map(({ bucket }) => bucket);
      const fifth = (success: number) => Math.min(SUCCESS_BUCKETS - 1, Math.floor(success * SUCCESS_BUCKETS));
      expect([one.success.least, one.success.most].map(fifth)).toEqual([Math.min(...buckets), Math.max(...buckets)]);
      const own = contexts.flatMap(({ level }) => level);
      levels += own.length;
      expect(one.level && [one.level.least, one.level.most]).toEqual(
        own.length ? [Math.min(...own), Math.max(...own)] : null,
      );
      for (const { skill, contexts: times } of one.weak)
        expect(contexts.filter(({ weak }) => weak.includes(skill)).length).toBe(times);
      expect(one.weak.reduce((sum, { contexts: times }) => sum + times, 0)).toBe(
        contexts.reduce((sum, { weak }) => sum + weak.length, 0),
      );
    }
    expect(levels > 0).toBe((changes.toldOfAgent ?? 'success') !== 'success');
  },
);

it('follows from outlines', async () => {
  const log = await recordRun(tableSettings({ epochs: 3, toldOfAgent: 'skills' }));
  const [whole, outlines] = [log, log.map(outlineEvent)].map((events) => whatWasTold(viewRun(events)));
  expect([...outlines.keys()]).toEqual([...whole.keys()]);
  for (const [epoch, [one]] of outlines) expect(one.success.mean).toBeCloseTo(whole.get(epoch)![0].success.mean, 1);
});
