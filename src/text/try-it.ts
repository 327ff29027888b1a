/** @file The words of the part where a person writes a task and plays the agent, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { tryIt } from './en/try-it.ts';

export const tryItText: AnyWording<typeof tryIt> = tryIt;
