/** @file Where the models of runs come from and what runs them: worker threads in the page, Dawn in Node. */
import type { ModelFiles } from '../lm/model-files.ts';
import type { Policy } from '../policy/policy.ts';
import type { ModelChoice } from './model-choices.ts';
import type { PlannedMachine } from './plan/plan-run.ts';

export interface ModelHost {
  folder(model: string): ModelFiles;
  open(choice: ModelChoice): Promise<Policy>;
  /** What runs are to fit; null or absent where it is not known, or there is no adapter. */
  machine?(): Promise<PlannedMachine | null>;
}
