/** @file The entropies of a task's tokens, asked of the weights when they are to be shown. */
import type { EpochView, TaskView } from '../../../../analysis/run-view.ts';
import type { WrittenTokens } from '../../../../genenv/log/events.ts';
import { openedText } from '../../../../text/later.ts';
import { problemOf, type Said } from '../../../shared/problems.svelte.ts';
import type { AskedText, AskedTokens } from './asked-tokens.ts';

export class Entropies {
  /** By text, nats. */
  private known = $state.raw<readonly { written: WrittenTokens; entropy: readonly number[] }[]>([]);
  private why = $state.raw<Said>();
  largest: number = $derived(Math.max(0, ...this.known.flatMap(({ entropy }) => entropy)));
  private wanted = 0;

  /** Why there are none now; undefined where there are. */
  get problem(): string | undefined {
    return this.why?.();
  }

  of(written: WrittenTokens): readonly number[] {
    return this.known.find((one) => one.written === written)?.entropy ?? [];
  }

  /** Asks about the text of a task and about its rollouts, in the place of what was asked before. */
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

/** Entropies under the weights nearest to those that wrote the text. */
const entropyOf = ({ before, after, initial }: AskedText): readonly number[] => (before ?? after ?? initial).entropy;
