/**
 * @file One run as files, for Node: `run.jsonl` holds the event log, `run.jsonl.checkpoints/EPOCH/` the safetensors files.
 *
 * The log is the truth. An epoch is stored in three steps, safe to be killed between or inside any two: the checkpoint
 * under a temporary name, then renamed; the epoch's lines appended and flushed; expired checkpoints removed. Whatever
 * stands behind the last `epoch-ended` line is half an epoch: it is not read, and the next commit overwrites it.
 */
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  countedRecord,
  defaultRetention,
  expiredCheckpoints,
  newRunRecord,
  poolAdditions,
  type Checkpoint,
  type EpochCommit,
  type LoggedEvent,
  type ModelCheckpoint,
  type RunAmendment,
  type Pools,
  type Retention,
  type RunContents,
  type RunRecord,
  type RunStore,
} from './run-store.ts';
import { readEventLog, writeEventLog } from './event-log.ts';
import { StoreError, overtaken, storeError, unknownRun } from './store-error.ts';

const players = ['agent', 'environment'] as const;

/** A store of exactly one run, whose id is the path of its log. */
export class JsonLinesRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  /** Bytes of the log up to the end of the last finished epoch. */
  private bytes = 0;
  private record: RunRecord | undefined;
  private log: Event[] = [];

  private constructor(
    readonly path: string,
    private readonly retention: Retention,
    private readonly upgrade: (event: unknown) => unknown,
  ) {}

  /**
   * Opens the log, or starts a new one where there is none; refuses a log that is damaged before its last epoch.
   * @param upgrade makes an event of today's format of one of any earlier version
   */
  static async open<Event extends LoggedEvent>(
    path: string,
    retention = defaultRetention,
    upgrade: (event: unknown) => unknown = (event) => event,
  ): Promise<JsonLinesRunStore<Event>> {
    const store = new JsonLinesRunStore<Event>(path, retention, upgrade);
    await store.read();
    return store;
  }

  async create(run: RunRecord, contents: RunContents<Event> = { events: [], checkpoints: [] }): Promise<void> {
    if (run.id !== this.path) throw new StoreError('failed', `The run in ${this.path} must have that path as its id.`);
    if (this.record)
      throw new StoreError('failed', `${this.path} already holds a run: choose another file, or resume it.`);
    await this.guarded(`create ${this.path}`, async () => {
      await mkdir(dirname(this.path), { recursive: true });
      for (const checkpoint of contents.checkpoints) await this.writeCheckpoint(checkpoint);
      if (contents.events.length > 0) await this.append(contents.events);
      this.record = structuredClone(countedRecord(run, contents.events));
    });
  }

  async list(): Promise<RunRecord[]> {
    return this.record ? [structuredClone(this.record)] : [];
  }

  async get(id: string): Promise<RunRecord | undefined> {
    return id === this.path ? structuredClone(this.record) : undefined;
  }

  /** Amendments live as long as this object: a log has no place for them, and nobody turns controls of a headless run. */
  async amend(id: string, changes: RunAmendment): Promise<void> {
    Object.assign(this.known(id), structuredClone(changes));
  }

  async events(id: string): Promise<Event[]> {
    return id === this.path ? structuredClone(this.log) : [];
  }

  async event(id: string, sequence: number): Promise<Event | undefined> {
    return id === this.path ? structuredClone(this.log[sequence]) : undefined;
  }

  async pools(id: string): Promise<Pools<Event>> {
    return poolAdditions(await this.events(id));
  }

  async checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    const epochs = await this.checkpointEpochs(id);
    const wanted = epoch ?? epochs.at(-1);
    if (wanted === undefined || !epochs.includes(wanted)) return undefined;
    const read = async (player: string, part: string): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array(await readFile(join(this.checkpointFolder(wanted), `${player}.${part}.safetensors`)));
    const model = async (player: string): Promise<ModelCheckpoint> => ({
      weights: await read(player, 'weights'),
      optimizer: await read(player, 'optimizer'),
    });
    return this.guarded(`read the checkpoint of epoch ${wanted} beside ${this.path}`, async () => ({
      epoch: wanted,
      agent: await model('agent'),
      environment: await model('environment'),
    }));
  }

  async checkpointEpochs(id: string): Promise<number[]> {
    if (id !== this.path) return [];
    const names = await readdir(`${this.path}.checkpoints`).catch(() => []);
    // Epochs that the log does not reach belong to a commit that was interrupted.
    const last = lastEpoch(this.log);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((epoch) => epoch <= last)
      .sort((a, b) => a - b);
  }

  async commitEpoch({ runId, firstSequence, events, checkpoint }: EpochCommit<Event>): Promise<void> {
    const record = this.known(runId);
    if (record.eventCount !== firstSequence) throw overtaken(runId, firstSequence, record.eventCount);
    await this.guarded(`store epoch ${checkpoint.epoch} in ${this.path}`, async () => {
      await this.refuseIfGrown(runId, firstSequence);
      await this.writeCheckpoint(checkpoint);
      await this.append(events);
      record.epochs += 1;
      record.eventCount = this.log.length;
      record.pendingChanges = [];
      const kept = await this.checkpointEpochs(runId);
      for (const epoch of expiredCheckpoints(kept, checkpoint.epoch, this.retention)) {
        await rm(this.checkpointFolder(epoch), { recursive: true, force: true });
      }
    });
  }

  async remove(id: string): Promise<void> {
    if (id !== this.path) return;
    await rm(this.path, { force: true });
    await rm(`${this.path}.checkpoints`, { recursive: true, force: true });
    this.record = undefined;
    this.log = [];
    this.bytes = 0;
  }

  private async read(): Promise<void> {
    let bytes: Buffer;
    try {
      bytes = await readFile(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storeError(error, `read ${this.path}`);
    }
    const log = readEventLog<Event>(bytes, { upgrade: this.upgrade, problem: () => '' });
    if (log.problem && log.problemBeforeLastEpoch) {
      throw new StoreError(
        'damaged',
        `${this.path}, ${log.problem} Start again with another file, or repair that line.`,
      );
    }
    if (log.epochs === 0) return refuseForeignFile(this.path, bytes);
    const { birthtimeMs, mtimeMs } = await stat(this.path);
    const settings = (log.events[0] as { settings?: unknown }).settings;
    this.log = log.events;
    this.bytes = log.bytes;
    this.record = {
      ...newRunRecord({ id: this.path, name: basename(this.path), settings, now: birthtimeMs }),
      updatedAt: mtimeMs,
      epochs: log.epochs,
      eventCount: log.events.length,
    };
  }

  /** Another process may have finished an epoch in the same log since it was read here. */
  private async refuseIfGrown(id: string, firstSequence: number): Promise<void> {
    const { size } = await stat(this.path).catch(() => ({ size: 0 }));
    if (size <= this.bytes) return;
    const log = readEventLog(await readFile(this.path));
    if (log.bytes > this.bytes) throw overtaken(id, firstSequence, log.events.length);
  }

  /** Appends whole epochs behind the last one, over whatever half an epoch stands there. */
  private async append(events: readonly Event[]): Promise<void> {
    // First, because it refuses what JSON would silently drop.
    const copies = structuredClone(events);
    const lines = writeEventLog(copies);
    const file = await open(this.path, this.bytes === 0 ? 'w' : 'r+');
    try {
      await file.truncate(this.bytes);
      await file.write(lines, 0, lines.length, this.bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    this.bytes += lines.length;
    this.log.push(...copies);
  }

  private checkpointFolder(epoch: number): string {
    return join(`${this.path}.checkpoints`, String(epoch));
  }

  private async writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    const folder = this.checkpointFolder(checkpoint.epoch);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    for (const player of players) {
      for (const part of ['weights', 'optimizer'] as const) {
        await writeFile(join(unfinished, `${player}.${part}.safetensors`), checkpoint[player][part], { flush: true });
      }
    }
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  }

  private known(id: string): RunRecord {
    if (!this.record || id !== this.path) throw unknownRun(id);
    return this.record;
  }

  private async guarded<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
        throw new StoreError(
          'full',
          `Could not ${doing}: the disk is full. Free some space and run the same command again.`,
          error,
        );
      }
      throw storeError(error, doing);
    }
  }
}

/** A log without a finished epoch is overwritten; a file that never was a log must not be. */
function refuseForeignFile(path: string, bytes: Buffer): void {
  const beginning = '{"type":';
  const found = bytes.toString('utf8', 0, beginning.length);
  if (beginning.startsWith(found)) return;
  throw new StoreError(
    'damaged',
    `${path} is not an event log: its first line is no event. Choose another file for the run.`,
  );
}

const lastEpoch = (events: readonly LoggedEvent[]): number =>
  (events.findLast(({ type }) => type === 'epoch-ended') as { epoch?: number } | undefined)?.epoch ?? -1;
