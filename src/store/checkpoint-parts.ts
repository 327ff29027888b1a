/**
 * @file Divides a checkpoint into four parts, which a store may keep as four files. The epoch and a SHA-256 of each
 * part are stored too, to detect parts that are damaged or belong to another epoch or model.
 */
import { sha256 } from '../common/sha-256.ts';
import type { Checkpoint } from './run-store.ts';
import { CodedError } from '../common/coded-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const parts = [
  { name: 'agent.weights', player: 'agent', part: 'weights' },
  { name: 'agent.optimizer', player: 'agent', part: 'optimizer' },
  { name: 'environment.weights', player: 'environment', part: 'weights' },
  { name: 'environment.optimizer', player: 'environment', part: 'optimizer' },
] as const;

export const partNames = parts.map(({ name }) => name);
export const partFile = (name: string): string => `${name}.safetensors`;

export const partsOf = (checkpoint: Checkpoint): { name: string; bytes: Bytes }[] =>
  parts.map(({ name, player, part }) => ({ name, bytes: checkpoint[player][part] }));

export async function checkpointOf(epoch: number, read: (name: string) => Bytes | Promise<Bytes>): Promise<Checkpoint> {
  const [agentWeights, agentOptimizer, environmentWeights, environmentOptimizer] = await Promise.all(
    partNames.map(read),
  );
  return {
    epoch,
    agent: { weights: agentWeights, optimizer: agentOptimizer },
    environment: { weights: environmentWeights, optimizer: environmentOptimizer },
  };
}

export interface CheckpointHashes {
  epoch: number;
  /** Hexadecimal hashes by part name. */
  sha256: Readonly<Record<string, string>>;
}

export async function hashCheckpoint(checkpoint: Checkpoint): Promise<CheckpointHashes> {
  const hashes = partsOf(checkpoint).map(async ({ name, bytes }) => [name, await sha256(bytes)] as const);
  return { epoch: checkpoint.epoch, sha256: Object.fromEntries(await Promise.all(hashes)) };
}

/** Makes the error for a damaged or missing part of a checkpoint. @param why sentence with the reason */
export const damagedCheckpoint = (run: string, epoch: number, why: string): CodedError =>
  new CodedError('checkpoint-damaged', { run, epoch, why });

/** Compares a checkpoint with its stored epoch and hashes. @throws CodedError `checkpoint-damaged` if they differ */
export async function refuseOtherBytes(
  run: string,
  epoch: number,
  checkpoint: Checkpoint,
  expected: CheckpointHashes,
): Promise<void> {
  if (expected.epoch !== epoch || checkpoint.epoch !== epoch)
    throw damagedCheckpoint(run, epoch, `they are those of epoch ${expected.epoch}.`);
  const found = await hashCheckpoint(checkpoint);
  const wrong = partNames.find((name) => found.sha256[name] !== expected.sha256[name]);
  if (wrong) throw damagedCheckpoint(run, epoch, `${wrong} is not what was stored.`);
}
