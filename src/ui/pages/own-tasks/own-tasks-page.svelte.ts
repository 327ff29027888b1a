/** @file Holds the state of the page for the user's own tasks: their text, a preview, and a pair of models. */
import { once } from '../../../common/once.ts';
import { CodedError } from '../../../common/coded-error.ts';
import type { PickedFile } from '../../../common/byte-source.ts';
import { decodeText } from '../../../common/csv.ts';
import { agentPrompt, environmentContext, PLAIN_TEXT, UNKNOWN_SUCCESS } from '../../../tasks/family.ts';
import { MOST_BYTES } from '../../../tasks/given/check-tasks.ts';
import { placesOf } from '../../../tasks/given/places.ts';
import { type Form, type Rule, SPLITS, type TaskSet } from '../../../tasks/given/task-set.ts';
import { readTasks, type TasksNotice } from '../../../tasks/given/tasks-file.ts';
import { familyByName } from '../../../tasks/registry.ts';
import { withKeyText } from '../../../tasks/family-parts.ts';
import { PairPage } from '../../state/making-page.svelte.ts';

/** Example tasks for the empty form: reverse two letters. */
const LETTERS = Array.from('abcdef');
const EXAMPLE = LETTERS.flatMap((a) =>
  LETTERS.map((b) => JSON.stringify({ prompt: `turn ${a} ${b}`, answer: `${b} ${a}` })),
).join('\n');

/** Longest part of a file that a text area shows, in characters. */
const MOST_SHOWN = 50_000;

interface Read {
  level: number;
  /** Text that the agent reads. `answer` is the text that the agent should write. */
  prompt: string;
  answer: string;
  /** Text that the environment reads. `written` is the text that the environment should write. */
  context: string;
  written: string;
}

export class OwnTasksPage extends PairPage {
  text = $state(EXAMPLE);
  /** File that the text comes from. The text area shows only the beginning of a long file. */
  file = $state.raw<{ name: string; text: string; encoding: string }>();
  rule = $state<Rule | ''>('');
  form = $state<Form | ''>('');
  /** Columns that the user chose. '' means the column named like the field. */
  columns = $state({ prompt: '', answer: '' });

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
  /** Tasks, and how many there are per level and split. `derivesLevels` is true if no line states a level. */
  readonly places = $derived.by(() => {
    const { set } = this.check;
    if (!set) return null;
    const { tasks, levels, derivesLevels } = placesOf(set);
    const counts = Array.from({ length: levels }, (_, i) =>
      SPLITS.map((split) => tasks.filter((task) => task.level === i + 1 && task.split === split).length),
    );
    return { tasks, counts, derivesLevels };
  });
  /** One training task of each level, as both models read it. */
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

  open = ({ path, file }: PickedFile): Promise<void> =>
    this.trying(async () => {
      if (file.size > MOST_BYTES)
        throw new CodedError('not-tasks', { file: path, faults: [{ code: 'too-large', most: MOST_BYTES }] });
      const { text, encoding } = decodeText(new Uint8Array(await file.arrayBuffer()));
      this.columns = { prompt: '', answer: '' };
      this.file = { name: path.replace(/\.\w+$/, ''), text, encoding };
      this.text = text.slice(0, MOST_SHOWN);
    });

  /** Sets the text. Drops the opened file, because the user now edits the text. */
  write = (text: string): void => {
    this.text = text;
    this.file = undefined;
  };

  get isCut(): boolean {
    return this.file !== undefined && this.file.text.length > MOST_SHOWN;
  }
}

/** All views share this state, so that making a pair continues while another part is shown. */
export const ownTasksPage = once(() => new OwnTasksPage());
