/**
 * @file The events of a sweep's run with real models: straight from the loop, where runs are short or can be made again,
 * or from a session that stores them, where a run must survive being stopped in its middle.
 */
import { coevolve } from '../genenv/coevolve.ts';
import type { RunEvent } from '../genenv/events.ts';
import { emptyPools } from '../genenv/pools.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { familiesByName } from '../tasks/registry.ts';
import { disposeModels, type Models } from '../runs/models.ts';
import type { Session } from '../runs/session.ts';
import type { OpenRun } from './sweep.ts';

/** Nothing is stored: a run that is stopped begins anew. Models are opened for each run and disposed of after it. */
export const loopRun = (openModels: (settings: Settings) => Promise<Models>): OpenRun =>
  async function* ({ settings }) {
    const models = await openModels(settings);
    try {
      const { players, tokenizer, teacher } = models;
      const families = familiesByName(settings.families);
      yield* coevolve(settings, players, emptyPools(), { families, tokenizer, teacher });
    } finally {
      await disposeModels(models);
    }
  };

/** Stored as it goes: what a session already has comes first, then what it goes on to do. */
export const sessionRun = (open: (run: Parameters<OpenRun>[0]) => Promise<Session>): OpenRun =>
  async function* (run): AsyncGenerator<RunEvent, void, void> {
    const session = await open(run);
    try {
      yield* (await session.state()).events;
      for (let event = await session.next(); event; event = await session.next()) yield event;
    } finally {
      await session.dispose();
    }
  };
