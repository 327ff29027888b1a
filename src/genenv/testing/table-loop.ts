/** @file Runs the real loop with table policies, in seconds and without a GPU. */
import type { Family } from '../../tasks/family.ts';
import { household } from '../../tasks/families/household/household.ts';
import type { LevelPrior } from '../../tasks/data.ts';
import type { CoevolveOptions, Players } from '../coevolve.ts';
import type { RunEvent } from '../log/events.ts';
import { resumePoint } from '../log/resume.ts';
import { parseSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { coevolveInMemory, memoryPools, type MemoryPools } from './memory-pools.ts';
import { pretrainedTables } from './table-players.ts';

export const ofType = <Type extends RunEvent['type']>(events: readonly RunEvent[], type: Type) =>
  events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

/** Collects copies of all events. Each event is copied when it is yielded, because the loop may change it later. */
export async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(structuredClone(event));
  return all;
}

export type TableLoop = Awaited<ReturnType<typeof tableLoop>>;

/** Makes helpers that run the loop. Runs have four small epochs without evaluation, unless `changes` says otherwise. */
export async function tableLoop(
  families: readonly Family[] = [household] as unknown as Family[],
  prior: LevelPrior = 'uniform',
) {
  const { tokenizer, players } = await pretrainedTables(families, prior, 60);
  const settingsOf = (changes: Partial<Settings>): Settings =>
    parseSettings({
      epochs: 4,
      tasksPerEpoch: 8,
      groupSize: 4,
      evalTasks: 0,
      agentLearningRate: 0.1,
      environmentLearningRate: 0.1,
      ...changes,
    });
  const loop = (
    changes: Partial<Settings>,
    pair: Players = players(),
    options: Partial<CoevolveOptions> = {},
    pools: MemoryPools = memoryPools(),
  ) => {
    const settings = settingsOf(changes);
    return coevolveInMemory(settings, pair, { families, tokenizer, ...options }, pools);
  };

  return {
    families,
    tokenizer,
    players,
    settingsOf,
    epochRequest: (changes: Partial<Settings>, epoch = 4) => ({
      settings: settingsOf(changes),
      families,
      tokenizer,
      environment: players().environment,
      state: { epoch: epoch - 1, recentSuccess: { household: 0.5 } },
      refuse: () => null,
      epoch,
      pools: memoryPools(),
      history: [],
    }),
    loop,
    run: (changes: Partial<Settings>, pair?: Players, options?: Partial<CoevolveOptions>): Promise<RunEvent[]> =>
      collect(loop(changes, pair, options)),
    /** Runs the loop, stops after `lastEpoch`, and continues from the log, read back from JSON. */
    async interrupted(changes: Partial<Settings>, lastEpoch: number): Promise<RunEvent[]> {
      const pair = players();
      const log: RunEvent[] = [];
      for await (const event of loop(changes, pair)) {
        log.push(structuredClone(event));
        if (event.type === 'epoch-ended' && event.epoch === lastEpoch) break;
      }
      const { events, state } = resumePoint(JSON.parse(JSON.stringify(log)) as RunEvent[]);
      return [...log, ...(await collect(loop(changes, pair, { resume: state }, memoryPools(events))))];
    },
  };
}
