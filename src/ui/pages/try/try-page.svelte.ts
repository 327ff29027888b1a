/** @file The page on which a person writes a task: what the text is, what may come next, and what the agent answers. */
import type { TaskAnswers, TaskQuestion } from '../../../runs/attempt-task.ts';
import { inspectTask } from '../../../genenv/stages/inspect-task.ts';
import { nextWords } from '../../../tasks/completions.ts';
import { type Family, PLAIN_TEXT } from '../../../tasks/family.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { problemOf, type Problem } from '../../shared/problems.svelte.ts';
import { fittingWords } from './fitting-words.ts';

export class TryPage {
  family = $state.raw<Family>()!;
  text = $state('');
  /** Words that may come next, and where they go; found after the text has changed. */
  words = $state.raw<readonly string[]>([]);
  answers = $state.raw<TaskAnswers & { text: string }>();
  busy = $state(false);
  problem = $state.raw<Problem>();

  /** The text as a task; null while there is none. */
  inspection = $derived.by(() => (this.text.trim() === '' ? null : inspectTask(this.family, this.text, PLAIN_TEXT)));
  /** A shortest solution, turn by turn; null where there is none. */
  solution = $derived.by(() => {
    const parsed = this.family.parse(this.text);
    if (!parsed.ok) return null;
    const oracle = this.family.oracle(parsed.task);
    return oracle.solvable ? oracle.answers : null;
  });
  private next = $derived.by(() => nextWords(this.family));
  private from = 0;
  private searches = 0;

  constructor(
    family: string,
    private readonly ask: (question: TaskQuestion) => Promise<TaskAnswers>,
  ) {
    this.choose(family);
  }

  /** Another family, beginning with one of its tasks. */
  choose(family: string): void {
    this.family = familyByName(family);
    this.text = this.family.example;
    this.answers = undefined;
    this.problem = undefined;
    void this.suggest();
  }

  write(text: string): void {
    this.text = text;
    void this.suggest();
  }

  /** Puts a suggested word into the text, with a space after it. */
  add(word: string): void {
    const before = this.text.slice(0, this.from);
    this.write(`${before}${before === '' || /\s$/.test(before) ? '' : ' '}${word} `);
  }

  async attempt(samples: number): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = undefined;
    const text = this.text.trim();
    try {
      this.answers = { text, ...(await this.ask({ family: this.family.name, text, samples })) };
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }

  private async suggest(): Promise<void> {
    const search = ++this.searches;
    const place = this.next(this.text);
    const words = await fittingWords(place, () => search === this.searches);
    if (!words) return;
    this.from = place.from;
    this.words = words;
  }
}
