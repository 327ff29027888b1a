/**
 * @file What crosses between a coordinator of runs and a thread that runs models (policy.worker.ts).
 */
import type { Role } from '../../src/runs/model-choices.ts';
import type { Player, PolicyDescription } from '../../src/policy/policy.ts';
import type { Training } from '../../src/policy/training.ts';

/**
 * A model folder in Hugging Face layout: behind a web address, or its files in memory. `name` is what the settings call
 * it, and what events call it: the same wherever the page is served from.
 */
export type ModelSource = { name: string } & (
  { url: string } | { files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
);

/** A method of a policy, with its arguments. */
export type PolicyCall = {
  [Method in keyof Player]: [method: Method, ...request: Parameters<Player[Method]>];
}[keyof Player];

/** What the methods of a policy answer. */
export type PolicyAnswer = Awaited<ReturnType<Player[keyof Player]>>;

/** Models in one worker, on one device that stays: one for each role, adapters over the same model with one base. */
export interface PolicyWorker {
  /** Opens a model in the place of the one that the role has. */
  open(role: Role, model: ModelSource, training: Training): Promise<PolicyDescription>;
  /** Calls a method of the role's policy; remote-policy.ts gives the answer its type. */
  ask(role: Role, ...call: PolicyCall): Promise<PolicyAnswer>;
}
