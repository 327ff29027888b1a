/** @file Asks the weights about the tokens of a task, once for as long as the weights that can be asked stay the same. */
import type { TextPredictions, TokenAnswer, TokenQuestion } from '../../../../runs/ask-tokens.ts';
import type { EpochView, TaskView } from '../../../../analysis/run-view.ts';

export type AskTokens = (question: TokenQuestion) => Promise<TokenAnswer>;

/** The weights' answer about one text; null: those weights are not kept, or the update has not happened yet. */
export interface AskedText {
  before: TextPredictions | null;
  after: TextPredictions | null;
  initial: TextPredictions;
}

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
  private readonly known = new Map<string, Promise<TokenAnswer>>();

  constructor(private readonly ask: AskTokens) {}

  /** By text of the task: its rollouts, or its own text. */
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
