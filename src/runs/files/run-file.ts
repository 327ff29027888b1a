/**
 * @file A run as one file: a zip of `manifest.json`, `events.jsonl` and, if wanted, checkpoints as safetensors files.
 *
 * The manifest comes first and holds a SHA-256 of every epoch's lines and of every checkpoint file. So a file that was
 * cut off or damaged anywhere still gives all epochs before the damage, and nothing that is not what was exported.
 */
import { zipSync, type Zippable } from 'fflate';
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { sha256 } from '../../common/sha-256.ts';
import { writeEventLog } from '../../store/event-log.ts';
import {
  newRunRecord,
  splitEpochs,
  type Checkpoint,
  type LoggedEvent,
  type RunContents,
  type RunRecord,
  type RunStore,
} from '../../store/run-store.ts';
import { StoreError, unknownRun } from '../../store/store-error.ts';
import { type EventReader, type MadeBy, readEvents } from './read-events.ts';
import { concatenate, extractZip, type ExtractedFile } from './zip.ts';

const RUN_FILE_VERSION = 2;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.object({
  format: z.literal('genenv-run'),
  version: z.int().min(1),
  run: z.object({ name: z.string().max(1000), createdAt: z.number(), settings: z.unknown() }),
  made: z.record(z.string().max(100), z.union([z.string().max(1000), z.number()])),
  /** Of each epoch, in order: where its lines end in events.jsonl, bytes, and their digest. */
  epochs: z.array(z.object({ end: z.int().min(0), sha256: digest })),
  checkpoints: z.array(z.object({ epoch: z.int().min(0), files: z.record(z.string(), digest) })),
});
type Manifest = z.infer<typeof manifestSchema>;

/** What has to be done to a manifest of version i + 1 to make it version i + 2. */
const migrations: readonly ((manifest: object) => object)[] = [(manifest) => ({ ...manifest, made: {} })];

const MANIFEST = 'manifest.json';
const EVENTS = 'events.jsonl';
const NEWLINE = 10;
const checkpointFiles = (epoch: number): string[] =>
  ['agent.weights', 'agent.optimizer', 'environment.weights', 'environment.optimizer'].map(
    (part) => `checkpoints/${epoch}/${part}.safetensors`,
  );
/** Zip files carry a time; a constant one gives the same run the same bytes. */
const MTIME = new Date(1980, 0, 1);

export interface ExportOptions<Event> {
  /** The epochs whose weights go along, e.g. those of `store.checkpointEpochs`. */
  checkpoints?: readonly number[];
  /** What to write down of what made the run. */
  made?: (events: readonly Event[]) => MadeBy;
}

/** The file of a stored run. */
export async function exportRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  id: string,
  { checkpoints = [], made = () => ({}) }: ExportOptions<Event> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const record = await store.get(id);
  if (!record) throw unknownRun(id);
  const events = await store.events(id);
  const epochs = splitEpochs(events).map(writeEventLog);
  const files: Zippable = {};
  const manifest: Manifest = {
    format: 'genenv-run',
    version: RUN_FILE_VERSION,
    run: { name: record.name, createdAt: record.createdAt, settings: record.settings },
    made: made(events),
    epochs: [],
    checkpoints: [],
  };

  let end = 0;
  for (const lines of epochs) manifest.epochs.push({ end: (end += lines.length), sha256: await sha256(lines) });
  for (const epoch of checkpoints) {
    const checkpoint = await store.checkpoint(id, epoch);
    if (!checkpoint) throw new StoreError('missing', `The checkpoint of epoch ${epoch} is not stored: leave it out.`);
    const { agent, environment } = checkpoint;
    const parts = [agent.weights, agent.optimizer, environment.weights, environment.optimizer];
    const digests: Record<string, string> = {};
    for (const [i, name] of checkpointFiles(epoch).entries()) {
      // Trained floats do not compress; trying costs time.
      files[name] = [parts[i], { level: 0, mtime: MTIME }];
      digests[name] = await sha256(parts[i]);
    }
    manifest.checkpoints.push({ epoch, files: digests });
  }
  // In this order, so that what is needed most is lost last.
  return zipSync({
    [MANIFEST]: [new TextEncoder().encode(JSON.stringify(manifest)), { mtime: MTIME }],
    [EVENTS]: [concatenate(epochs), { level: 9, mtime: MTIME }],
    ...files,
  });
}

/** What a run's file holds: everything that is whole, and a problem for everything that is not. */
export interface RunFile<Event> extends RunContents<Event> {
  name: string;
  createdAt: number;
  /** As exported, not validated. */
  settings: unknown;
  made: MadeBy;
  events: Event[];
  checkpoints: Checkpoint[];
  problems: CodedError[];
  /** Whether epochs are damaged, and not merely cut off at the end. */
  damaged: boolean;
}

/**
 * Reads a run's file.
 * @throws StoreError where not even one epoch can be read
 */
