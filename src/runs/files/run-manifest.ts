/** @file The content of a run's file (run-file.ts): the names of its parts, and its manifest. */
import { z } from 'zod';
import { concatenate } from '../../common/byte-source.ts';
import { checkedLine, checkLine } from '../../common/checked-line.ts';
import { CodedError } from '../../common/coded-error.ts';
import { PROGRAM } from '../../common/program.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { partFile } from '../../store/checkpoint-parts.ts';
import { newerRun } from '../../store/run-store.ts';
import type { ZipReader } from './zip.ts';

export const RUN_FILE_VERSION = 1;

/** The maker of the run, for people: program, versions, adapters, seed. */
export type MadeBy = Record<string, string | number>;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.object({
  format: z.literal('genenv-run'),
  version: z.int().min(1),
  run: z.object({ name: z.string().max(1000), createdAt: z.number(), settings: z.unknown() }),
  made: z.record(z.string().max(100), z.union([z.string().max(1000), z.number()])),
  /** For each epoch, in order: the end of its lines in events.jsonl, in bytes, and their digest. */
  epochs: z.array(z.object({ end: z.int().min(0), sha256: digest })),
  checkpoints: z.array(z.object({ epoch: z.int().min(0), files: z.record(z.string(), digest) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const CHECKPOINTS = 'checkpoints/';
export const checkpointFile = (epoch: number, part: string): string => `${CHECKPOINTS}${epoch}/${partFile(part)}`;

export const manifestBytes = (manifest: Manifest): Uint8Array<ArrayBuffer> =>
  checkedLine(JSON.stringify(manifest)).bytes;

/** @param why a sentence without its full stop */
export const notARunFile = (why: string): CodedError => new CodedError('not-a-run-file', { why });

/** @throws CodedError where the file holds no manifest that this program reads */
export async function readManifest(zip: ZipReader): Promise<Manifest> {
  const refuse = (why: string): never => {
    throw notARunFile(why);
  };
  const data: Uint8Array[] = [];
  let complete = false;
  // It is the first file, unless another program has packed the file again.
  for await (const piece of zip.pieces((name) => name === MANIFEST || name === EVENTS)) {
    if (piece.name !== MANIFEST) continue;
    data.push(piece.data);
    complete = piece.final;
    if (complete) break;
  }
  if (!complete) return refuse(`it holds no readable ${MANIFEST}`);
  const bytes = concatenate(data);
  const { problem } = checkLine(bytes);
  if (problem) return refuse(`its ${MANIFEST} ${problem}`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    return refuse(`its ${MANIFEST} is not JSON (${(error as Error).message})`);
  }
  const version = (json as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > RUN_FILE_VERSION) throw newerRun(version, RUN_FILE_VERSION);
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [{ place, cause }] = schemaProblems(parsed.error);
  return refuse(`in its ${MANIFEST}, ${place}: ${cause}`);
}

export function madeBy(events: readonly RunEvent[]): MadeBy {
  const [started] = events;
  const known: MadeBy = { program: PROGRAM, settingsVersion: SETTINGS_VERSION };
  if (started?.type !== 'run-started') return known;
  const { settings, agent, environment } = started;
  return {
    ...known,
    eventVersion: started.version,
    seed: settings.seed,
    agentAdapter: agent.runtime,
    environmentAdapter: environment.runtime,
  };
}
