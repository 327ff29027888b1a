/** @file The event log of a run that a person named on the command line, opened as a store. */
import { resolve } from 'node:path';
import { CodedError } from '../common/coded-error.ts';
import { fileSize } from '../common/node-files.ts';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { JsonLinesRunStore } from '../store/files/json-lines-store.ts';
import { readNamedFile } from './read-named-file.ts';
import { warn } from './warn.ts';

/** The store and the id of its run. Says what follows its last finished epoch, if anything does. */
export async function openLog(file: string): Promise<{ id: string; store: JsonLinesRunStore<RunEvent> }> {
  await readNamedFile(file, fileSize);
  const id = resolve(file);
  const store = await JsonLinesRunStore.open(id, runEventFormat);
  if (!(await store.get(id))) throw new CodedError('no-run-in-file', { file });
  if (store.problem) warn(store.problem);
  return { id, store };
}
