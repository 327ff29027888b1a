/**
 * @file Reads the files of a rollout log step by step. The first pass finds unreadable rows and the step of each row.
 * The second pass reads one step at a time. Rows may be in any order and in any number of files. Memory holds the rows
 * of one step, and only the positions of all others.
 */
import { beginningOf, type ByteSource } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { errorData } from '../../common/error-data.ts';
import { plainText } from '../../common/plain-text.ts';
import {
  type Columns,
  columnNames,
  isEvaluationName,
  type LoggedRollout,
  type LoggedRow,
  type PresetName,
  proposeColumns,
  readRow,
  HIGHEST_STEP,
  type Row,
} from './columns.ts';
import { isParquet, jsonRows, openParquet, type Place, type PlacedRow } from './rows.ts';
import { findRewards, numericColumns } from './reward-columns.ts';
import { isSuccess } from '../../curriculum/curriculum.ts';
import { addCounts, type SuccessCount, successRate } from '../../curriculum/environment-reward.ts';

/** File with its path relative to the chosen folder. */
export interface RolloutFile {
  path: string;
  source: ByteSource;
}

interface OpenFile {
  path: string;
  /** First rows of the file. `names` are the columns of the file. */
  sample: Row[];
  names: ReadonlySet<string>;
  /** Step of rows without a step: the last number in the file's name, else 1. */
  step: number;
  /** True if the name of the file or of a folder says that it holds an evaluation. */
  evaluation: boolean;
  /** Place of the whole file, in bytes for JSON lines and in rows for Parquet. */
  whole: Place;
  rows: (place: Place) => AsyncIterable<PlacedRow[]>;
}

/** Columns of a log and their roles. */
export interface Mapping {
  names: readonly string[];
  /** Columns that may be rewards. */
  numeric: readonly string[];
  columns: Columns;
}

/** Thrown if the user must declare the columns. */
export class ColumnsUnknown extends CodedError<'rollout-columns' | 'rewards-undecided'> {
  constructor(
    code: 'rollout-columns' | 'rewards-undecided',
    readonly mapping: Mapping,
  ) {
    const { names, numeric } = mapping;
    super(code, { columns: (code === 'rollout-columns' ? names : numeric).map((name) => plainText(name)).join(', ') });
  }
}

/** Place of consecutive rows of one step. */
interface Segment extends Place {
  file: OpenFile;
}

export interface LoggedStep {
  step: number;
  /** Success rate of the evaluation after this step; null if the log has none. */
  heldOut: number | null;
  /** True if the step has training rollouts. */
  trained: boolean;
  read: () => Promise<LoggedRollout[]>;
}

export interface RolloutLog {
  preset: PresetName;
  mapping: Mapping;
  /** Steps in ascending order. */
  steps: LoggedStep[];
  /** Problems of unreadable rows and files, which are skipped. */
  problems: CodedError[];
}

