/** @file The parts of the coordinator: the store, the locks, the models, and what its thread knows. */
import type { ModelHost } from '../../src/runs/model-host.ts';
import type { SessionParts } from '../../src/runs/session-contract.ts';
import type { Telemetry } from './contract.ts';

export interface CoordinatorParts extends SessionParts {
  newId(): string;
  /** Bytes this site stores and may store. */
  storage(): Promise<Telemetry['storage']>;
  /** The source of models; only a coordinator without a GPU has none. */
  models?: ModelHost;
}
