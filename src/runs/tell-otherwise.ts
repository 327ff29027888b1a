/**
 * @file The counterfactual of one fact: what an environment would write in contexts as they tell the agent after an epoch, and
 * in the same contexts with one fact told otherwise, by the weights of that epoch and with the same random numbers. A fact
 * that is told as it was gives the same texts.
 */
import { initialState } from '../genenv/coevolve.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { samplesOfEpoch } from '../genenv/sources/parts/base-tasks.ts';
import { type KnownOfAgent, toldFacts } from '../genenv/stages/told-facts.ts';
import type { Family } from '../tasks/family.ts';
import { askAtEpoch, type AskedPlayer } from './borrowed-weights.ts';
import { type Telling, whatItWrites, type WrittenFor } from '../genenv/stages/what-it-writes.ts';

/** What a dial tells of the agent in place of what the run does. */
export type OtherFact = { success: number } | { level: number } | { weak: string[] };

export interface ToldQuestion {
  /** By the weights after so many epochs, and with what was known of the agent then. */
  epoch: number;
  family: string;
  other: OtherFact;
  /** Contexts, each with one text. */
  texts: number;
}

export interface ToldAnswer extends ToldQuestion {
  asTold: WrittenFor;
  otherwise: WrittenFor;
}

export interface KnownThen {
  settings: Settings;
  families: readonly Family[];
  state: KnownOfAgent;
}

/** What was known of the agent after the last epoch of a log, which may be outlines. */
export function stateAfter(log: readonly RunEvent[], families: readonly Family[]): KnownOfAgent {
  const last = log.findLast((event) => event.type === 'epoch-ended');
  return last ? last.state : initialState(families);
}

/** @returns null where the weights of that epoch are not kept */
export async function tellOtherwise(
  player: AskedPlayer,
  known: KnownThen,
  question: ToldQuestion,
): Promise<ToldAnswer | null> {
  const { settings, families, state } = known;
  const place = families.findIndex(({ name }) => name === question.family);
  const family = families[place];
  const { epoch, other, texts } = question;
  // The facts that the contexts of the next epoch tell.
  const asTold: Telling = (batch) => toldFacts({ settings, epoch: epoch + 1, state }, family, batch);
  const otherwise: Telling = (batch) => ({ ...asTold(batch), ...other });
  const samples = samplesOfEpoch({ families, settings, epoch: epoch + 1 })?.[place];
  const { policy: environment, tokenizer } = player;
  const written = await askAtEpoch(player, epoch, (weights) =>
    whatItWrites({ environment, tokenizer, settings, family, texts, samples, weights }, [asTold, otherwise]),
  );
  return written && { ...question, asTold: written[0], otherwise: written[1] };
}