const MOST_PROBLEMS = 20;
/** Number of rows read to find a log's columns and rewards. Each further file adds only `FURTHER_ROWS`. */
const FIRST_ROWS = 2000;
const FURTHER_ROWS = 20;
/** Matches the start of JSON lines. Files that start otherwise, such as checkpoints, are skipped. */
const BEGINS_JSON = /^\s*\{/;
/** Maximum size of a step in memory, in characters as estimated by `sizeOf`. */
const LARGEST_STEP = 100_000_000;
/** Memory that a rollout takes besides its texts, in characters. */
const ROLLOUT_OVERHEAD = 350;

/** Estimates the size of a rollout in characters. */
function sizeOf({ prompt, turns, observations, length }: LoggedRollout): number {
  let size = ROLLOUT_OVERHEAD + prompt.length + 2 * (length ?? 0);
  for (const turn of turns) size += turn.length;
  for (const observation of observations) size += observation.length;
  return size;
}

/** Collects the first `MOST_PROBLEMS` problems with file and row, and counts further ones. */
class Problems {
  readonly found: CodedError[] = [];
  private more = 0;

  constructor(private readonly named: boolean) {}

  /** Adds a problem. @throws the error if it is not a CodedError */
  add(file: string, row: number | null, error: unknown): void {
    if (!(error instanceof CodedError)) throw error;
    const coded: CodedError = error;
    const problem = errorData(coded);
    if (this.found.length >= MOST_PROBLEMS) this.more += 1;
    else this.found.push(new CodedError('rollout-row', { file: this.named ? plainText(file) : null, row, problem }));
  }

  all(): CodedError[] {
    return this.more > 0 ? [...this.found, new CodedError('more-rows', { rows: this.more })] : this.found;
  }
}

async function openRows({ path, source }: RolloutFile, most: number): Promise<OpenFile | null> {
  const beginning = await beginningOf(source, 64);
  const table = isParquet(beginning) ? await openParquet(source) : null;
  if (!table && !BEGINS_JSON.test(new TextDecoder().decode(beginning))) return null;
  const whole = { start: 0, end: table?.rows ?? source.size, row: 1 };
  const rows = table?.read ?? ((place: Place) => jsonRows(source, place));
  const sample: Row[] = [];
  const names = new Set(table?.columns);
  let seen = 0;
  for await (const some of rows(whole)) {
    for (const { value } of some) {
      if (value instanceof CodedError) continue;
      sample.push(value);
      for (const name of columnNames(value)) names.add(name);
    }
    seen += some.length;
    if (seen >= most) break;
  }
  const number = Number(/\d+(?=\D*$)/.exec(path.split('/').at(-1)!)?.[0] ?? 1);
  const step = number <= HIGHEST_STEP ? number : 1;
  const evaluation = path.split('/').some(isEvaluationName);
  return names.size === 0 ? null : { path, sample: sample.slice(0, most), names, step, evaluation, whole, rows };
}

/** Opens the files that hold rows and skips others. */
async function openFiles(files: readonly RolloutFile[], problems: Problems): Promise<OpenFile[]> {
  const order = new Intl.Collator('en', { numeric: true });
  const opened: OpenFile[] = [];
  let sampled = 0;
  for (const file of [...files].sort((a, b) => order.compare(a.path, b.path))) {
    try {
      const one = await openRows(file, Math.max(FURTHER_ROWS, FIRST_ROWS - sampled));
      sampled += one?.sample.length ?? 0;
      if (one) opened.push(one);
    } catch (error) {
      problems.add(file.path, null, error);
    }
  }
  return opened;
}

/**
 * Chooses the files that hold rollouts, and their columns. If some files have a trainer's form, plain JSON lines are
 * skipped, because they are probably metrics.
 * @throws CodedError `rollouts-mixed` if files have the forms of two trainers, or ColumnsUnknown
 */
function chooseColumns(files: readonly OpenFile[], declared: Partial<Columns> = {}) {
  const proposed = files.map((file) => ({ file, ...proposeColumns(file.names) }));
  const named = [declared.prompt, declared.completion].filter((name) => name !== undefined && name !== null);
  const holding = proposed.filter(({ file, fits }) =>
    named.length > 0 ? named.every((name) => file.names.has(name)) : fits,
  );
  const ofTrainers = holding.filter(({ preset }) => preset !== 'JSON lines');
  const chosen = ofTrainers.length > 0 ? ofTrainers : holding;
  const [first] = chosen.length > 0 ? chosen : proposed;
  const other = chosen.find(({ preset }) => preset !== first.preset);
  if (other && named.length === 0)
    throw new CodedError('rollouts-mixed', { one: first.file.path, other: other.file.path });
  const rows = chosen.flatMap(({ file }) => file.sample).slice(0, FIRST_ROWS);
  const columns = { ...first.columns, ...declared };
  const names = [...first.file.names];
  const mapping = { names, numeric: numericColumns(rows.length > 0 ? rows : first.file.sample, columns), columns };
  if (chosen.length === 0 || (columns.prompt === null && !first.file.names.has('heldOut')))
    throw new ColumnsUnknown('rollout-columns', mapping);
  const rewards = columns.rewards ?? findRewards(rows, columns);
  if (rewards === null && mapping.numeric.length > 0) throw new ColumnsUnknown('rewards-undecided', mapping);
  return {
    files: chosen.map(({ file }) => file),
    preset: first.preset,
    mapping: { ...mapping, columns: { ...columns, rewards: rewards ?? {} } },
  };
}

interface IndexedStep extends LoggedStep {
  segments: Segment[];
  size: number;
  /** Number of rollouts left out because the step is too large. */
  left: number;
  /** Success counts of the rollouts with known rewards. */
  success: Record<'training' | 'evaluation', SuccessCount>;
  /** Names of the first groups; null once a group has a second rollout. */
  groups: Set<string> | null;
}

/** Number of group names remembered per step. A step has groups if one of these names occurs twice. */
const FIRST_GROUPS = 64;

function readPlaced(columns: Columns, { step, evaluation }: OpenFile, { value }: PlacedRow): LoggedRow {
  if (value instanceof CodedError) throw value;
  const row = readRow(columns, value, step);
  row.evaluation ||= evaluation;
  return row;
}

class StepIndex {
  private readonly steps = new Map<number, IndexedStep>();
  /** Step and segment of the previous row, if that row was added to a segment. */
  private before: { step: IndexedStep; segment: Segment } | null = null;

  constructor(
    private readonly columns: Columns,
    private readonly threshold: number,
  ) {}

  begin(): void {
    this.before = null;
  }

  add(file: OpenFile, placed: PlacedRow): void {
    const { step: number, heldOut, evaluation, rollouts } = readPlaced(this.columns, file, placed);
    const { start, end, row } = placed;
    const step = this.at(number);
    if (heldOut !== undefined) step.heldOut = heldOut;
    if (rollouts.length === 0) return;
    const success = step.success[evaluation ? 'evaluation' : 'training'];
    let size = 0;
    for (const one of rollouts) {
      size += sizeOf(one);
      if (one.reward === null) continue;
      success.n += 1;
      if (isSuccess(one.reward, this.threshold)) success.k += 1;
    }
    if (evaluation) return this.begin();
    if (step.size + size > LARGEST_STEP) {
      step.left += rollouts.length;
      return this.begin();
    }
    step.size += size;
    step.trained = true;
    if (step.groups) {
      const { group } = rollouts[0];
      if (rollouts.length > 1 || step.groups.has(group)) step.groups = null;
      else if (step.groups.size < FIRST_GROUPS) step.groups.add(group);
    }
    const { before } = this;
    if (before?.step === step) before.segment.end = end;
    else {
      const segment = { file, start, end, row };
      step.segments.push(segment);
      this.before = { step, segment };
    }
  }

  /** Returns the steps and the number of evaluation rollouts. */
  all(): { steps: IndexedStep[]; evaluated: number } {
    const steps = [...this.steps.values()].sort((a, b) => a.step - b.step);
    // If other steps have groups, a step with one answer per prompt is an evaluation.
    const grouped = steps.some(({ groups }) => groups === null);
    for (const step of steps) {
      const single = grouped && step.trained && (step.groups?.size ?? 0) > 1;
      const { training, evaluation } = step.success;
      const success = single ? addCounts([training, evaluation]) : evaluation;
      if (single) step.trained = false;
      step.success.evaluation = success;
      if (success.n > 0) step.heldOut = successRate(success);
    }
    return { steps, evaluated: steps.reduce((sum, { success }) => sum + success.evaluation.n, 0) };
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
      read: () => readSegments(this.columns, segments),
      size: 0,
      left: 0,
      success: { training: { k: 0, n: 0 }, evaluation: { k: 0, n: 0 } },
      groups: new Set<string>(),
    };
    this.steps.set(number, step);
    return step;
  }
}

