/**
 * @file Lets the user play instead of the agent. The user reads what the agent reads, answers turn by turn, and gets
 * the family's score. The user's success rate stands beside the agent's on the same tasks.
 */
import type { SuccessCount } from '../../../curriculum/environment-reward.ts';
import type { RolloutReason } from '../../../genenv/log/reasons.ts';
import { agentReward } from '../../../genenv/stages/score-rollouts.ts';
import type { Episode, Family, Score } from '../../../tasks/family.ts';
import type { PlayableTask } from './playable-tasks.ts';

export interface PlayedTurn {
  action: string;
  /** The simulator's reply; empty after the last turn. */
  observation: string;
}

export class Game {
  turns = $state.raw<readonly PlayedTurn[]>([]);
  /** Score of the current task, once it is over. */
  score = $state.raw<Score<RolloutReason>>();
  place = $state(0);
  /** The user's finished tasks. `agent` counts only those that the agent attempted too. */
  person = $state.raw<SuccessCount>({ k: 0, n: 0 });
  agent = $state.raw<SuccessCount>({ k: 0, n: 0 });

  private parsed: unknown;
  private episode!: Episode;

  constructor(
    readonly family: Family,
    readonly tasks: readonly PlayableTask[],
    /** A soft reward of at least this is a success. */
    private readonly successThreshold: number,
  ) {
    this.begin();
  }

  get task(): PlayableTask {
    return this.tasks[this.place];
  }

  prompt = $derived.by(() => {
    const parsed = this.family.parse(this.task.text);
    return parsed.ok ? this.family.prompt(parsed.task) : this.task.text;
  });

  /** Takes one turn. The task ends if the simulator says so, or after the last turn. */
  answer(action: string): void {
    if (this.score) return;
    const { observation, done } = this.episode.step(action);
    this.turns = [...this.turns, { action, observation }];
    if (!done && this.turns.length < this.family.maxTurns) return;
    const turns = this.turns.map((turn) => turn.action);
    this.score = agentReward(this.family, this.parsed, turns, 'stop', this.successThreshold);
    this.person = { k: this.person.k + (this.score.success ? 1 : 0), n: this.person.n + 1 };
    const { agent } = this.task;
    if (agent) this.agent = { k: this.agent.k + agent.k, n: this.agent.n + agent.n };
  }

  /** Goes to the next task, or from the last to the first. */
  next(): void {
    this.place = (this.place + 1) % this.tasks.length;
    this.begin();
  }

  private begin(): void {
    const parsed = this.family.parse(this.task.text);
    if (!parsed.ok) throw new Error(`“${this.task.text}” is not a task of ${this.family.name}: ${parsed.reason.code}`);
    this.parsed = parsed.task;
    this.episode = this.family.start(parsed.task);
    this.turns = [];
    this.score = undefined;
  }
}
