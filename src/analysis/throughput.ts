/** @file The speed of a run, from the coordinator's measurements and the times at which epochs end. */
import type { EpochEnded } from '../genenv/log/events.ts';
import type { PolicyTelemetry } from '../policy/policy.ts';

/** Totals of both models at one moment, milliseconds on a monotonic clock. */
export interface Measurement {
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
}

const tokens = ({ agent, environment }: Measurement): number => agent.tokensGenerated + environment.tokensGenerated;

/** Milliseconds. Over shorter spans the moments of measuring matter more than the speed. */
const SHORTEST_SPAN = 1500;
const LONGEST_SPAN = 8000;

/** Tokens per second of both models over the last seconds. */
export class Throughput {
  private measured: Measurement[] = [];

  /** @returns tokens per second; undefined before enough has been measured */
  add(measurement: Measurement): number | undefined {
    this.measured = this.measured.filter(({ at }) => measurement.at - at <= LONGEST_SPAN);
    this.measured.push(measurement);
    const [first] = this.measured;
    const span = measurement.at - first.at;
    return span >= SHORTEST_SPAN ? Math.max(0, (tokens(measurement) - tokens(first)) / (span / 1000)) : undefined;
  }
}

/** Agent rollouts per second of a whole epoch, the environment's part and the updates included. */
export const rolloutsPerSecond = ({ cost }: EpochEnded, milliseconds: number): number =>
  cost.agentRollouts / (milliseconds / 1000);
