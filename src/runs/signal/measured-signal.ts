/**
 * @file The measurement of Proposition 1 with its provenance, a few tasks at a time, so that the caller can stop between
 * two slices. All slices together are the same points as one measurement of all tasks.
 */
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import type { Learner } from '../../policy/policy.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';
import { type Family, promptForm } from '../../tasks/family.ts';
import { measureGradientSignal, type SignalPoint } from './gradient-signal.ts';

export interface SignalQuestion {
  tasksPerLevel: number;
  rollouts: number;
  /** The range of the tasks: from the first (0) on, so many. */
  start: number;
  count: number;
}

export interface Measured {
  points: readonly SignalPoint[];
  /** The model, the epoch, the settings and the seed, as plain data. */
  provenance: Record<string, unknown>;
}

export interface SignalSlice extends Measured {
  /** All tasks, of which these points are a part. */
  tasks: number;
}

export interface SignalModel {
  agent: Learner;
  tokenizer: TextTokenizer;
  families: readonly Family[];
  settings: Settings;
  /** The epoch whose weights these are. */
  epoch: number;
}

export async function measureSignalSlice(
  { agent, tokenizer, families, settings, epoch }: SignalModel,
  { tasksPerLevel, rollouts, start, count }: SignalQuestion,
): Promise<SignalSlice> {
  const tasks = evaluationTasksOf(families, { ...settings, evalTasks: tasksPerLevel }, promptForm(tokenizer.chat));
  const points = await measureGradientSignal({
    agent,
    tokenizer,
    tasks: tasks.slice(start, start + count),
    rollouts,
    settings,
    epoch,
  });
  const { name, weightsHash, runtime } = await agent.describe();
  const { seed, agentTemperature, evalSplit } = settings;
  return {
    points,
    tasks: tasks.length,
    provenance: {
      agent: { name, startedFrom: weightsHash, runtime },
      epoch,
      families: families.map((family) => family.name),
      settings: { seed, agentTemperature, evalSplit, tasksPerLevel },
      rollouts,
    },
  };
}

export const joinedSlices = (slices: readonly [SignalSlice, ...SignalSlice[]]): Measured => ({
  points: slices.flatMap(({ points }) => points),
  provenance: slices[0].provenance,
});
