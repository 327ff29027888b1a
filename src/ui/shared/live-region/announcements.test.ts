import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcements, CALM } from './announcements.svelte.ts';

describe('announcements', () => {
  let region: Announcements;
  /** Announcements so far, with times in milliseconds. */
  let heard: { at: number; said: string }[];
  const [status, lesson] = [{}, {}];

  /** Advances the clock and checks the region every millisecond, so times are exact to 1 ms. */
  function listen(milliseconds: number) {
    for (let i = 0; i < milliseconds; i++) {
      vi.advanceTimersByTime(1);
      if (region.said !== (heard.at(-1)?.said ?? '')) heard.push({ at: performance.now(), said: region.said });
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    region = new Announcements();
    heard = [];
  });
  afterEach(() => vi.useRealTimers());

  it('are at least five seconds apart, even if several parts speak often', () => {
    for (let epoch = 1; epoch <= 100; epoch++) {
      region.say(status, `Epoch ${epoch}`);
      if (epoch % 7 === 0) region.say(lesson, `Found ${epoch}`);
      listen(300);
    }
    listen(2 * CALM);
    expect(heard.length).toBeGreaterThan(4);
    for (let i = 1; i < heard.length; i++) expect(heard[i].at - heard[i - 1].at).toBeGreaterThanOrEqual(CALM - 1);
    expect(heard.at(-1)!.said).toContain('Epoch 100');
  });

  it('begin at once, and then join the newest sentence of each part', () => {
    region.say(status, 'one');
    listen(1);
    expect(heard.map(({ said }) => said)).toEqual(['one']);
    region.say(status, 'two');
    region.say(lesson, 'found');
    region.say(status, 'three');
    listen(CALM);
    expect(heard.map(({ said }) => said)).toEqual(['one', 'three found']);
  });

  it('omit a repeated sentence, and the sentence of a part that has disappeared', () => {
    region.say(status, 'one');
    listen(1);
    region.say(status, 'two');
    region.say(status, 'one');
    region.say(lesson, 'found');
    region.leave(lesson);
    listen(2 * CALM);
    expect(heard.map(({ said }) => said)).toEqual(['one']);
  });

  it('wait five seconds after an alert', () => {
    region.say(status, 'one');
    listen(4900);
    region.say(status, 'two');
    const alarm = performance.now();
    region.interrupted();
    listen(2 * CALM);
    expect(heard.map(({ said }) => said)).toEqual(['one', 'two']);
    expect(heard[1].at - alarm).toBeGreaterThanOrEqual(CALM - 1);
  });
});
