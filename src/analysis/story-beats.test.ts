import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import { type Beat, storyBeats } from './story-beats.ts';
import { example, exampleEpoch, exampleUpTo } from './testing/example-run.ts';

const epochEvents = async (epoch: number) => exampleEpoch(epoch);
const beatsOf = (events: readonly RunEvent[]) => storyBeats(events, epochEvents);
const codes = (beats: readonly Beat[]) => beats.map(({ code }) => code);
const ended = (epoch: number) => {
  const event = example.find((one) => one.type === 'epoch-ended' && one.epoch === epoch);
  if (event?.type !== 'epoch-ended') throw new Error(`no epoch ${epoch}`);
  return event;
};

describe('the recorded run', async () => {
  const beats = await beatsOf(example);

  it('has all four beats, one after the other, over all of its epochs', () => {
    expect(codes(beats)).toEqual(['too-hard', 'comes-down', 'discovers', 'grows']);
    expect(beats[0].from).toBe(1);
    beats.slice(1).forEach((beat, i) => expect(beat.from).toBe(beats[i].to + 1));
    expect(beats.at(-1)!.to).toBe(80);
  });

  it('is told by outlines, of which the epochs are read until a task is found', async () => {
    const read: number[] = [];
    const outlines = example.map(outlineEvent);
    const told = await storyBeats(outlines, (epoch) => {
      read.push(epoch);
      return epochEvents(epoch);
    });
    expect(told).toEqual(beats);
    const discovers = beats.find((beat) => beat.code === 'discovers')!;
    expect(read.at(-1)).toBe(discovers.mastered!.epoch);
    expect(read[0]).toBe(discovers.from);
  });

  it('tells numbers of its events', () => {
    for (const beat of beats)
      switch (beat.code) {
        case 'too-hard': {
          const groups = example.flatMap((event) =>
            event.type === 'agent-updated' && event.epoch <= beat.to ? [event] : [],
          );
          expect(beat.unsolved).toBe(groups.reduce((sum, { unsolvedGroups }) => sum + unsolvedGroups, 0));
          expect(beat.mixed).toBe(groups.reduce((sum, { mixedGroups }) => sum + mixedGroups, 0));
          expect(beat.unsolved / beat.groups).toBeGreaterThan(0.75);
          break;
        }
        case 'comes-down':
          expect([beat.levelBefore, beat.levelAfter]).toEqual([ended(1).meanLevel, ended(beat.to).meanLevel]);
          expect(beat.levelAfter).toBeLessThan(beat.levelBefore - 1);
          break;
        case 'discovers': {
          expect(beat.after.k / beat.after.n).toBeGreaterThan(beat.before.k / beat.before.n);
          const { epoch, task, answers } = beat.mastered!;
          const written = example.find((event) => event.type === 'tasks-written' && event.epoch === epoch);
          const scored = example.find((event) => event.type === 'scored' && event.epoch === epoch);
          if (written?.type !== 'tasks-written' || scored?.type !== 'scored') throw new Error('no such epoch');
          const { index } = written.texts.find(({ text }) => text === task)!;
          expect(scored.tasks.find((entry) => entry.task === index)!.count).toEqual({ k: answers, n: answers });
          break;
        }
        case 'grows':
          expect(beat.levelAfter).toBe(ended(80).meanLevel);
          expect(beat.heldOutAfter).toBe(ended(80).heldOut!.success);
          expect(beat.heldOutBefore).toBe(ended(10 * Math.floor((beat.from - 1) / 10)).heldOut!.success);
      }
  });
});

it('says what its title says, of the run as it was after any epoch', async () => {
  for (let epoch = 1; epoch <= 80; epoch += 4)
    for (const beat of await beatsOf(exampleUpTo(epoch))) {
      if (beat.code === 'comes-down') expect(beat.levelAfter).toBeLessThan(beat.levelBefore);
      if (beat.code === 'grows') expect(beat.levelAfter).toBeGreaterThan(beat.levelBefore);
      if (beat.code === 'discovers') expect(beat.after.k / beat.after.n).toBeGreaterThan(beat.before.k / beat.before.n);
    }
});

describe('a run that lacks beats', () => {
  it('has only those that happened', async () => {
    const [hard, down, discovers] = await beatsOf(example);
    expect(codes(await beatsOf(exampleUpTo(0)))).toEqual([]);
    expect(codes(await beatsOf(exampleUpTo(hard.to)))).toEqual(['too-hard']);
    expect(codes(await beatsOf(exampleUpTo(down.to)))).toEqual(['too-hard', 'comes-down']);
    expect(codes(await beatsOf(exampleUpTo(discovers.to)))).toEqual(['too-hard', 'comes-down', 'discovers']);
  });

  it('tells of no hard beginning if there was none', async () => {
    const { from } = (await beatsOf(example)).at(-1)!;
    const later = example.filter((event) => event.type !== 'run-started' && event.epoch >= from - 10);
    expect(codes(await beatsOf(later))).toEqual(['grows']);
  });
});