export async function readRunFile<Event extends LoggedEvent>(
  bytes: Uint8Array<ArrayBuffer>,
  reader: EventReader,
): Promise<RunFile<Event>> {
  const { files, problem: damage } = extractZip(
    bytes,
    (name) => [MANIFEST, EVENTS].includes(name) || name.startsWith('checkpoints/'),
  );
  const problems: CodedError[] = damage ? [new CodedError('zip-damaged', damage)] : [];
  const manifest = readManifest(files.get(MANIFEST));
  const lines = files.get(EVENTS)?.data ?? new Uint8Array();
  const { bytes: whole, fault, damaged } = await undamaged(manifest, lines);
  if (fault) problems.push(fault);
  const log = readEvents<Event>(lines.subarray(0, whole), reader, manifest.made);
  if (log.problem)
    problems.push(
      new CodedError('line-damaged', `${EVENTS}, ${log.problem} The epochs before it were read.`, {
        file: EVENTS,
        problem: log.problem,
      }),
    );
  if (log.epochs === 0) {
    const why = problems.map(({ message }) => message);
    throw new StoreError(
      'damaged',
      ['No finished epoch can be read from this file.', ...why, 'Export the run again.'].join(' '),
    );
  }
  const checkpoints: Checkpoint[] = [];
  for (const entry of manifest.checkpoints) {
    const checkpoint = await readCheckpoint(entry, files);
    const reached = log.events.some(
      (event) => event.type === 'epoch-ended' && (event as { epoch?: unknown }).epoch === entry.epoch,
    );
    if (checkpoint && reached) checkpoints.push(checkpoint);
    else
      problems.push(
        new CodedError(
          'weights-damaged',
          `The weights of epoch ${entry.epoch} are damaged or belong to a damaged epoch, and were left out.`,
          { epoch: entry.epoch },
        ),
      );
  }
  return {
    ...manifest.run,
    settings: manifest.run.settings,
    made: manifest.made,
    events: log.events,
    checkpoints,
    problems,
    damaged: damaged || log.problem !== null,
  };
}

/**
 * Stores what was read from a file as a new run, under an id of its own.
 * @param now wall clock: for lists, this is when it was changed last
 */
export async function importRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  file: RunContents<Event> & Pick<RunFile<Event>, 'name' | 'createdAt' | 'settings'>,
  id: string,
  now: number,
): Promise<RunRecord> {
  const made = newRunRecord({ id, name: file.name, settings: file.settings, now: file.createdAt });
  const record = { ...made, updatedAt: now };
  await store.create(record, file);
  return (await store.get(id))!;
}

function readManifest(file: ExtractedFile | undefined): Manifest {
  const refuse = (why: string): never => {
    throw new StoreError(
      'damaged',
      `This is not the file of a run: ${why}. Choose a file that was made by exporting a run.`,
    );
  };
  if (!file?.complete) return refuse(`it holds no readable ${MANIFEST}`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(file.data));
  } catch (error) {
    return refuse(`its ${MANIFEST} is not JSON (${(error as Error).message})`);
  }
  const version = (json as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > RUN_FILE_VERSION) {
    throw new StoreError(
      'damaged',
      `This run was exported by a newer version of the playground (file version ${version}; this one reads up to ${RUN_FILE_VERSION}). Reload the page, or update the program.`,
    );
  }
  const steps = typeof version === 'number' && version >= 1 ? migrations.slice(version - 1) : [];
  const parsed = manifestSchema.safeParse(
    steps.reduce((manifest, step) => ({ ...step(manifest), version: RUN_FILE_VERSION }), json as object),
  );
  return parsed.success ? parsed.data : refuse(`in its ${MANIFEST}, ${z.prettifyError(parsed.error)}`);
}

/** The epochs, from the first on, that are what was exported: their bytes, and what is wrong with the next one. */
async function undamaged(
  { epochs }: Manifest,
  lines: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: number; fault?: CodedError; damaged: boolean }> {
  let start = 0;
  for (const [i, { end, sha256: expected }] of epochs.entries()) {
    if (end > lines.length || end < start || (await sha256(lines.slice(start, end))) !== expected) {
      const cut = end > lines.length;
      const line = linesIn(lines.subarray(0, start)) + 1;
      const fault = new CodedError(
        cut ? 'epoch-cut-off' : 'epoch-damaged',
        `${EVENTS} is ${cut ? 'cut off' : 'damaged'} in epoch ${i + 1} of ${epochs.length}, somewhere ` +
          `from line ${line} on; the ${i} epochs before it are whole.`,
        { epoch: i + 1, epochs: epochs.length, line },
      );
      return { bytes: start, fault, damaged: !cut };
    }
    start = end;
  }
  return { bytes: start, damaged: false };
}

const linesIn = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 0);

async function readCheckpoint(
  { epoch, files: digests }: Manifest['checkpoints'][number],
  files: ReadonlyMap<string, ExtractedFile>,
): Promise<Checkpoint | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const name of checkpointFiles(epoch)) {
    const file = files.get(name);
    if (!file?.complete || (await sha256(file.data)) !== digests[name]) return undefined;
    parts.push(file.data);
  }
  const [agentWeights, agentOptimizer, environmentWeights, environmentOptimizer] = parts;
  return {
    epoch,
    agent: { weights: agentWeights, optimizer: agentOptimizer },
    environment: { weights: environmentWeights, optimizer: environmentOptimizer },
  };
}
