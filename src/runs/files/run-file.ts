/**
 * @file Defines and reads the file of an exported run: a zip of `manifest.json`, `events.jsonl` and, if wanted,
 * checkpoints as safetensors files.
 *
 * The manifest comes first and holds a SHA-256 of every epoch's lines and of every checkpoint file. A file that is cut
 * off or damaged therefore gives all epochs before the damage, and only data that were exported.
 */
import { z } from 'zod';
import { type ByteSource, concatenate } from '../../common/byte-source.ts';
import { checkedLine, checkLine } from '../../common/checked-line.ts';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { PROGRAM } from '../../common/program.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import { sha256 } from '../../common/sha-256.ts';
import type { RunStarted } from '../../genenv/log/events.ts';
import { SETTINGS_VERSION } from '../../genenv/settings/settings.ts';
import { checkpointOf, hashCheckpoint, partFile, partNames } from '../../store/checkpoint-parts.ts';
import { damagedLine, LogScanner } from '../../store/event-log.ts';
import {
  type Checkpoint,
  epochOf,
  type EventFormat,
  type LoggedEvent,
  newerRun,
  newRunRecord,
  type RunContents,
  type RunRecord,
  type RunStore,
} from '../../store/run-store.ts';
import { ZipReader } from './zip.ts';

const NEWLINE = 10;

/** Reads the undamaged parts of a file and reports a problem for every other part. */
export class RunFile<Event extends LoggedEvent> implements RunContents<Event> {
  /** Problems found so far. The list is complete after epochs and checkpoints have been read. */
  readonly problems: CodedError[] = [];
  /** True if epochs are damaged, not only cut off at the end. Known after the epochs have been read. */
  damaged = false;
  /** Events by epoch. Read them once, before `checkpoints`. The first epoch with another hash ends the reading. */
  readonly epochs = this.readEpochs();
  readonly checkpoints = this.readCheckpoints();
  private readonly reached = new Set<number | undefined>();

  private constructor(
    private readonly source: ByteSource,
    private readonly format: EventFormat<Event>,
    readonly manifest: Manifest,
  ) {}

  /** Opens the file. Reading `epochs` throws if no epoch is readable. @throws CodedError if there is no manifest */
  static async open<Event extends LoggedEvent>(
    source: ByteSource,
    format: EventFormat<Event>,
  ): Promise<RunFile<Event>> {
    return new RunFile(source, format, await readManifest(new ZipReader(source)));
  }

  private async *readEpochs(): AsyncGenerator<Event[], void, void> {
    const { epochs } = this.manifest;
    const zip = new ZipReader(this.source);
    const log = new LogScanner<Event>(this.format);
    let [whole, start, line] = [0, 0, 1];
    let bytes = new Uint8Array();
    let other = false;
    read: for await (const { data } of zip.pieces((name) => name === EVENTS)) {
      bytes = concatenate([bytes, data]);
      for (; whole < epochs.length && start + bytes.length >= epochs[whole].end; whole += 1) {
        const { end, sha256: expected } = epochs[whole];
        const lines = bytes.slice(0, Math.max(0, end - start));
        other = end < start || (await sha256(lines)) !== expected;
        if (other) break read;
        for (const { events } of log.push(lines)) {
          this.reached.add(epochOf(events));
          yield events;
        }
        if (log.problem) break read;
        bytes = bytes.slice(lines.length);
        start = end;
        line += linesIn(lines);
      }
    }
    this.report(zip);
    if (log.problem) {
      this.problems.push(damagedLine(EVENTS, log.problem, true));
    } else if (whole < epochs.length) {
      this.problems.push(
        new CodedError(other ? 'epoch-damaged' : 'epoch-cut-off', { epoch: whole + 1, epochs: epochs.length, line }),
      );
    }
    this.damaged = other || log.problem !== null;
    if (log.epochs > 0) return;
    throw new CodedError('no-finished-epoch', {
      file: null,
      problems: this.problems.map((problem) => errorData(problem)),
    });
  }

