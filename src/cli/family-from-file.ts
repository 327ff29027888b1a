/** @file A world, or tasks, that a person names on the command line by a file. */
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { CodedError } from '../common/coded-error.ts';
import { decodeText } from '../common/decode-text.ts';
import { fileSize } from '../common/node-files.ts';
import { MOST_BYTES } from '../tasks/given/check-tasks.ts';
import type { TaskSet } from '../tasks/given/task-set.ts';
import { readTasks } from '../tasks/given/tasks-file.ts';
import { tasksNoticeText } from '../text/problems.ts';
import type { OwnFamily } from '../tasks/registry.ts';
import { readWorld } from '../tasks/worlds/check-world.ts';
import type { World } from '../tasks/worlds/world.ts';
import { readNamedFile, readNamedText } from './read-named-file.ts';

const worldOf = (file: string, content: string): World => {
  const { world, problems } = readWorld(content);
  if (!world) throw new CodedError('not-a-world', { file, faults: problems });
  return world;
};

/** @throws CodedError `file-not-readable`, or `not-a-world` with every problem of what the file holds */
export const worldFromFile = async (file: string): Promise<World> => worldOf(file, await readNamedText(file));

/** The text of a file of tasks, unless it is too large to be one. */
async function tasksText(file: string): Promise<ReturnType<typeof decodeText>> {
  if ((await readNamedFile(file, fileSize)) <= MOST_BYTES)
    return decodeText(await readNamedFile(file, (path) => readFile(path)));
  throw new CodedError('not-tasks', { file, faults: [{ code: 'too-large', most: MOST_BYTES }] });
}

type ChosenTasks = Parameters<typeof readTasks>[2];

/** Decisions that the user may want to change go to stderr. */
function tasksOf(file: string, { text, encoding }: ReturnType<typeof decodeText>, chosen?: ChosenTasks): TaskSet {
  const { set, problems, notices } = readTasks(text, basename(file, extname(file)), chosen);
  if (!set) throw new CodedError('not-tasks', { file, faults: problems });
  const told = encoding === 'utf-8' ? notices : [{ code: 'encoding' as const, encoding }, ...notices];
  for (const notice of told) process.stderr.write(`${file}: ${tasksNoticeText(notice)}\n`);
  return set;
}

/** @throws CodedError `file-not-readable`, or `not-tasks` with the problems of its lines */
export const tasksFromFile = async (file: string, chosen?: ChosenTasks): Promise<TaskSet> =>
  tasksOf(file, await tasksText(file), chosen);

/** @throws CodedError as of a world or of tasks */
export async function familyFromFile(file: string): Promise<OwnFamily> {
  const content = await tasksText(file);
  return extname(file) === '.json' && !/"(tasks"\s*:\s*\d|prompt"|question")/.test(content.text)
    ? worldOf(file, await readNamedText(file))
    : tasksOf(file, content);
}
