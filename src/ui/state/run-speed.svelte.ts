/** @file The speed of the open run and the GPU memory it holds. Shown, never part of a result. */
import { rolloutsPerSecond, Throughput, type Measurement } from '../../analysis/throughput.ts';
import type { EpochEnded } from '../../genenv/log/events.ts';
import type { SessionService } from '../../../workers/run/contract.ts';

/** Milliseconds between two measurements. */
const INTERVAL = 400;

export class RunSpeed {
  measurement = $state.raw<Measurement>();
  tokensPerSecond = $state<number>();
  rolloutsPerSecond = $state<number>();

  private throughput = new Throughput();
  /** When the epoch under way began; undefined where it was stepped or paused, so that its time says nothing. */
  private epochBegan: number | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly session: Pick<SessionService, 'telemetry'>) {}

  /** Another run is shown. */
  clear(): void {
    this.measurement = undefined;
    this.tokensPerSecond = undefined;
    this.rolloutsPerSecond = undefined;
    this.throughput = new Throughput();
  }

  /** @param atEpochStart whether the next stage is the first of an epoch, whose time can then be measured */
  start(atEpochStart: boolean): void {
    this.epochBegan = atEpochStart ? performance.now() : undefined;
    this.timer = setInterval(() => void this.measure(), INTERVAL);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.measure();
  }

  epochEnded(event: EpochEnded): void {
    const now = performance.now();
    if (this.epochBegan !== undefined) this.rolloutsPerSecond = rolloutsPerSecond(event, now - this.epochBegan);
    this.epochBegan = now;
  }

  /** A measurement that fails never stops the run. */
  private async measure(): Promise<void> {
    const measurement = await this.session.telemetry().catch(() => null);
    if (!measurement) return;
    this.measurement = measurement;
    if (this.timer !== undefined) this.tokensPerSecond = this.throughput.add(measurement) ?? this.tokensPerSecond;
  }
}
