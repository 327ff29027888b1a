/** @file Computes the speed of a run from the coordinator's measurements and the end times of epochs. */
import type { EpochEnded } from '../genenv/log/events.ts';
import type { PolicyTelemetry } from '../policy/policy.ts';

/** Progress of both models at one moment. `at` is in milliseconds on a monotonic clock. */
export interface Measurement {
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
}

const tokens = ({ agent, environment }: Measurement): number => agent.tokensGenerated + environment.tokensGenerated;

/** Minimum span in milliseconds. Over a shorter span, the timing of measurements distorts the speed. */
const SHORTEST_SPAN = 1500;
const LONGEST_SPAN = 8000;

/** Measures tokens per second of both models over the last seconds. */
export class Throughput {
  private measured: Measurement[] = [];

  /** Adds a measurement and returns tokens per second. Undefined until the measurements span enough time. */
  add(measurement: Measurement): number | undefined {
    this.measured = this.measured.filter(({ at }) => measurement.at - at <= LONGEST_SPAN);
    this.measured.push(measurement);
    const [first] = this.measured;
    const span = measurement.at - first.at;
    return span >= SHORTEST_SPAN ? Math.max(0, (tokens(measurement) - tokens(first)) / (span / 1000)) : undefined;
  }
}

/** Returns agent rollouts per second of a whole epoch, including the environment's work and the updates. */
export const rolloutsPerSecond = ({ cost }: EpochEnded, milliseconds: number): number =>
  cost.agentRollouts / (milliseconds / 1000);
