/**
 * @file The numbers of an epoch, computed from the events of a log in plain arithmetic, from the lowest level that the log
 * has: success rates from single scores, rewards and weights from the formulas of the paper. Nothing of the program's own
 * analysis is used, so that it can be compared with what the page shows.
 */
import type { RunEvent } from '../../genenv/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]) => sum(values) / values.length;

/** The settings before the first event that `stops` holds of. */
function settingsBefore(log: readonly RunEvent[], stops: (event: RunEvent) => boolean): Settings {
  let settings: Settings | undefined;
  for (const event of log) {
    if (stops(event)) break;
    if (event.type === 'run-started') settings = event.settings;
    if (event.type === 'settings-changed') settings = { ...settings!, ...event.changes };
  }
  return settings!;
}

/** Success of every evaluation by level, and its mean, of a run of one family. */
export function evaluations(log: readonly RunEvent[]): { epoch: number; success: number; levels: number[] }[] {
  return log.flatMap((event) => {
    if (event.type !== 'run-started' && event.type !== 'epoch-ended') return [];
    if (!event.heldOut) return [];
    const levels = Object.values(event.heldOut.byLevel).flat();
    return [{ epoch: event.type === 'run-started' ? 0 : event.epoch, success: mean(levels), levels }];
  });
}

/** What is known of a finished epoch. */
export type EpochNumbers = ReturnType<typeof epochNumbers>;

/** @param seen what has happened of the log: evaluations and pools are as they were then */
export function epochNumbers(log: readonly RunEvent[], epoch: number, seen = log) {
  const only = <Type extends RunEvent['type']>(type: Type): EventOf<Type> =>
    log.find((event): event is EventOf<Type> => event.type === type && 'epoch' in event && event.epoch === epoch)!;
  const { texts, recentSuccess } = only('tasks-written');
  const { rollouts } = only('rolled-out');
  const scores = only('scored').rollouts;
  const agent = only('agent-updated');
  const environment = only('environment-updated');
  const pools = only('pools-updated');
  const settings = settingsBefore(log, (event) => event.type === 'filtered' && event.epoch === epoch);
  const { alpha, beta, lambda, kMin } = settings;

  const tasks = texts
    .filter(({ used }) => used)
    .map((text) => {
      const group = scores.filter(({ task }) => task === text.index);
      const k = group.filter(({ success }) => success).length;
      const rate = k / group.length;
      const reward = Math.exp(-beta * (rate - alpha) ** 2);
      // The edge of the band belongs to it, whatever the last bit of a difference is.
      const kept = Math.abs(rate - alpha) <= kMin + 1e-9;
      const rewards = group.map((score) => score.reward);
      const centre = mean(rewards);
      const counted = rewards.length - (settings.advantageScale === 'sample' ? 1 : 0);
      const deviation = Math.sqrt(sum(rewards.map((one) => (one - centre) ** 2)) / counted);
      const scale = settings.advantageScale === 'none' ? 1 : deviation;
      const mixed = rewards.some((one) => one !== rewards[0]);
      const advantages = rewards.map((one) => (mixed ? (one - centre) / scale : 0));
      const weight = kept && text.source === 'environment' ? Math.exp(lambda * reward) : 0;
      return { text, group, k, n: group.length, rate, reward, kept, weight, mixed, advantages };
    });
  const uniform = tasks.filter(({ mixed }) => !mixed);
  const solved = uniform.filter(({ k, n }) => k === n).length;
  const written = texts.filter(({ source }) => source === 'environment');
  const recent = log.flatMap((event) =>
    event.type === 'tasks-written' && event.epoch > epoch - 10 && event.epoch <= epoch
      ? event.texts.filter(({ used }) => used).map(({ text }) => text)
      : [],
  );
  const added = (pool: 'train' | 'environment') =>
    sum(seen.map((event) => (event.type === 'pools-updated' && event.epoch <= epoch ? event[pool].length : 0)));

  return {
    epoch,
    settings,
    klCap: settingsBefore(log, (event) => event.type === 'environment-updated' && event.epoch === epoch).klCap,
    started: log.find((event): event is EventOf<'run-started'> => event.type === 'run-started')!,
    changes: log.flatMap((event) =>
      event.type === 'settings-changed' && event.epoch === epoch ? [event.changes] : [],
    ),
    texts,
    recentSuccess: Object.values(recentSuccess),
    tasks,
    rollouts,
    scores,
    right: scores.filter(({ success }) => success).length,
    reward: mean(scores.map((score) => score.reward)),
    environmentReward: mean(tasks.map((task) => task.reward)),
    level: mean(tasks.map(({ text }) => text.level)),
    written: written.length,
    shareOf: (verdict: string) => mean(written.map((text) => (text.verdict === verdict ? 1 : 0))),
    mixed: tasks.length - uniform.length,
    solved,
    unsolved: uniform.length - solved,
    kept: tasks.filter((task) => task.kept).length,
    own: tasks.filter((task) => task.weight > 0).length,
    agent,
    environment,
    pools,
    trainSize: added('train'),
    environmentSize: added('environment'),
    responseLength: mean(rollouts.map(({ mask }) => sum(mask))),
    // A token of the household's language is a word; in its texts a blank stands between two.
    taskLength: mean(tasks.map(({ text }) => text.text.split(' ').length)),
    // Of ten epochs: different texts, and different goals of the household, verb and object.
    lately: {
      tasks: new Set(recent).size,
      goals: new Set(recent.flatMap((text) => text.split(' & '))).size,
    },
    evaluations: evaluations(seen).filter((one) => one.epoch <= epoch),
  };
}
