/** @file Tasks as a file: JSON lines, a table of comma-separated values, or a whole set as one JSON object. */
import { csvParseRows } from 'd3-dsv';
import {
  checkTaskSet,
  type Chosen,
  type GivenRow,
  MOST_BYTES,
  type TasksCheck,
  tasksOf,
  type TasksProblem,
} from './check-tasks.ts';

const MOST_PROBLEMS = 20;
const COLUMNS = ['prompt', 'answer'];

const lineFeeds = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

/** Rows, and lines that are none. */
interface Rows {
  rows: GivenRow[];
  problems: TasksProblem[];
}

function jsonLines(text: string): Rows {
  const rows: GivenRow[] = [];
  const problems: TasksProblem[] = [];
  text.split('\n').forEach((content, index) => {
    if (content.trim() === '') return;
    const line = index + 1;
    try {
      rows.push({ line, value: JSON.parse(content) });
    } catch (error) {
      problems.push({ code: 'not-json', cause: (error as Error).message, line });
    }
  });
  return { rows, problems };
}

function table(text: string): Rows {
  const [header = [], ...records] = csvParseRows(text);
  const columns = header.map((name) => name.trim().toLowerCase());
  const missing = COLUMNS.filter((name) => !columns.includes(name));
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  const rows: GivenRow[] = [];
  const problems: TasksProblem[] = [
    ...missing.map((name): TasksProblem => ({ code: 'no-column', name, line: 1 })),
    ...(twice === undefined ? [] : [{ code: 'column-twice' as const, name: twice, line: 1 }]),
  ];
  if (problems.length > 0) return { rows, problems };
  let line = 1 + lineFeeds(header);
  records.forEach((cells, i) => {
    const first = (line += 1);
    line += lineFeeds(cells);
    if (cells.length === 1 && cells[0] === '') return;
    // A quote that nobody closes makes one cell of all that follows.
    const isOpen = i === records.length - 1 && cells.at(-1)!.includes('\n') && text.split('"').length % 2 === 0;
    if (isOpen) problems.push({ code: 'open-quote', line: first });
    else if (cells.length !== columns.length)
      problems.push({ code: 'other-cells', cells: cells.length, columns: columns.length, line: first });
    else rows.push({ line: first, value: Object.fromEntries(columns.map((name, c) => [name, cells[c]])) });
  });
  return { rows, problems };
}

/** The whole text as JSON; undefined where it is not one value. */
function wholeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param name what the tasks are called, where the file does not say it */
export function readTasks(text: string, name: string, chosen: Chosen = {}): TasksCheck {
  if (text.length > MOST_BYTES) return { set: null, problems: [{ code: 'too-large', most: MOST_BYTES }] };
  // A byte order mark is part of many a file.
  const content = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const isJson = /^\s*[[{]/.test(content);
  if (isJson) {
    const whole = wholeJson(content);
    if (typeof whole === 'object' && whole !== null && 'tasks' in whole) {
      const { rule, form } = { ...(whole as Chosen), ...chosen };
      return checkTaskSet({ ...whole, rule, form });
    }
  }
  const { rows, problems } = isJson ? jsonLines(content) : table(content);
  if (problems.length === 0) return tasksOf(rows, name, chosen);
  const more = problems.length - MOST_PROBLEMS;
  return {
    set: null,
    problems: [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [{ code: 'more' as const, lines: more }] : [])],
  };
}
