/** @file Imports a short log of another trainer into memory, for tests. */
import { bytesSource } from '../../common/byte-source.ts';
import type { CodedError } from '../../common/coded-error.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { type ImportOptions, importRollouts } from '../rollouts/import-rollouts.ts';

export async function importTrainerLog(
  log: string,
  options: ImportOptions,
): Promise<{ events: RunEvent[]; problems: CodedError[] }> {
  const source = bytesSource(new TextEncoder().encode(log));
  const { epochs, problems } = await importRollouts([{ path: 'log.jsonl', source }], options);
  const events: RunEvent[] = [];
  for await (const epoch of epochs) events.push(...epoch);
  return { events, problems };
}
