/**
 * @file The four parts of a checkpoint, each of which is a file wherever checkpoints are files. What a stored one must be is
 * written down beside it: its epoch, and a SHA-256 of each part. So damaged parts, those of another epoch and those of
 * the other model are told apart from the right ones.
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

/** The checkpoint of an epoch, made of its parts. */
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
  /** By name of the part; hexadecimal. */
  sha256: Readonly<Record<string, string>>;
}

export async function hashCheckpoint(checkpoint: Checkpoint): Promise<CheckpointHashes> {
  const hashes = partsOf(checkpoint).map(async ({ name, bytes }) => [name, await sha256(bytes)] as const);
  return { epoch: checkpoint.epoch, sha256: Object.fromEntries(await Promise.all(hashes)) };
}

/** For weights that are not those which were stored. `why` is a sentence. */
export const damagedCheckpoint = (run: string, epoch: number, why: string): CodedError =>
  new CodedError('checkpoint-damaged', { run, epoch, why });

/** @throws CodedError `checkpoint-damaged` where it is not what was stored, byte by byte */
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
  if (!wrong) return;
  const real = partNames.find((name) => expected.sha256[name] === found.sha256[wrong]);
  throw damagedCheckpoint(
    run,
    epoch,
    real ? `in place of ${wrong} stands ${real}.` : `${wrong} is not what was stored.`,
  );
}
