/**
 * @file Keeps D_train in memory, to run Algorithm 1 without a store. The memory used grows with the run.
 */
import type { LoopPlayer } from '../../policy/policy.ts';
import type { Positioned, TrainPool, TrainPoolEntry } from '../../store/pool-contract.ts';
import { coevolve, type CoevolveOptions, type Players } from '../coevolve.ts';
import { runEventFormat } from '../log/event-format.ts';
import type { RunEvent } from '../log/events.ts';
import { addToPools, emptyPools, type Pools } from '../pools.ts';
import type { Settings } from '../settings/settings-table.ts';

export class MemoryTrainPool implements TrainPool {
  readonly entries: Positioned<TrainPoolEntry>[] = [];
  private epoch: RunEvent[] = [];

  async size(): Promise<number> {
    return this.entries.length;
  }

  async read(positions: ArrayLike<number>): Promise<Positioned<TrainPoolEntry>[]> {
    return Array.from(positions, (position) => this.entries[position]).filter(Boolean);
  }

  /** Receives an event. The pool gets an epoch's entries when the epoch ends. */
  add(event: RunEvent): void {
    this.epoch.push(event);
    if (event.type !== 'epoch-ended') return;
    for (const entry of runEventFormat.poolEntries(this.epoch).train)
      this.entries.push({ ...entry, position: this.entries.length });
    this.epoch = [];
  }
}

export type MemoryPools = Pools & { train: MemoryTrainPool };

export function memoryPools(log: readonly RunEvent[] = []): MemoryPools {
  const train = new MemoryTrainPool();
  const pools = { ...emptyPools(train), train };
  for (const event of log) {
    addToPools(pools, event);
    train.add(event);
  }
  return pools;
}

/**
 * Runs the loop and keeps D_train in memory.
 * @param pools to continue a run, pass the pools of its log, and the state of its last epoch in `options.resume`
 */
export async function* coevolveInMemory(
  settings: Settings,
  players: Readonly<Record<keyof Players, LoopPlayer>>,
  options: CoevolveOptions,
  pools: MemoryPools = memoryPools(),
): ReturnType<typeof coevolve> {
  const loop = coevolve(settings, players, pools, options);
  let step = await loop.next();
  while (!step.done) {
    pools.train.add(step.value);
    step = await loop.next(yield step.value);
  }
}
