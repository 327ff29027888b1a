/**
 * @file The arms of the experiments as data: where an epoch's new tasks come from, and who learns. All share one loop.
 */
import type { TaskSource } from './events.ts';
import type { Arm } from './settings.ts';

export interface ArmPlan {
  /** Where new tasks come from: written in each epoch, or drawn from a fixed set. */
  tasks: Exclude<TaskSource, 'replay'>;
  environmentLearns: boolean;
}

export const arms: Readonly<Record<Arm, ArmPlan>> = {
  genenv: { tasks: 'environment', environmentLearns: true },
  random: { tasks: 'environment', environmentLearns: false },
  static: { tasks: 'static', environmentLearns: false },
  offline: { tasks: 'offline', environmentLearns: false },
  'base-data': { tasks: 'base', environmentLearns: false },
};
