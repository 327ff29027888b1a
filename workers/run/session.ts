/** @file The run that is open, and who waits for it: one at most is open, and runs are opened and closed one after the other. */
import { branchRun, runName, type SessionParts, type SessionState } from '../../src/runs/open-run.ts';
import { Session } from '../../src/runs/session.ts';
import type { ModelHost } from '../../src/runs/model-host.ts';
import { Queue } from '../../src/common/once.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { PolicyTelemetry } from '../../src/policy/policy.ts';

export interface Telemetry {
  /** When this was measured, milliseconds of a monotonic clock: two measurements give tokens per second. */
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
  /** Bytes that this site stores and may store; null where the browser does not say. */
  storage: { used: number; available: number } | null;
}

/** The run that is open, stepped by calling `next`, paused by not calling it; `no-run-open` without one. */
export type OpenRun = Pick<Session, 'next' | 'changeSettings' | 'measureSignal' | 'askTokens' | 'attemptTask'>;

export interface CoordinatorParts extends SessionParts {
  newId(): string;
  /** Bytes this site stores and may store. */
  storage(): Promise<Telemetry['storage']>;
  /** The source of models; only a coordinator without a GPU has none. */
  models?: ModelHost;
}

export class SessionHost {
  current: Session | undefined;
  /** Runs are opened and closed one after the other. */
  readonly transitions = new Queue();

  constructor(private readonly parts: CoordinatorParts) {}

  /**
   * Opens a stored run, or a new one, in place of the one that is open; loads both models. After a failure (a lost GPU),
   * opening the same run again continues after its last finished epoch. A run that another tab has open is refused.
   */
  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    return this.transitions.add(async () => {
      await this.leave();
      return this.enter(run);
    });
  }

  /** Opens a new run that begins as a stored one up to an epoch whose weights are kept (runs/open-run.ts). */
  branch(from: { runId: string; epoch: number }, name: string): Promise<SessionState> {
    return this.transitions.add(async () => {
      const { store, newId, now } = this.parts;
      const id = newId();
      await this.locked(id, () => branchRun(store, { ...from, newId: id, name, now: now() }));
      await this.leave();
      return this.enter({ runId: id });
    });
  }

  /** Null where no run is open. */
  async telemetry(): Promise<Telemetry | null> {
    const { current } = this;
    if (!current) return null;
    const [{ agent, environment }, storage] = await Promise.all([current.telemetry(), this.parts.storage()]);
    return { at: performance.now(), agent, environment, storage };
  }

  /** Closes the open run; its unfinished epoch is forgotten. */
  close(): Promise<void> {
    return this.transitions.add(() => this.leave());
  }

  /** Closes the run if it is open here, locks it against other tabs, and works on it. */
  closed(runId: string, work: () => Promise<void>): Promise<void> {
    return this.transitions.add(async () => {
      if (this.current?.runId === runId) await this.leave();
      await this.locked(runId, work);
    });
  }

  /** Locks a run against other tabs while it is changed, or while it is not stored to its end. */
  async locked<Result>(runId: string, work: () => Promise<Result>): Promise<Result> {
    const lock = await this.parts.locks.acquire(runId);
    if (!lock) {
      throw new CodedError('run-open-elsewhere');
    }
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  private async enter(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState> {
    const choice =
      'runId' in run
        ? run
        : { newId: this.parts.newId(), name: run.name ?? runName(run.settings), settings: run.settings };
    this.current = await Session.open(this.parts, choice);
    return this.current.state();
  }

  private async leave(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    await current?.dispose();
  }

  opened(): Session {
    if (!this.current) throw new CodedError('no-run-open');
    return this.current;
  }
}
