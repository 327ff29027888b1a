/** @file The entropies of a task's tokens, asked of the weights when they are to be shown. */
import type { EpochView, TaskView } from '../../../../analysis/run-view.ts';
import type { WrittenTokens } from '../../../../genenv/events.ts';
import { text } from '../../../../text/text.ts';
import { problemOf } from '../../../shared/problems.ts';
import type { AskedText, AskedTokens } from './asked-tokens.ts';

export class Entropies {
  /** By text, nats. */
  private known = $state.raw<ReadonlyMap<WrittenTokens, readonly number[]>>(new Map());
  /** Why there are none now; undefined where there are. */
  problem = $state<string>();
  largest: number = $derived(Math.max(0, ...[...this.known.values()].flat()));
  private wanted = 0;

  of(written: WrittenTokens): readonly number[] {
    return this.known.get(written) ?? [];
  }

  /** Asks about the text of a task and about its rollouts, in the place of what was asked before. */
  ask(asked: AskedTokens, epoch: EpochView, task: TaskView): void {
    const turn = ++this.wanted;
    this.problem = text.colouring.asking;
    const questions = [asked.about(epoch, 'agent', task), asked.about(epoch, 'environment', task)] as const;
    Promise.all(questions).then(
      ([rollouts, written]) => {
        if (turn !== this.wanted) return;
        const entries = [
          ...rollouts.map((one, i): [WrittenTokens, readonly number[]] => [task.rollouts[i].rollout, entropyOf(one)]),
          ...written.map((one): [WrittenTokens, readonly number[]] => [task.text.written!, entropyOf(one)]),
        ];
        this.known = new Map(entries);
        this.problem = undefined;
      },
      (error: unknown) => {
        if (turn === this.wanted) this.problem = problemOf(error).cause;
      },
    );
  }
}

/** Of the weights nearest to those that wrote the text. */
const entropyOf = ({ before, after, initial }: AskedText): readonly number[] => (before ?? after ?? initial).entropy;