async function indexRows(index: StepIndex, files: readonly OpenFile[], problems: Problems): Promise<void> {
  for (const file of files) {
    index.begin();
    try {
      for await (const rows of file.rows(file.whole)) {
        for (const placed of rows) {
          try {
            index.add(file, placed);
          } catch (error) {
            problems.add(file.path, placed.row, error);
          }
        }
      }
    } catch (error) {
      problems.add(file.path, null, error);
    }
  }
}

async function readSegments(columns: Columns, segments: readonly Segment[]): Promise<LoggedRollout[]> {
  const rollouts: LoggedRollout[] = [];
  for (const { file, ...place } of segments)
    for await (const rows of file.rows(place))
      for (const placed of rows)
        try {
          const row = readPlaced(columns, file, placed);
          if (!row.evaluation) for (const rollout of row.rollouts) rollouts.push(rollout);
        } catch (error) {
          // The first pass has already reported this problem.
          if (!(error instanceof CodedError)) throw error;
        }
  return rollouts;
}

/**
 * Opens the log in these files and makes the first pass over all rows.
 * @param columns columns that the user declares. The other columns are proposed.
 */
export async function openRolloutLog(
  files: readonly RolloutFile[],
  columns: Partial<Columns> | undefined,
  successThreshold: number,
): Promise<RolloutLog> {
  const problems = new Problems(files.length > 1);
  const opened = await openFiles(files, problems);
  const noRollouts = ([problem]: readonly CodedError[]) =>
    new CodedError('no-rollouts', { problem: problem ? errorData(problem) : null });
  if (opened.length === 0) throw noRollouts(problems.found);
  const { files: chosen, preset, mapping } = chooseColumns(opened, columns);
  const index = new StepIndex(mapping.columns, successThreshold);
  await indexRows(index, chosen, problems);
  const { steps, evaluated } = index.all();
  const found = problems.all();
  for (const { step, left } of steps)
    if (left > 0) found.push(new CodedError('step-too-large', { step, rollouts: left }));
  if (evaluated > 0) found.push(new CodedError('evaluation-rollouts', { rollouts: evaluated }));
  if (!steps.some(({ trained }) => trained)) throw noRollouts(found);
  return { preset, mapping, steps, problems: found };
}
