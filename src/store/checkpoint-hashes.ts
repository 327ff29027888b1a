/**
 * @file What a stored checkpoint must be, written down beside it: its epoch, and a SHA-256 of each of its four files by
 * name. So damaged files, those of another epoch and those of the other model are told apart from the right ones.
 */
import { sha256 } from '../common/sha-256.ts';
import type { Checkpoint } from './run-store.ts';
import { CodedError } from '../common/coded-error.ts';

/** The files of a checkpoint. */
export const checkpointParts = [
  { name: 'agent.weights', player: 'agent', part: 'weights' },
  { name: 'agent.optimizer', player: 'agent', part: 'optimizer' },
  { name: 'environment.weights', player: 'environment', part: 'weights' },
  { name: 'environment.optimizer', player: 'environment', part: 'optimizer' },
] as const;

export interface CheckpointHashes {
  epoch: number;
  /** By file name; hexadecimal. */
  sha256: Readonly<Record<string, string>>;
}

export async function hashCheckpoint(checkpoint: Checkpoint): Promise<CheckpointHashes> {
  const hashes = checkpointParts.map(
    async ({ name, player, part }) => [name, await sha256(checkpoint[player][part])] as const,
  );
  return { epoch: checkpoint.epoch, sha256: Object.fromEntries(await Promise.all(hashes)) };
}

/** For weights that are not those which were stored. `why` is a sentence. */
export const damagedCheckpoint = (run: string, epoch: number, why: string): CodedError =>
  new CodedError(
    'checkpoint-damaged',
    `The weights of epoch ${epoch} of run "${run}" cannot be used: ${why} Put back an undamaged copy, or start a new run with the same settings.`,
    { run, epoch, why },
  );

/**
 * @param expected what was stored with the checkpoint
 * @throws CodedError `checkpoint-damaged` where the checkpoint is not the one of this epoch, byte by byte
 */
export async function refuseOtherBytes(
  run: string,
  epoch: number,
  checkpoint: Checkpoint,
  expected: CheckpointHashes,
): Promise<void> {
  if (expected.epoch !== epoch || checkpoint.epoch !== epoch)
    throw damagedCheckpoint(run, epoch, `they are those of epoch ${expected.epoch}.`);
  const found = await hashCheckpoint(checkpoint);
  const wrong = checkpointParts.find(({ name }) => found.sha256[name] !== expected.sha256[name]);
  if (!wrong) return;
  const real = checkpointParts.find(({ name }) => expected.sha256[name] === found.sha256[wrong.name]);
  throw damagedCheckpoint(
    run,
    epoch,
    real ? `in place of ${wrong.name} stands ${real.name}.` : `${wrong.name} is not what was stored.`,
  );
}
