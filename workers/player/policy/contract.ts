/** @file Declares what a player worker does for a coordinator of runs. */
import type { Role } from '../../../src/runs/model-choices.ts';
import type { Player, PolicyDescription, Training } from '../../../src/policy/policy.ts';

/**
 * A model folder in Hugging Face layout: behind a web address, or its files in memory. `name` is what the settings call
 * it, and what events call it: the same wherever the page is served from.
 */
export type ModelSource = { name: string } & (
  { url: string } | { files: ReadonlyMap<string, Uint8Array<ArrayBuffer>> }
);

/** Models in one worker, on one device that stays: one for each role, adapters over the same model with one base. */
export interface PolicyWorker {
  open(role: Role, model: ModelSource, training: Training): Promise<PolicyDescription>;
  /** The open policies; throws `no-model` if a role has none. A teacher is only sampled from. */
  readonly players: Readonly<Record<Role, Player>>;
}
