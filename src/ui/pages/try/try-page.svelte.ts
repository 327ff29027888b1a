/** @file Holds the state of writing a task: its text, the words that may follow, and the agent's answers. */
import type { TaskAnswers, TaskQuestion } from '../../../runs/attempt-task.ts';
import { inspectTask } from '../../../genenv/stages/inspect-task.ts';
import { nextWords, type NextWord } from '../../../tasks/completions.ts';
import { type Family, PLAIN_TEXT } from '../../../tasks/family.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { Job } from '../../shared/job.svelte.ts';
import { Trying } from '../../shared/problems.svelte.ts';

const SLICE_MILLISECONDS = 8;

/** Returns the words that fit. @param isWanted is called between slices; false ends the search without a result */
async function fittingWords({ candidates, fits }: NextWord, isWanted: () => boolean): Promise<string[] | undefined> {
  const found: string[] = [];
  let until = performance.now() + SLICE_MILLISECONDS;
  for (const word of candidates) {
    if (fits(word)) found.push(word);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return undefined;
    until = performance.now() + SLICE_MILLISECONDS;
  }
  return isWanted() ? found : undefined;
}

export class TryPage extends Trying {
  family = $state.raw<Family>()!;
  text = $state('');
  /** Words that may follow. They are computed shortly after the text changes. */
  words = $state.raw<readonly string[]>([]);
  answers = $state.raw<TaskAnswers & { text: string }>();
  readonly job = new Job<never>();

  /** The text parsed as a task; null if it is empty. */
  inspection = $derived.by(() => (this.text.trim() === '' ? null : inspectTask(this.family, this.text, PLAIN_TEXT)));
  /** A shortest solution, turn by turn; null if there is none. */
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
    super();
    this.choose(family);
  }

  /** Changes the family and loads one of its tasks. */
  choose(family: string): void {
    this.family = familyByName(family);
    this.text = this.family.example;
    this.answers = undefined;
    this.closeProblem();
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

  private async suggest(): Promise<void> {
    const search = ++this.searches;
    const place = this.next(this.text);
    const words = await fittingWords(place, () => search === this.searches);
    if (!words) return;
    this.from = place.from;
    this.words = words;
  }
}
