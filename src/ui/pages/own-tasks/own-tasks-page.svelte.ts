/** @file Holds the state of the page of the user's own tasks: their text, what the models will read, and their pair. */
import { CodedError } from '../../../common/coded-error.ts';
import { decodeText } from '../../../common/csv.ts';
import { agentPrompt, environmentContext, PLAIN_TEXT, UNKNOWN_SUCCESS } from '../../../tasks/family.ts';
import { MOST_BYTES } from '../../../tasks/given/check-tasks.ts';
import { placesOf } from '../../../tasks/given/places.ts';
import { type Form, type Rule, SPLITS, type TaskSet } from '../../../tasks/given/task-set.ts';
import { readTasks, type TasksNotice } from '../../../tasks/given/tasks-file.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { withKeyText } from '../../../tasks/family-parts.ts';
import { PairPage } from '../worlds/pair-page.svelte.ts';

/** These tasks reverse two letters, as something to begin with. */
const LETTERS = Array.from('abcdef');
const EXAMPLE = LETTERS.flatMap((a) =>
  LETTERS.map((b) => JSON.stringify({ prompt: `turn ${a} ${b}`, answer: `${b} ${a}` })),
).join('\n');

/** A text area shows at most this many characters of a file. */
const MOST_SHOWN = 50_000;

interface Read {
  level: number;
  /** Gives what the agent reads, and the answer it should write. */
  prompt: string;
  answer: string;
  /** Gives what the environment reads, and what it should write then. */
  context: string;
  written: string;
}

export class OwnTasksPage extends PairPage {
  text = $state(EXAMPLE);
  /** Holds the file of the text, which is shown only as far as a text area can bear. */
  file = $state.raw<{ name: string; text: string; encoding: string }>();
  rule = $state<Rule | ''>('');
  form = $state<Form | ''>('');
  /** Names the columns that the user chose; '': the column with the field's name. */
  columns = $state({ prompt: '', answer: '' });
  /** Holds the preview's texts as tokens, and the set they belong to. */
  tokens = $state.raw<{ set: TaskSet; byText: Readonly<Record<string, readonly string[]>> }>();

  readonly check = $derived(
    readTasks(this.file?.text ?? this.text, this.file?.name ?? '', {
      ...(this.rule !== '' && { rule: this.rule }),
      ...(this.form !== '' && { form: this.form }),
      columns: { prompt: this.columns.prompt || undefined, answer: this.columns.answer || undefined },
    }),
  );
  readonly notices = $derived.by((): TasksNotice[] => {
    const encoding = this.file?.encoding ?? 'utf-8';
    return [...(encoding === 'utf-8' ? [] : [{ code: 'encoding' as const, encoding }]), ...this.check.notices];
  });
  /** Counts tasks of each level by split, and says whether lines gave the levels. */
  readonly places = $derived.by(() => {
    const { set } = this.check;
    if (!set) return null;
    const { tasks, levels, derivesLevels } = placesOf(set);
    const counts = Array.from({ length: levels }, (_, i) =>
      SPLITS.map((split) => tasks.filter((task) => task.level === i + 1 && task.split === split).length),
    );
    return { tasks, counts, derivesLevels };
  });
  /** Shows a training task of each level as both models read it. */
  readonly examples = $derived.by((): Read[] => {
    const { places } = this;
    const { set } = this.check;
    if (!set || !places) return [];
    const family = familyByName(set);
    return Array.from({ length: family.levels }, (_, i) => i + 1).flatMap((level) => {
      const task = places.tasks.find((one) => one.level === level && one.split === 'training');
      const parsed = task && family.parse(task.prompt);
      if (!task || !parsed?.ok) return [];
      const { seed, rest } = family.splitSeed(task.prompt);
      return [
        {
          level,
          prompt: agentPrompt(family, parsed.task, PLAIN_TEXT),
          answer: task.answer,
          context: environmentContext(family, UNKNOWN_SUCCESS, seed, PLAIN_TEXT),
          written: withKeyText(family, rest, [task.answer]),
        },
      ];
    });
  });

  override get family(): TaskSet | null {
    return this.check.set;
  }

  open = (file: File): Promise<void> =>
    this.trying(async () => {
      if (file.size > MOST_BYTES)
        throw new CodedError('not-tasks', { file: file.name, faults: [{ code: 'too-large', most: MOST_BYTES }] });
      const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
      this.columns = { prompt: '', answer: '' };
      this.file = { name: file.name.replace(/\.\w+$/, ''), text, encoding };
      this.text = text.slice(0, MOST_SHOWN);
    });

  /** Replaces a file that is shown as a whole with what the user writes. */
  write = (text: string): void => {
    this.text = text;
    this.file = undefined;
  };

  get isCut(): boolean {
    return this.file !== undefined && this.file.text.length > MOST_SHOWN;
  }

  readTokens = (): Promise<void> =>
    this.trying(async () => {
      const { set } = this.check;
      if (!set) return;
      const texts = this.examples.flatMap(({ prompt, answer, context, written }) => [prompt, answer, context, written]);
      const { size, seed } = this;
      const tokens = await this.thread.start('pair-tokens', { request: { family: set, size, seed }, texts });
      this.tokens = { set, byText: Object.fromEntries(texts.map((text, i) => [text, tokens[i]])) };
    });
}
