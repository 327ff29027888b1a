/**
 * @file A run as one file: a zip of `manifest.json`, `events.jsonl` and, if wanted, checkpoints as safetensors files.
 *
 * The manifest comes first and holds a SHA-256 of every epoch's lines and of every checkpoint file. So a file that was
 * cut off or damaged anywhere still gives all epochs before the damage, and nothing that is not what was exported.
 */
import { z } from 'zod';
import { type ByteSource, bytesSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { sha256 } from '../../common/sha-256.ts';
import { writeEventLog } from '../../store/event-log.ts';
import {
  type Checkpoint,
  epochOf,
  type LoggedEvent,
  newRunRecord,
  type RunContents,
  type RunRecord,
  type RunStore,
} from '../../store/run-store.ts';
import { StoreError, unknownRun } from '../../store/store-error.ts';
import { EpochReader, type EventReader, type MadeBy } from './read-events.ts';
import { concatenate, ZipReader } from './zip.ts';
import { type ZipSink, ZipWriter } from './zip-writer.ts';

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
export interface ExportOptions<Event> {
  /** The epochs whose weights go along, e.g. those of `store.checkpointEpochs`. */
  checkpoints?: readonly number[];
  /** What to write down of what made the run. */
  made?: (events: readonly Event[]) => MadeBy;
}

/**
 * Writes the file of a stored run, which is read twice: the manifest, which comes first, holds hashes of all epochs.
 * @throws StoreError where there is no such run, or one of the checkpoints is not stored
 */
export async function exportRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  id: string,
  sink: ZipSink,
  { checkpoints = [], made = () => ({}) }: ExportOptions<Event> = {},
): Promise<void> {
  const record = await store.get(id);
  if (!record) throw unknownRun(id);
  const first = await store.event(id, 0);
  const manifest: Manifest = {
    format: 'genenv-run',
    version: RUN_FILE_VERSION,
    run: { name: record.name, createdAt: record.createdAt, settings: record.settings },
    made: made(first ? [first] : []),
    epochs: [],
    checkpoints: [],
  };
  let end = 0;
  for await (const lines of epochLines(store, id, record.epochs))
    manifest.epochs.push({ end: (end += lines.length), sha256: await sha256(lines) });
  for (const epoch of checkpoints) {
    const files: Record<string, string> = {};
    for (const [name, bytes] of await checkpointParts(store, id, epoch)) files[name] = await sha256(bytes);
    manifest.checkpoints.push({ epoch, files });
  }
  // In this order, so that what is needed most is lost last.
  const zip = new ZipWriter(sink);
  await zip.add(MANIFEST, [new TextEncoder().encode(JSON.stringify(manifest))], 9);
  await zip.add(EVENTS, epochLines(store, id, record.epochs), 9);
  for (const epoch of checkpoints)
    // Trained floats do not compress; trying costs time.
    for (const [name, bytes] of await checkpointParts(store, id, epoch)) await zip.add(name, [bytes], 0);
  await zip.end();
}

/** The lines of the first epochs: another one may be stored meanwhile. */
async function* epochLines<Event extends LoggedEvent>(store: RunStore<Event>, id: string, epochs: number) {
  let left = epochs;
  if (left > 0)
    for await (const events of store.epochs(id)) {
      yield writeEventLog(events);
      if (--left === 0) return;
    }
}

async function checkpointParts<Event extends LoggedEvent>(store: RunStore<Event>, id: string, epoch: number) {
  const checkpoint = await store.checkpoint(id, epoch);
  if (!checkpoint) throw new StoreError('missing', `The checkpoint of epoch ${epoch} is not stored: leave it out.`);
  const { agent, environment } = checkpoint;
  const parts = [agent.weights, agent.optimizer, environment.weights, environment.optimizer];
  return checkpointFiles(epoch).map((name, i) => [name, parts[i]] as const);
}

/** A file that is being read: everything that is whole, and a problem for everything that is not. */
export interface OpenedRunFile<Event> extends RunContents<Event> {
  name: string;
  createdAt: number;
  /** As exported, not validated. */
  settings: unknown;
  made: MadeBy;
  /** To be read once, and before the checkpoints. Ends before the first epoch that is not what was exported. */
  epochs: AsyncIterable<Event[]>;
  checkpoints: AsyncIterable<Checkpoint>;
  /** Complete once both were read. */
  problems: CodedError[];
  /** Whether epochs are damaged, and not merely cut off at the end. Known once they were read. */
  readonly damaged: boolean;
}

/**
 * Opens a run's file.
 * @throws StoreError where it is no such file; its epochs throw one where not even one of them can be read
 */
export async function openRunFile<Event extends LoggedEvent>(
  source: ByteSource,
  reader: EventReader,
): Promise<OpenedRunFile<Event>> {
  const file = new RunFileReader<Event>(source, reader, await readManifest(new ZipReader(source)));
  return {
    ...file.manifest.run,
    settings: file.manifest.run.settings,
    made: file.manifest.made,
    epochs: file.epochs(),
    checkpoints: file.checkpoints(),
    problems: file.problems,
    get damaged() {
      return file.damaged;
    },
  };
}

/** What a run's file holds, all of it in memory. */
export interface RunFile<Event> extends Omit<OpenedRunFile<Event>, 'epochs' | 'checkpoints'> {
  events: Event[];
  checkpoints: Checkpoint[];
}

/**
 * Reads a run's file at once.
 * @throws StoreError where not even one epoch can be read
 */
