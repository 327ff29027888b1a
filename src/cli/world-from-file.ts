/** @file A world that a person names on the command line by its file. */
import { CodedError } from '../common/coded-error.ts';
import { readWorld } from '../tasks/worlds/world-file.ts';
import type { World } from '../tasks/worlds/world.ts';
import { readNamedText } from './read-named-file.ts';

/** @throws CodedError `file-not-readable`, or `not-a-world` with every problem of what the file holds */
export async function worldFromFile(file: string): Promise<World> {
  const { world, problems } = readWorld(await readNamedText(file));
  if (!world) throw new CodedError('not-a-world', { file, faults: problems });
  return world;
}
