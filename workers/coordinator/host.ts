/** @file The coordinator without its thread: one object of services over one store and one open run. */
import type { Coordinator, OpenRun } from './contract.ts';
import { InspectedFile } from './inspected-file.ts';
import { MachineHost } from './machine-host.ts';
import type { CoordinatorParts } from './parts.ts';
import { PoolsHost } from './pools-host.ts';
import { RunsHost } from './runs-host.ts';
import { methodsOf } from '../rpc/calls.ts';
import { SessionHost } from './session-host.ts';

export class CoordinatorHost implements Coordinator {
  readonly session: SessionHost;
  readonly run = methodsOf<OpenRun>(async () => this.session.opened());
  readonly runs: RunsHost;
  readonly pools: PoolsHost;
  readonly machine: MachineHost;
  readonly inspected = new InspectedFile();

  constructor(parts: CoordinatorParts) {
    this.session = new SessionHost(parts);
    this.runs = new RunsHost(parts, this.session);
    this.pools = new PoolsHost(parts.store);
    this.machine = new MachineHost(this.session, parts.models);
  }
}