  private async *readCheckpoints(): AsyncGenerator<Checkpoint, void, void> {
    const { checkpoints } = this.manifest;
    if (checkpoints.length === 0) return;
    const read = new Set<number>();
    const zip = new ZipReader(this.source);
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    let data: Uint8Array[] = [];
    for await (const piece of zip.pieces((name) => name.startsWith(CHECKPOINTS))) {
      data.push(piece.data);
      if (!piece.final) continue;
      files.set(piece.name, concatenate(data));
      data = [];
      const entry = checkpoints.find(({ epoch }) => partNames.every((part) => files.has(checkpointFile(epoch, part))));
      if (!entry || read.has(entry.epoch)) continue;
      const { epoch } = entry;
      const checkpoint = await checkpointOf(epoch, (part) => files.get(checkpointFile(epoch, part))!);
      const { sha256: found } = await hashCheckpoint(checkpoint);
      const whole = partNames.every((part) => found[part] === entry.files[checkpointFile(epoch, part)]);
      for (const part of partNames) files.delete(checkpointFile(epoch, part));
      if (!whole || !this.reached.has(epoch)) continue;
      read.add(epoch);
      yield checkpoint;
    }
    this.report(zip);
    for (const { epoch } of checkpoints)
      if (!read.has(epoch)) this.problems.push(new CodedError('weights-damaged', { epoch }));
  }

  private report({ problem }: ZipReader): void {
    if (problem && !this.problems.some(({ code }) => code === 'zip-damaged'))
      this.problems.push(new CodedError('zip-damaged', { cause: problem }));
  }
}

/**
 * Stores a file's run under the given id, and returns its record.
 * @param now time of the last change that lists show, in milliseconds since 1970
 */
export async function importRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  file: RunContents<Event> & Manifest['run'],
  id: string,
  now: number,
): Promise<RunRecord> {
  const made = newRunRecord({ id, name: file.name, settings: file.settings, now: file.createdAt });
  const record = { ...made, updatedAt: now };
  await store.create(record, file);
  return (await store.get(id))!;
}

const linesIn = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 0);

export const RUN_FILE_VERSION = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.object({
  format: z.literal('genenv-run'),
  version: z.int().min(1),
  run: z.object({ name: z.string().max(1000), createdAt: z.number(), settings: z.unknown() }),
  /** Origin of the run: program, versions, adapters and seed. */
  made: z.record(z.string().max(100), z.union([z.string().max(1000), z.number()])),
  /** For each epoch, in order: the byte at which its lines end in events.jsonl, and their hash. */
  epochs: z.array(z.object({ end: z.int().min(0), sha256: digest })),
  checkpoints: z.array(z.object({ epoch: z.int().min(0), files: z.record(z.string(), digest) })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
export const EVENTS = 'events.jsonl';
export const CHECKPOINTS = 'checkpoints/';
export const checkpointFile = (epoch: number, part: string): string => `${CHECKPOINTS}${epoch}/${partFile(part)}`;

export const manifestBytes = (manifest: Manifest): Uint8Array<ArrayBuffer> => checkedLine(JSON.stringify(manifest));

/** Makes the error for a file that holds no run. @param why sentence without a full stop */
export const notARunFile = (why: string): CodedError => new CodedError('not-a-run-file', { why });

/** Reads the manifest of a zip. @throws CodedError if the zip has no manifest that this program can read */
export async function readManifest(zip: ZipReader): Promise<Manifest> {
  const refuse = (why: string): never => {
    throw notARunFile(why);
  };
  const data: Uint8Array[] = [];
  let complete = false;
  // The manifest is the first file, unless another program has repacked the zip.
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

/** Returns the origin of a run for its manifest. @param first first event of the run */
export function madeBy(first: LoggedEvent | undefined): Manifest['made'] {
  const known = { program: PROGRAM, settingsVersion: SETTINGS_VERSION };
  if (first?.type !== 'run-started') return known;
  const { version, settings, agent, environment } = first as RunStarted;
  return {
    ...known,
    eventVersion: version,
    seed: settings.seed,
    agentAdapter: agent.runtime,
    environmentAdapter: environment.runtime,
  };
}
