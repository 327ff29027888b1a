/** @file The mixture of an epoch's tasks: base data, what is drawn from D_train (history.ts), and new tasks. */
import type { Settings } from '../../settings/settings.ts';

/** The number of tasks of an epoch that are base data. */
export const baseTaskCount = ({ tasksPerEpoch, baseShare }: Pick<Settings, 'tasksPerEpoch' | 'baseShare'>): number =>
  Math.min(tasksPerEpoch, Math.round(baseShare * tasksPerEpoch));

/** The number of tasks from base data, and of new ones from the source that the arm names: all that are left. */
export function mixture({
  settings,
  history,
}: {
  settings: Pick<Settings, 'tasksPerEpoch' | 'baseShare'>;
  history: { readonly length: number };
}): { base: number; fresh: number } {
  const base = baseTaskCount(settings);
  return { base, fresh: Math.max(0, settings.tasksPerEpoch - base - history.length) };
}
