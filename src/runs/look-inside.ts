/** @file The inside of the models of an open run, before the run and now: what a person looks at between two stages. */
import type { Players } from '../genenv/coevolve.ts';
import type { Anatomy, AttentionMaps, WeightValues } from '../policy/inspection.ts';
import type { TextTokenizer } from '../policy/text-tokenizer.ts';

/** The same thing of the weights that the run began with, and of the current ones. */
export interface BeforeAndNow<Thing> {
  before: Thing;
  now: Thing;
}

export type PlayerName = keyof Players;

export interface AttentionQuestion {
  player: PlayerName;
  prompt: string;
  /** The model's words after it, as tokens. */
  ids: readonly number[];
}

export interface AttentionAnswer extends BeforeAndNow<AttentionMaps> {
  /** The text of each token of the sequence. */
  tokens: string[];
}

export interface WeightQuestion {
  player: PlayerName;
  /** One of the anatomy. */
  name: string;
}

export type Anatomies = Record<PlayerName, Anatomy>;

export async function anatomiesOf({ agent, environment }: Players): Promise<Anatomies> {
  return { agent: await agent.anatomy(), environment: await environment.anatomy() };
}

export async function attentionOf(
  players: Players,
  tokenizer: TextTokenizer,
  { player, prompt, ids: written }: AttentionQuestion,
): Promise<AttentionAnswer> {
  const ids = [...tokenizer.encode(prompt), ...written];
  const policy = players[player];
  return {
    tokens: ids.map((id) => tokenizer.tokenText(id)),
    before: await policy.attention(ids, 'initial'),
    now: await policy.attention(ids, 'current'),
  };
}

export async function weightOf(
  players: Players,
  { player, name }: WeightQuestion,
): Promise<BeforeAndNow<WeightValues>> {
  const policy = players[player];
  return { before: await policy.weight(name, 'initial'), now: await policy.weight(name, 'current') };
}
