/**
 * @file Makes a run: advances the loop by one stage at a time, stores each finished epoch, and continues a stored run
 * after its last finished epoch. Pauses, reloads and crashes do not change the log.
 *
 * The page's coordinator (workers/) and the headless program share this class, so it must not depend on workers,
 * Comlink or IndexedDB.
 */
import { coevolve } from '../genenv/coevolve.ts';
import type { EpochEnded, RunEvent, SettingsChanged } from '../genenv/log/events.ts';
import { learnStartLevels } from '../genenv/start-levels.ts';
import { resumePoint } from '../genenv/log/resume.ts';
import { parseSettings, type Settings } from '../genenv/settings/settings.ts';
import {
  type EpochCommit,
  type PendingChange,
  type RunLock,
  type RunRecord,
  type RunStore,
  unknownRun,
} from '../store/run-store.ts';
import { CodedError } from '../common/coded-error.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import { familiesByName } from '../tasks/registry.ts';
import { attemptTask, type TaskAnswers, type TaskQuestion } from './attempt-task.ts';
import { planChange, refuseFixedChanges } from './model-choices.ts';
import {
  compareWithStart,
  findOrCreate,
  FIRST_EPOCH,
  PoolWindow,
  readCourse,
  restoreWeights,
  type RunChoice,
  type SessionParts,
  type SessionState,
  type SessionTelemetry,
} from './open-run.ts';
import { disposeModels, type Models } from './models.ts';
import { refuseDiverged, withSetting } from './divergence.ts';
import { Queue } from '../common/once.ts';
import { askTokens, type TokenAnswer, type TokenQuestion } from './ask-tokens.ts';

export class Session {
  /** Events that are not stored yet, in order. */
  private unfinished: RunEvent[] = [];
  private loop: ReturnType<typeof coevolve> | undefined;
  /** Result of the loop's first step, computed by `prepare`. */
  private prepared: Awaited<ReturnType<ReturnType<typeof coevolve>['next']>> | undefined;
  private poolWindow: PoolWindow | undefined;
  /** Finished epoch that is not stored yet. The session stores it before anything else. */
  private uncommitted: EpochCommit<RunEvent> | undefined;
  /** Settings and last event before the change made since the last stage, and the change's position in the log. */
  private changed: { before: Settings; last: RunEvent | undefined; sequence: number } | undefined;
  private ended: Error | undefined;
  private readonly queue = new Queue();

  private constructor(
    private readonly parts: SessionParts,
    private readonly lock: RunLock,
    private readonly models: Models,
    private readonly descriptions: SessionState['players'],
    private record: RunRecord,
    /** Settings that the next stage gets. */
    private settings: Settings,
    private last: RunEvent | undefined,
    /** Changes made in an epoch that was lost. They are repeated at their positions in the log. */
    private repeated: PendingChange[],
    private readonly notices: ErrorData[],
  ) {}

  /** Opens a run. @throws CodedError if it is open elsewhere, is unknown, or began with other models */
  static async open(parts: SessionParts, choice: RunChoice): Promise<Session> {
    const id = 'runId' in choice ? choice.runId : choice.newId;
    const lock = await parts.locks.acquire(id);
    if (!lock) throw new CodedError('run-open-elsewhere');
    let models: Models | undefined;
    try {
      const record = await findOrCreate(parts, choice);
      const course = await readCourse(parts.store, record);
      const settings = course.length > 0 ? resumePoint(course).settings : parseSettings(record.settings);
      models = await parts.openModels(settings);
      const { players } = models;
      const [agent, environment] = await Promise.all([players.agent.describe(), players.environment.describe()]);
      const descriptions = { agent, environment };
      const notices = compareWithStart(course, descriptions);
      if (course.length > 0) await learnStartAgain(models, settings);
      await restoreWeights(parts.store, players, record, course.at(-1));
      const repeated = [...record.pendingChanges];
      return new Session(parts, lock, models, descriptions, record, settings, course.at(-1), repeated, notices);
    } catch (error) {
      if (models) await disposeModels(models);
      lock.release();
      throw error;
    }
  }

  get runId(): string {
    return this.record.id;
  }

  /** Returns the state after a running stage has ended. */
  state(): Promise<SessionState> {
    return this.queue.add(async () => ({
      record: structuredClone(this.record),
      settings: this.settingsInForce(),
      repeated: this.repeated.map(({ changes }) => structuredClone(changes as Partial<Settings>)),
      players: this.descriptions,
      notices: this.notices,
    }));
  }

