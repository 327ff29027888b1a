/**
 * @file Tells a run as a story in at most four beats. Tasks are too hard and teach little. Tasks get easier. The agent
 * discovers right answers. Tasks grow harder. The story is a pure function of the log. Beats that the run lacks are
 * left out, and uneventful epochs belong to no beat.
 *
 * Mean level and p̂ of single epochs are noisy, so moving means decide where beats begin and end. The numbers of a beat
 * come from real epochs, and a beat that they contradict is left out.
 */
import type { RunEvent } from '../genenv/log/events.ts';
import { type SuccessCount, successRate } from '../curriculum/environment-reward.ts';
import { meanOrZero } from '../common/mean.ts';
import { type EpochEvents, type FollowedTask, followedTask } from './followed-task.ts';
import { type EpochMetrics, runMetrics } from './metrics.ts';

interface Span {
  from: number;
  to: number;
}

export type Beat = Span &
  (
    | {
        code: 'too-hard';
        /** Number of groups without a right answer. */
        unsolved: number;
        groups: number;
        /** Number of groups whose rewards differ, so that their advantages are not all 0. */
        mixed: number;
        success: SuccessCount;
      }
    | {
        code: 'comes-down';
        /** Mean task level in the run's first epoch, and in the beat's last. */
        levelBefore: number;
        levelAfter: number;
        first: number;
      }
    | {
        code: 'discovers';
        before: SuccessCount;
        after: SuccessCount;
        /** First task of the beat whose answers were all right. Null if there is none. */
        mastered: { epoch: number; task: string; answers: number } | null;
      }
    | {
        code: 'grows';
        levelBefore: number;
        levelAfter: number;
        /** Last held-out success before the beat, and last within the beat. Null if not measured. */
        heldOutBefore: number | null;
        heldOutAfter: number | null;
      }
  );

/** Number of epochs in a moving mean, and in the counts at both ends of a beat. */
const WINDOW = 5;
/** Tasks are too hard if more than this share of the groups has no success. */
const UNSOLVED = 0.75;
/** Minimum change of the mean level in a beat. */
const LEVELS = 1;
/** The fall of the level ends once this share of it has happened. */
const DOWN = 0.9;

/** Returns centred moving means. Windows are shorter at both ends. */
const movingMean = (values: readonly number[]): number[] => {
  const half = (WINDOW - 1) / 2;
  return values.map((_, i) => meanOrZero(values.slice(Math.max(0, i - half), i + half + 1)));
};

const sumOver = (epochs: readonly EpochMetrics[], value: (epoch: EpochMetrics) => number): number =>
  epochs.reduce((sum, epoch) => sum + value(epoch), 0);

const countOf = (epochs: readonly EpochMetrics[]): SuccessCount => ({
  k: sumOver(epochs, ({ success }) => success.k),
  n: sumOver(epochs, ({ success }) => success.n),
});

/** Finds the beats of a run. @param events outlines suffice */
export async function storyBeats(events: readonly RunEvent[], epochEvents: EpochEvents): Promise<Beat[]> {
  const { epochs, heldOut } = runMetrics(events);
  if (epochs.length === 0) return [];
  const levels = movingMean(epochs.map(({ meanLevel }) => meanLevel));
  const rates = movingMean(epochs.map(({ successRate }) => successRate));
  const end = epochs.length;
  const span = (from: number, until: number): Span => ({ from: epochs[from].epoch, to: epochs[until - 1].epoch });

  // The numbers below are indices into `epochs`. Each beat ends before the next begins.
  const solvable = epochs.findIndex(({ unsolvedShare }) => unsolvedShare <= UNSOLVED);
  const hardUntil = solvable < 0 ? end : solvable;
  const lowest = Math.min(...levels);
  const fall = levels[0] - lowest;
  const comesDown = hardUntil < end && fall >= LEVELS;
  const down = comesDown
    ? Math.max(hardUntil + 1, levels.findIndex((level) => level <= levels[0] - DOWN * fall) + 1)
    : hardUntil;
  const lastLow = levels.findLastIndex((level) => level < lowest + LEVELS);
  const growsFrom = Math.max(down, lastLow + 1);
  const grows = lastLow >= 0 && growsFrom < end && epochs[end - 1].meanLevel > epochs[growsFrom].meanLevel;
  const discovered = rates.findIndex((rate, i) => i >= down && rate >= epochs[i].bandLow);
  const discoversUntil = grows ? growsFrom : end;

  const beats: Beat[] = [];
  if (hardUntil > 0) {
    const hard = epochs.slice(0, hardUntil);
    beats.push({
      code: 'too-hard',
      ...span(0, hardUntil),
      unsolved: sumOver(hard, ({ unsolvedShare, attempted }) => Math.round(unsolvedShare * attempted)),
      groups: sumOver(hard, ({ attempted }) => attempted),
      mixed: sumOver(hard, ({ mixedShare, attempted }) => Math.round(mixedShare * attempted)),
      success: countOf(hard),
    });
  }
  if (comesDown)
    beats.push({
      code: 'comes-down',
      ...span(hardUntil, down),
      levelBefore: epochs[0].meanLevel,
      levelAfter: epochs[down - 1].meanLevel,
      first: epochs[0].epoch,
    });
  const inside = epochs.slice(down, discoversUntil);
  const [before, after] = [countOf(inside.slice(0, WINDOW)), countOf(inside.slice(-WINDOW))];
  if (
    discovered >= 0 &&
    discovered < discoversUntil &&
    rates[Math.max(0, down - 1)] < epochs[discovered].bandLow &&
    successRate(after) > successRate(before)
  )
    beats.push({
      code: 'discovers',
      ...span(down, discoversUntil),
      before,
      after,
      mastered: await firstMastered(inside, epochEvents),
    });
  if (grows) {
    const { from, to } = span(growsFrom, end);
    beats.push({
      code: 'grows',
      from,
      to,
      levelBefore: epochs[growsFrom].meanLevel,
      levelAfter: epochs[end - 1].meanLevel,
      heldOutBefore: heldOut.findLast(({ epoch }) => epoch < from)?.success ?? null,
      heldOutAfter: heldOut.findLast(({ epoch }) => epoch >= from && epoch <= to)?.success ?? null,
    });
  }
  return beats;
}

async function firstMastered(
  epochs: readonly EpochMetrics[],
  epochEvents: EpochEvents,
): Promise<Extract<Beat, { code: 'discovers' }>['mastered']> {
  for (const { epoch } of epochs) {
    const events = await epochEvents(epoch);
    const scored = events.find((event) => event.type === 'scored');
    const written = events.find((event) => event.type === 'tasks-written');
    const all = scored?.tasks.find(({ count }) => count.n > 0 && count.k === count.n);
    const text = all && written?.texts.find(({ index }) => index === all.task)?.text;
    if (all && text !== undefined) return { epoch, task: text, answers: all.count.n };
  }
  return null;
}

export interface Story {
  beats: readonly Beat[];
  followed: FollowedTask | null;
}

/** Returns a run's beats and its followed task. @param events outlines suffice */
export const storyOf = async (events: readonly RunEvent[], epochEvents: EpochEvents): Promise<Story> => ({
  beats: await storyBeats(events, epochEvents),
  followed: await followedTask(events, epochEvents),
});