export async function readRunFile<Event extends LoggedEvent>(
  bytes: Uint8Array<ArrayBuffer>,
  reader: EventReader,
): Promise<RunFile<Event>> {
  const file = await openRunFile<Event>(bytesSource(bytes), reader);
  const events: Event[] = [];
  for await (const epoch of file.epochs) events.push(...epoch);
  const checkpoints: Checkpoint[] = [];
  for await (const checkpoint of file.checkpoints) checkpoints.push(checkpoint);
  const { damaged } = file;
  return { ...file, events, checkpoints, damaged };
}

class RunFileReader<Event extends LoggedEvent> {
  readonly problems: CodedError[] = [];
  damaged = false;
  private readonly reached = new Set<number | undefined>();

  constructor(
    private readonly source: ByteSource,
    private readonly reader: EventReader,
    readonly manifest: Manifest,
  ) {}

  async *epochs(): AsyncGenerator<Event[], void, void> {
    const { epochs, made } = this.manifest;
    const zip = new ZipReader(this.source);
    const events = new EpochReader<Event>(this.reader, made);
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
        for (const epoch of events.push(lines)) {
          this.reached.add(epochOf(epoch));
          yield epoch;
        }
        if (events.log.problem) break read;
        bytes = bytes.slice(lines.length);
        start = end;
        line += linesIn(lines);
      }
    }
    this.report(zip);
    if (events.log.problem) {
      const { problem } = events.log;
      this.problems.push(
        new CodedError('line-damaged', `${EVENTS}, ${problem} The epochs before it were read.`, { file: EVENTS, problem }),
      );
    } else if (whole < epochs.length) {
      this.problems.push(
        new CodedError(
          other ? 'epoch-damaged' : 'epoch-cut-off',
          `${EVENTS} is ${other ? 'damaged' : 'cut off'} in epoch ${whole + 1} of ${epochs.length}, somewhere ` +
            `from line ${line} on; the ${whole} epochs before it are whole.`,
          { epoch: whole + 1, epochs: epochs.length, line },
        ),
      );
    }
    this.damaged = other || events.log.problem !== null;
    if (events.log.epochs > 0) return;
    const why = this.problems.map(({ message }) => message);
    throw new StoreError(
      'damaged',
      ['No finished epoch can be read from this file.', ...why, 'Export the run again.'].join(' '),
    );
  }

  async *checkpoints(): AsyncGenerator<Checkpoint, void, void> {
    const { checkpoints } = this.manifest;
    if (checkpoints.length === 0) return;
    const read = new Set<number>();
    const zip = new ZipReader(this.source);
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    let data: Uint8Array[] = [];
    for await (const piece of zip.pieces((name) => name.startsWith('checkpoints/'))) {
      data.push(piece.data);
      if (!piece.final) continue;
      files.set(piece.name, concatenate(data));
      data = [];
      const entry = checkpoints.find(({ epoch }) => checkpointFiles(epoch).every((name) => files.has(name)));
      if (!entry || read.has(entry.epoch)) continue;
      const checkpoint = await checkpointOf(entry, files);
      for (const name of checkpointFiles(entry.epoch)) files.delete(name);
      if (!checkpoint || !this.reached.has(entry.epoch)) continue;
      read.add(entry.epoch);
      yield checkpoint;
    }
    this.report(zip);
    for (const { epoch } of checkpoints)
      if (!read.has(epoch))
        this.problems.push(
          new CodedError(
            'weights-damaged',
            `The weights of epoch ${epoch} are damaged or belong to a damaged epoch, and were left out.`,
            { epoch },
          ),
        );
  }

  private report({ problem }: ZipReader): void {
    if (problem && !this.problems.some(({ code }) => code === 'zip-damaged'))
      this.problems.push(new CodedError('zip-damaged', problem));
  }
}

/**
 * Stores what is read from a file as a new run, under an id of its own.
 * @param now wall clock: for lists, this is when it was changed last
 */
export async function importRun<Event extends LoggedEvent>(
  store: RunStore<Event>,
  file: RunContents<Event> & Pick<OpenedRunFile<Event>, 'name' | 'createdAt' | 'settings'>,
  id: string,
  now: number,
): Promise<RunRecord> {
  const made = newRunRecord({ id, name: file.name, settings: file.settings, now: file.createdAt });
  const record = { ...made, updatedAt: now };
  await store.create(record, file);
  return (await store.get(id))!;
}

async function readManifest(zip: ZipReader): Promise<Manifest> {
  const refuse = (why: string): never => {
    throw new StoreError(
      'damaged',
      `This is not the file of a run: ${why}. Choose a file that was made by exporting a run.`,
    );
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
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(concatenate(data)));
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

const linesIn = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => lines + (byte === NEWLINE ? 1 : 0), 0);

async function checkpointOf(
  { epoch, files: digests }: Manifest['checkpoints'][number],
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Checkpoint | undefined> {
  const names = checkpointFiles(epoch);
  const parts = names.map((name) => files.get(name)!);
  for (const [i, name] of names.entries()) if ((await sha256(parts[i])) !== digests[name]) return undefined;
  const [agentWeights, agentOptimizer, environmentWeights, environmentOptimizer] = parts;
  return {
    epoch,
    agent: { weights: agentWeights, optimizer: agentOptimizer },
    environment: { weights: environmentWeights, optimizer: environmentOptimizer },
  };
}