  /** Yields the events of each stored epoch. */
  storedEpochs(): AsyncIterable<RunEvent[]> {
    return this.parts.store.epochs(this.runId);
  }

  /** Returns the settings of the next stage. */
  settingsInForce(): Settings {
    return structuredClone(this.settings);
  }

  /**
   * Runs the next stage. Returns null after the last epoch. Returns `epoch-ended` only after the epoch is stored. If
   * storing fails, call `next` again to retry. After any other failure, open the run again.
   */
  next(): Promise<RunEvent | null> {
    return this.queue.add(async () => {
      if (this.ended) throw this.ended;
      const event = this.uncommitted ? this.last! : (this.repeatChange() ?? (await this.advance()));
      if (this.uncommitted) await this.commit(this.uncommitted);
      return event;
    });
  }

  /**
   * Computes the first event of a new run, with the first evaluation, before `next` is called. The event enters the log
   * with `next`, and a change of settings drops it. Does nothing if the run first learns its start levels. After a
   * failure, `next` tries again.
   */
  prepare(): Promise<void> {
    return this.queue.add(async () => {
      if (this.ended || this.sequence > 0 || this.settings.startLevels.length > 0) return;
      try {
        this.loop ??= await this.startLoop();
        this.prepared ??= await this.loop.next();
      } catch {
        this.loop = undefined;
      }
    });
  }

  /**
   * Changes settings after a running stage has ended. All changes between two stages are one event of the log: a later
   * change replaces the event of an earlier one.
   *
   * Returns null if the changes cancel out. Also returns null before the first stage, because the run then starts with
   * the changed settings.
   * @throws SettingsError if a value is out of range or cannot change during a run
   */
  changeSettings(changes: Partial<Settings>): Promise<SettingsChanged | null> {
    return this.queue.add(async () => {
      if (this.ended) throw this.ended;
      if (this.uncommitted) throw new CodedError('epoch-not-stored');
      const after = parseSettings({ ...this.settings, ...changes });
      refuseFixedChanges(this.settings, after);
      // Store the change before it takes effect, so that a reload cannot lose it.
      if (this.sequence === 0) {
        await this.amend({ settings: after });
        this.settings = after;
        this.loop = this.prepared = undefined;
        return null;
      }
      const { settings, sequence, changed, repeated } = this;
      const { pendingChanges: pending } = this.record;
      const planned = planChange({ changes, after, settings, sequence, changed, pending, repeated });
      await this.amend({ pendingChanges: planned.pending });
      this.repeated = planned.repeated;
      if (changed) {
        this.settings = changed.before;
        this.unfinished.pop();
        this.last = changed.last;
        this.changed = undefined;
      }
      return planned.event && this.apply(planned.event);
    });
  }

  rename(name: string): Promise<void> {
    return this.queue.add(() => this.amend({ name }));
  }

  /** Reads the telemetry of both players, even while a stage runs. */
  async telemetry(): Promise<SessionTelemetry> {
    const { agent, environment } = this.models.players;
    const [agentTelemetry, environmentTelemetry] = await Promise.all([agent.telemetry(), environment.telemetry()]);
    return { agent: agentTelemetry, environment: environmentTelemetry };
  }

  /** Returns the agent's answers to a task, written between two stages. The run is not affected. */
  attemptTask(question: TaskQuestion): Promise<TaskAnswers> {
    return this.between(({ players, tokenizer }) =>
      attemptTask({ agent: players.agent, tokenizer, settings: this.settings, epoch: this.record.epochs }, question),
    );
  }

  /** Returns the result of `look`, which runs between two stages. `look` must leave the models as they are. */
  private between<Answer>(look: (models: Models) => Promise<Answer>): Promise<Answer> {
    return this.queue.add(async () => {
      if (this.ended) throw this.ended;
      return look(this.models);
    });
  }

  /** Computes a player's token predictions for texts of an epoch, between two stages. */
  askTokens(question: TokenQuestion): Promise<TokenAnswer> {
    const { player, epoch } = question;
    return this.between(async ({ players, tokenizer }) => {
      const updated = this.unfinished.some(({ type }) => type === `${player}-updated`);
      const updates = this.record.epochs + (updated ? 1 : 0);
      // Only weights older than the current ones are read from the store.
      const read = [epoch - 1, epoch].filter((one) => one > 0 && one < updates);
      const checkpoints = await Promise.all(read.map((one) => this.parts.store.checkpoint(this.runId, one)));
      const stored = (one: number) => checkpoints[read.indexOf(one)]?.[player];
      try {
        return await askTokens({ policy: players[player], tokenizer, updates, stored }, question);
      } catch (error) {
        // The player may still hold a checkpoint's weights, so the run must be opened again.
        this.ended = error instanceof Error ? error : new Error(String(error));
        throw this.ended;
      }
    });
  }

