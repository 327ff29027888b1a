/** @file The parts of a session and the state it reports: types that its parts and its callers share. */
import type { ErrorData } from '../common/error-parameters.ts';
import type { Players } from '../genenv/coevolve.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { PolicyDescription, PolicyTelemetry } from '../policy/policy.ts';
import type { RunLocks, RunRecord, RunStore } from '../store/run-store.ts';
import type { Models } from './models.ts';

export interface SessionParts {
  store: RunStore<RunEvent>;
  locks: RunLocks;
  /** Opens the models as they are before any training; the session disposes of them. */
  openModels(settings: Settings): Promise<Models>;
  /** Wall clock for run records, milliseconds since 1970. */
  now(): number;
}

/** A stored run to continue, or a new one. */
export type RunChoice = { runId: string } | { newId: string; name: string; settings: Settings };

export interface SessionState {
  record: RunRecord;
  /** The settings that hold for the next stage. */
  settings: Settings;
  /** Changes made in an epoch that was lost, in their order. Each is made again at its place in the log. */
  repeated: Partial<Settings>[];
  players: Record<keyof Players, PolicyDescription>;
  /** Notices for a person: for example, that this run began on another adapter. */
  notices: ErrorData[];
}

export type SessionTelemetry = Record<keyof Players, PolicyTelemetry>;
