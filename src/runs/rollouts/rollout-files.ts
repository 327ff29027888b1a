/**
 * @file The files of a rollout log by steps. They are read twice: once to find out which rows are of which step and which cannot
 * be read, and once a step at a time. Rows may stand in any order and in any number of files; of the rows, those of one step are
 * in memory, and of the others their places.
 */
import { beginningOf, type ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { plainText } from '../../common/plain-text.ts';
import { formOf, rowReaders } from './forms/index.ts';
import { TRL_COLUMNS } from './forms/trl.ts';
import { jsonRows, type Place, type PlacedRow } from './json-rows.ts';
import type { LoggedRollout, LoggedRow, RolloutForm } from './logged-rollout.ts';
import { isParquet, openParquet } from './parquet-rows.ts';

/** A file and its path in the folder that was chosen. */
export interface RolloutFile {
  path: string;
  source: ByteSource;
}

/** A file that holds rows of a form. */
interface OpenFile {
  path: string;
  form: RolloutForm;
  /** The whole of it, in the units of `rows`. */
  whole: Place;
  rows: (place: Place) => AsyncIterable<PlacedRow[]>;
}

/** The rows of a step in a file that follow each other. */
interface Segment extends Place {
  file: OpenFile;
}

export interface LoggedStep {
  step: number;
  /** Success of an evaluation after this step, if the log has one. */
  heldOut: number | null;
  /** True if it has rollouts of the training. */
  trained: boolean;
  read: () => Promise<LoggedRollout[]>;
}

export interface RolloutLog {
  form: RolloutForm;
  /** Ascending. */
  steps: LoggedStep[];
  /** Problems of rows and files that could not be read; the others are. */
  problems: CodedError[];
}

const MOST_PROBLEMS = 20;
/** Rows by which a file of JSON lines is recognised. */
const FIRST_ROWS = 20;
/** Files that begin otherwise are not looked at: a folder of a run holds checkpoints, too. */
const BEGINS_JSON = /^\uFEFF?\s*\{/;
/**
 * The size of a step that is held in memory, in the units of `sizeOf`. Its texts are in memory three times while they are written:
 * as rollouts, as a line of JSON and as the bytes of that line.
 */
const LARGEST_STEP = 100_000_000;
/** A rollout takes as much memory beside its texts as a text of so many characters. */
const ROLLOUT_OVERHEAD = 350;

/** The size of a rollout in characters, about. */
const sizeOf = ({ prompt, turns, observations, length }: LoggedRollout): number =>
  [prompt, ...turns, ...observations].reduce((sum, text) => sum + text.length, ROLLOUT_OVERHEAD + 2 * (length ?? 0));

/** Collects problems, each with its file and row, up to a number; then how many more there were. */
class Problems {
  readonly found: CodedError[] = [];
  private more = 0;

  constructor(private readonly named: boolean) {}

  /** @throws what is no problem of the file */
  add(file: string, row: number | null, error: unknown): void {
    if (!(error instanceof CodedError)) throw error;
    const coded: CodedError = error;
    if (this.found.length >= MOST_PROBLEMS) this.more += 1;
    else
      this.found.push(
        new CodedError('rollout-row', { file: this.named ? plainText(file) : null, row, problem: errorData(coded) }),
      );
  }

  all(): CodedError[] {
    return this.more > 0 ? [...this.found, new CodedError('more-rows', { rows: this.more })] : this.found;
  }
}

async function openJson({ path, source }: RolloutFile): Promise<OpenFile | null> {
  const whole = { start: 0, end: source.size, row: 1 };
  const rows = (place: Place) => jsonRows(source, place);
  for await (const some of rows(whole)) {
    for (const { value, row } of some) {
      const form = value instanceof CodedError ? undefined : formOf(value);
      if (form) return { path, form, whole, rows };
      if (row >= FIRST_ROWS) return null;
    }
  }
  return null;
}

async function openTable({ path, source }: RolloutFile): Promise<OpenFile> {
  const { rows, columns, read } = await openParquet(source);
  if (!TRL_COLUMNS.every((name) => columns.includes(name)))
    throw new CodedError('parquet-columns', { columns: columns.join(', '), needed: TRL_COLUMNS.join(', ') });
  return { path, form: 'trl', whole: { start: 0, end: rows, row: 1 }, rows: read };
}

/** The files that hold rollouts; others are passed over. */
async function openFiles(files: readonly RolloutFile[], problems: Problems): Promise<OpenFile[]> {
  const order = new Intl.Collator('en', { numeric: true });
  const opened: OpenFile[] = [];
  for (const file of [...files].sort((a, b) => order.compare(a.path, b.path))) {
    const beginning = await beginningOf(file.source, 64);
    try {
      const one = isParquet(beginning)
        ? await openTable(file)
        : BEGINS_JSON.test(new TextDecoder().decode(beginning))
          ? await openJson(file)
          : null;
      if (one) opened.push(one);
    } catch (error) {
      problems.add(file.path, null, error);
    }
  }
  return opened;
}

/**
 * The files of the one form. Beside those of a trainer, JSON lines of no trainer's form are something else: its metrics.
 * @throws CodedError `rollouts-mixed`: files of two trainers' forms may tell of the same rollouts
 */
function ofOneForm(files: readonly OpenFile[]): OpenFile[] {
  const ofTrainers = files.filter(({ form }) => form !== 'json-lines');
  const other = ofTrainers.find(({ form }) => form !== ofTrainers[0].form);
  if (other) throw new CodedError('rollouts-mixed', { one: ofTrainers[0].path, other: other.path });
  return ofTrainers.length > 0 ? ofTrainers : [...files];
}

/** The places of the rows of a step. */
interface IndexedStep extends LoggedStep {
  segments: Segment[];
  size: number;
  /** Rollouts that are left out because the step is too large. */
  left: number;
}

function readRow({ form }: OpenFile, { value }: PlacedRow): LoggedRow {
  if (value instanceof CodedError) throw value;
  return rowReaders[form].read(value);
}

class StepIndex {
  private readonly steps = new Map<number, IndexedStep>();
  /** The step and the segment of the row before, if that row was read. */
  private before: { step: IndexedStep; segment: Segment } | null = null;

  begin(): void {
    this.before = null;
  }

  add(file: OpenFile, { start, end, row }: PlacedRow, logged: LoggedRow): void {
    const step = this.at(logged.step);
    if (logged.heldOut !== undefined) step.heldOut = logged.heldOut;
    if (logged.rollouts.length === 0) return;
    const size = logged.rollouts.reduce((sum, one) => sum + sizeOf(one), 0);
    if (step.size + size > LARGEST_STEP) {
      step.left += logged.rollouts.length;
      return this.begin();
    }
    step.size += size;
    step.trained = true;
    const { before } = this;
    if (before?.step === step) before.segment.end = end;
    else {
      const segment = { file, start, end, row };
      step.segments.push(segment);
      this.before = { step, segment };
    }
  }

  all(): IndexedStep[] {
    return [...this.steps.values()].sort((a, b) => a.step - b.step);
  }

  private at(number: number): IndexedStep {
    const known = this.steps.get(number);
    if (known) return known;
    const segments: Segment[] = [];
    const step = {
      step: number,
      heldOut: null,
      trained: false,
      segments,
      read: () => readSegments(segments),
      size: 0,
      left: 0,
    };
    this.steps.set(number, step);
    return step;
  }
}

async function indexed(files: readonly OpenFile[], problems: Problems): Promise<IndexedStep[]> {
  const index = new StepIndex();
  for (const file of files) {
    index.begin();
    try {
      for await (const rows of file.rows(file.whole)) {
        for (const placed of rows) {
          try {
            index.add(file, placed, readRow(file, placed));
          } catch (error) {
            problems.add(file.path, placed.row, error);
          }
        }
      }
    } catch (error) {
      problems.add(file.path, null, error);
    }
  }
  return index.all();
}

async function readSegments(segments: readonly Segment[]): Promise<LoggedRollout[]> {
  const rollouts: LoggedRollout[] = [];
  for (const { file, ...place } of segments)
    for await (const rows of file.rows(place))
      for (const placed of rows)
        try {
          for (const rollout of readRow(file, placed).rollouts) rollouts.push(rollout);
        } catch (error) {
          // It was named when the rows were counted.
          if (!(error instanceof CodedError)) throw error;
        }
  return rollouts;
}

/** Opens the log in these files: all rows are read once here. */
export async function openRolloutLog(files: readonly RolloutFile[]): Promise<RolloutLog> {
  const problems = new Problems(files.length > 1);
  const opened = ofOneForm(await openFiles(files, problems));
  const steps = await indexed(opened, problems);
  const found = problems.all();
  for (const { step, left } of steps)
    if (left > 0) found.push(new CodedError('step-too-large', { step, rollouts: left }));
  if (!steps.some(({ trained }) => trained))
    throw new CodedError('no-rollouts', { problem: found.length > 0 ? errorData(found[0]) : null });
  return { form: opened[0].form, steps, problems: found };
}