  /** Ends the session after a running stage. The unfinished epoch is lost. */
  dispose(): Promise<void> {
    return this.queue.add(async () => {
      this.ended ??= new CodedError('session-ended');
      await this.loop?.return();
      await disposeModels(this.models);
      this.lock.release();
    });
  }

  /** Returns the position in the log of the next event. */
  private get sequence(): number {
    return this.record.eventCount + this.unfinished.length;
  }

  private log(event: RunEvent): void {
    this.unfinished.push(event);
    this.last = event;
  }

  private repeatChange(): SettingsChanged | undefined {
    if (this.repeated[0]?.sequence !== this.sequence) return undefined;
    return this.apply(this.repeated.shift()!.changes as Partial<Settings>);
  }

  private apply(changes: Partial<Settings>): SettingsChanged {
    const event: SettingsChanged = { type: 'settings-changed', epoch: epochAfter(this.last), changes };
    this.changed = { before: this.settings, last: this.last, sequence: this.sequence };
    this.settings = { ...this.settings, ...changes };
    this.log(event);
    return event;
  }

  private async advance(): Promise<RunEvent | null> {
    if (!this.loop && this.record.epochs >= this.settings.epochs) return null;
    try {
      this.loop ??= await this.startLoop();
      await this.poolWindow?.hold(this.record.epochs, this.settings.environmentReplayEpochs);
      const { value, done } = this.prepared ?? (await this.loop.next(this.settings));
      this.prepared = undefined;
      if (done) {
        // Drop the loop, because the user may raise the number of epochs and so continue the run.
        this.loop = undefined;
        return null;
      }
      refuseDiverged(value, this.settings);
      this.changed = undefined;
      this.log(value);
      if (value.type === 'epoch-ended') this.uncommitted = await this.finishedEpoch(value);
      return value;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      const last = this.changed ? this.changed.last : this.last;
      this.ended = withSetting(failure, last?.type, epochAfter(last), this.settings);
      throw this.ended;
    }
  }

  private async startLoop(): Promise<ReturnType<typeof coevolve>> {
    const { players, tokenizer, teacher, similarity } = this.models;
    const { store } = this.parts;
    const { id, epochs } = this.record;
    const course = await readCourse(store, this.record);
    const resume = course.length > 0 ? resumePoint(course).state : null;
    this.poolWindow = await PoolWindow.open(store, { id, epochs, started: course[0] });
    const families = familiesByName(this.settings.families);
    const options = { families, tokenizer, teacher, similarity, resume };
    return coevolve(this.settings, players, this.poolWindow.pools, options);
  }

  private async finishedEpoch({ epoch }: EpochEnded): Promise<EpochCommit<RunEvent>> {
    const { players } = this.models;
    const [agent, environment] = await Promise.all([players.agent.snapshot(), players.environment.snapshot()]);
    const checkpoint = { epoch, agent, environment };
    return { runId: this.runId, firstSequence: this.record.eventCount, events: this.unfinished, checkpoint };
  }

  private async commit(commit: EpochCommit<RunEvent>): Promise<void> {
    await this.parts.store.commitEpoch(commit);
    this.uncommitted = undefined;
    this.unfinished = [];
    await this.reread();
  }

  private async amend(changes: Parameters<RunStore<RunEvent>['amend']>[1]): Promise<void> {
    await this.parts.store.amend(this.runId, changes);
    await this.reread();
  }

  private async reread(): Promise<void> {
    const record = await this.parts.store.get(this.runId);
    if (!record) throw unknownRun(this.runId);
    this.record = record;
  }
}

/** Learns the start levels again to set the environment's initial weights. Restore the current weights afterwards. */
async function learnStartAgain({ players, tokenizer }: Models, settings: Settings): Promise<void> {
  const families = familiesByName(settings.families);
  await learnStartLevels({ environment: players.environment, settings, families, tokenizer });
}

/** Returns the epoch of the stage that follows this event. */
function epochAfter(event: RunEvent | undefined): number {
  if (!event || event.type === 'run-started') return FIRST_EPOCH;
  return event.type === 'epoch-ended' ? event.epoch + 1 : event.epoch;
}
