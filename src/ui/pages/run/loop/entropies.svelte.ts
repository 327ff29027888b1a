/** @file Requests predictions of a run's models for the tokens of a task, and keeps them. */
import type { TextPredictions, TokenAnswer, TokenQuestion } from '../../../../runs/ask-tokens.ts';
import type { EpochView, TaskView } from '../../../../analysis/run-view.ts';
import type { WrittenTokens } from '../../../../genenv/log/events.ts';
import { openedText } from '../../../../text/later.ts';
import { problemOf, type Said } from '../../../shared/problems.svelte.ts';

export type AskTokens = (question: TokenQuestion) => Promise<TokenAnswer>;

/** Predictions for one text before and after the update. Null if the weights are not kept or do not exist yet. */
export interface AskedText {
  before: TextPredictions | null;
  after: TextPredictions | null;
  initial: TextPredictions;
}

/** Number of most probable tokens to ask for at each position. */
const ALTERNATIVES = 6;

type Player = TokenQuestion['player'];

const questionOf = (epoch: EpochView, player: Player, task: TaskView): TokenQuestion => {
  const settings = epoch.agentSettings ?? epoch.settings;
  const common = { player, epoch: epoch.epoch, alternatives: ALTERNATIVES };
  return player === 'agent'
    ? {
        ...common,
        temperature: settings.agentTemperature || 1,
        texts: task.rollouts.map(({ rollout: { ids, mask } }) => ({ read: task.prompt, ids, mask })),
      }
    : {
        ...common,
        temperature: settings.environmentTemperature || 1,
        texts: task.written ? [{ read: task.context, ids: task.written.ids }] : [],
      };
};

export class AskedTokens {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache: nothing is drawn again because it grows
  private readonly known = new Map<string, Promise<TokenAnswer>>();

  constructor(private readonly ask: AskTokens) {}

  /** Returns predictions for a task's rollouts if the player is the agent, or else for the task's text. */
  async about(epoch: EpochView, player: Player, task: TaskView): Promise<AskedText[]> {
    const reached = epoch['epoch-ended'] ? 'ended' : epoch[`${player}-updated`] ? 'updated' : 'before';
    const key = `${epoch.epoch} ${player} ${task.index} ${reached}`;
    const asked = this.known.get(key) ?? this.ask(questionOf(epoch, player, task));
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    const { before, after, initial } = await asked;
    return initial.map((one, i) => ({ before: before?.[i] ?? null, after: after?.[i] ?? null, initial: one }));
  }
}

export class Entropies {
  /** Entropies of the tokens of each text, in nats. */
  private known = $state.raw<readonly { written: WrittenTokens; entropy: readonly number[] }[]>([]);
  private why = $state.raw<Said>();
  largest: number = $derived(Math.max(0, ...this.known.flatMap(({ entropy }) => entropy)));
  private wanted = 0;

  /** Returns why the newest request has no entropies yet. Undefined once it has, and before the first request. */
  get problem(): string | undefined {
    return this.why?.();
  }

  of(written: WrittenTokens): readonly number[] {
    return this.known.find((one) => one.written === written)?.entropy ?? [];
  }

  /** Asks for the entropies of a task's text and rollouts. Answers to earlier requests are dropped. */
  ask(asked: AskedTokens, epoch: EpochView, task: TaskView): void {
    const turn = ++this.wanted;
    this.why = () => openedText.colouring.asking;
    const questions = [asked.about(epoch, 'agent', task), asked.about(epoch, 'environment', task)] as const;
    Promise.all(questions).then(
      ([rollouts, written]) => {
        if (turn !== this.wanted) return;
        this.known = [
          ...rollouts.map((one, i) => ({ written: task.rollouts[i].rollout, entropy: entropyOf(one) })),
          ...written.map((one) => ({ written: task.written!, entropy: entropyOf(one) })),
        ];
        this.why = undefined;
      },
      (error: unknown) => {
        const problem = problemOf(error);
        if (turn === this.wanted) this.why = () => problem.cause;
      },
    );
  }
}

/** Returns the entropies under the weights before the update, or else the nearest kept weights. */
const entropyOf = ({ before, after, initial }: AskedText): readonly number[] => (before ?? after ?? initial).entropy;
