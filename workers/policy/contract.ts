/**
 * @file What crosses between a coordinator of runs and the thread of one model (policy.worker.ts).
 */
import type { Policy, PolicyDescription } from '../../src/policy/policy.ts';

/**
 * A model folder in Hugging Face layout: behind a web address, or its files in memory. `name` is what the settings call
 * it, and what events call it: the same wherever the page is served from.
 */
export type ModelSource = { name: string } & (
  { url: string } | { files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
);

/** One model in one worker. `open` comes first, and again for another model; its GPU device stays. */
export interface PolicyWorker extends Policy {
  open(model: ModelSource): Promise<PolicyDescription>;
}
