/** @file Holds the state of the page for writing a task: the task's text and the agent's answers. */
import type { TaskAnswers, TaskQuestion } from '../../../runs/attempt-task.ts';
import { inspectTask } from '../../../genenv/stages/inspect-task.ts';
import { solveText } from '../../../tasks/family-parts.ts';
import { type Family, PLAIN_TEXT } from '../../../tasks/family.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/problems.svelte.ts';

export class TryPage extends Trying {
  family = $state.raw<Family>()!;
  text = $state('');
  answers = $state.raw<TaskAnswers & { text: string }>();
  readonly job = new Job<never>();

  /** The text parsed as a task. Null if the text is empty. */
  inspection = $derived.by(() => (this.text.trim() === '' ? null : inspectTask(this.family, this.text, PLAIN_TEXT)));
  /** A shortest solution, turn by turn. Null if there is none. */
  solution = $derived.by(() => solveText(this.family, this.text));

  constructor(
    family: string,
    private readonly ask: (question: TaskQuestion) => Promise<TaskAnswers>,
  ) {
    super();
    this.choose(family);
  }

  /** Changes the family and shows the family's example task. */
  choose(family: string): void {
    this.family = familyByName(family);
    this.text = this.family.example;
    this.answers = undefined;
    this.closeProblem();
  }

  /** Asks the agent. If the user cancels, the earlier answers stay. */
  async attempt(samples: number): Promise<void> {
    if (this.job.running) return;
    const text = this.text.trim();
    await this.trying(() =>
      this.job.run(async ({ signal }) => {
        const answers = await this.ask({ family: this.family.name, text, samples });
        if (!signal.aborted) this.answers = { text, ...answers };
      }),
    );
  }
}
