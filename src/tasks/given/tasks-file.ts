/** @file Reads tasks from a file: a CSV table, JSON lines, a JSON array, or a whole set as one JSON object. */
import * as z from 'zod/mini';
import { parseCsv } from '../../common/csv.ts';
import type { CodedData } from '../../common/message-data.ts';
import type { ErrorsMessages } from '../../common/message-types.ts';
import {
  isNestedDeeper,
  isObject,
  jsonWithNumbersAsWritten,
  parseJsonAs,
  withNumbers,
} from '../../common/plain-json.ts';
import {
  checkTaskSet,
  type Chosen,
  FIELDS,
  type GivenRow,
  MOST_BYTES,
  MOST_NESTED,
  MOST_PROBLEMS,
  type TasksCheck,
  tasksOf,
  type TasksProblem,
} from './check-tasks.ts';

/** Other column names for prompt and answer in published data sets, in order of preference. */
const OTHER_NAMES = {
  prompt: ['question', 'problem', 'instruction', 'input', 'query'],
  answer: ['solution', 'output', 'response', 'target', 'label', 'key'],
};

/** Decision that was made while reading a file, such as the choice of a column. */
export type TasksNotice = CodedData<ErrorsMessages['tasksNotices']>;

/** Names of the columns to read; default: `prompt` and `answer`, or a common synonym. */
export interface TaskColumns {
  prompt?: string;
  answer?: string;
}

export type TasksRead = TasksCheck & {
  /** Names of the file's columns. A task set has no columns. */
  columns: readonly string[];
  notices: readonly TasksNotice[];
};

interface Rows {
  /** Line of a table's header; undefined for JSON. */
  line?: number;
  columns: string[];
  rows: GivenRow[];
  problems: TasksProblem[];
}

const columnsOf = (rows: readonly GivenRow[]): string[] => [
  ...new Set(rows.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : []))),
];

function jsonLines(text: string): Rows {
  const rows: GivenRow[] = [];
  const problems: TasksProblem[] = [];
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return;
    const line = index + 1;
    try {
      rows.push({ line, value: jsonWithNumbersAsWritten(content) });
    } catch (error) {
      problems.push({ code: 'not-json', cause: (error as Error).message, line });
    }
  });
  return { columns: columnsOf(rows), rows, problems };
}

function table(text: string): Rows {
  const [header, ...records] = parseCsv(text);
  const columns = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const rows: GivenRow[] = [];
  const problems: TasksProblem[] = [];
  for (const { line, cells, fault } of records)
    if (fault) problems.push({ code: fault, line });
    // Ignore surplus empty cells, with which spreadsheets may end rows.
    else if (cells.length < columns.length || cells.slice(columns.length).some((cell) => cell !== ''))
      problems.push({ code: 'other-cells', cells: cells.length, columns: columns.length, line });
    else rows.push({ line, value: Object.fromEntries(columns.map((name, c) => [name, cells[c]])) });
  const twice = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i);
  if (twice !== undefined) problems.unshift({ code: 'column-twice', name: twice, line: header.line });
  return { line: header?.line ?? 1, columns: [...new Set(columns)], rows, problems };
}

function columnOf(columns: readonly string[], field: 'prompt' | 'answer', chosen: TaskColumns): string | undefined {
  const asked = chosen[field];
  if (asked !== undefined) return columns.find((column) => column.toLowerCase() === asked.trim().toLowerCase());
  return [field, ...OTHER_NAMES[field]].find((name) => columns.includes(name));
}

/** Keeps numbers in texts and answers as they are written. Other numbers become JavaScript numbers. */
function fieldOf(name: string, value: unknown): unknown {
  if (name === 'level') return withNumbers(value, Number);
  const isText =
    typeof value === 'string' || (name === 'answer' && value !== null && !isNestedDeeper(value, MOST_NESTED));
  return isText ? withNumbers(value, String) : withNumbers(value, Number);
}

/** Returns the rows with only the fields of a task, which are renamed if the columns have other names. */
function withFields({ rows, columns }: Rows, prompt: string, answer: string): GivenRow[] {
  const fields = FIELDS.map((name) => [name, name === 'prompt' ? prompt : name === 'answer' ? answer : name] as const);
  return rows.map(({ line, value }) => ({
    line,
    value: isObject(value)
      ? Object.fromEntries(
          fields.flatMap(([name, column]) =>
            columns.includes(column) && Object.hasOwn(value, column) ? [[name, fieldOf(name, value[column])]] : [],
          ),
        )
      : value,
  }));
}

/** Reads a file of tasks. @param name title of the tasks if the file has none */
export function readTasks(
  text: string,
  name: string,
  { columns: asked = {}, ...chosen }: Chosen & { columns?: TaskColumns } = {},
): TasksRead {
  const failing = (problems: TasksProblem[], columns: readonly string[] = []): TasksRead => {
    const more = problems.length - MOST_PROBLEMS;
    const shown = [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [{ code: 'more' as const, lines: more }] : [])];
    return { set: null, problems: shown, columns, notices: [] };
  };
  if (text.length > MOST_BYTES) return failing([{ code: 'too-large', most: MOST_BYTES }]);
  // Many files begin with a byte order mark.
  const content = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const isJson = /^\s*[[{]/.test(content);
  let found: Rows;
  if (isJson) {
    const whole = parseJsonAs(z.unknown(), content);
    if (isObject(whole) && 'tasks' in whole) {
      const { rule, form } = { ...(whole as Chosen), ...chosen };
      return { ...checkTaskSet({ ...whole, rule, form }), columns: [], notices: [] };
    }
    if (Array.isArray(whole)) {
      const values = jsonWithNumbersAsWritten(content) as unknown[];
      const rows = values.map((value, index) => ({ line: index + 1, value }));
      found = { columns: columnsOf(rows), rows, problems: [] };
    } else found = jsonLines(content);
  } else found = table(content);
  const { columns, problems } = found;
  const notices: TasksNotice[] = [];
  const [prompt, answer] = (['prompt', 'answer'] as const).map((field) => {
    const column = columnOf(columns, field, asked);
    if (column === undefined && (!isJson || asked[field] !== undefined))
      problems.unshift({ code: 'no-column', name: asked[field] ?? field, line: found.line });
    else if (column !== undefined && column !== field) notices.push({ code: 'column-read', field, column });
    return column ?? field;
  });
  if (problems.length > 0) return failing(problems, columns);
  const ignored = columns.filter((column) => ![prompt, answer, ...FIELDS.slice(2)].includes(column));
  if (ignored.length > 0)
    notices.push({ code: 'columns-ignored', columns: ignored.map((column) => `“${column.slice(0, 40)}”`).join(', ') });
  return { ...tasksOf(withFields(found, prompt, answer), name, chosen), columns, notices };
}
