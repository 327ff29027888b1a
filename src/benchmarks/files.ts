/**
 * @file Reads files that come from outside: every byte is untrusted. Lines are split before they are decoded, so an
 * encoding error affects one line only and is reported with its number. A file over the limit is read up to the limit.
 */
import { schemaProblems } from '../common/schema-problems.ts';
import { concatenate } from '../common/byte-source.ts';
import { isNestedDeeper } from '../common/plain-json.ts';
import type { z } from 'zod';
import type { ByteFile, BenchmarkFiles, FileProblem } from './benchmark.ts';
import { codedProblem } from '../common/error-data.ts';
import type { CodedProblem } from '../common/error-parameters.ts';

/** Published benchmark files have at most a few million bytes; a larger file is probably another one. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A longer line is reported as a problem instead of being kept in memory. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

const tooLarge = (size: number, limit: number): CodedProblem => codedProblem('file-too-large', { size, limit });

const missing = () => codedProblem('file-missing');

/** A line has its text, or the reason why it cannot be read. */
export type Line = {
  /** Counts from 1. */
  number: number;
  /** Measures the distance from the start of the file to the end of this line, in bytes. */
  end: number;
} & ({ text: string; problem: null } | { text: null; problem: CodedProblem });

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeLine(bytes: Uint8Array, number: number, end: number): Line {
  let text = decode(bytes);
  if (text === null) {
    const problem = codedProblem('line-not-utf8');
    return { number, text, problem, end };
  }
  if (number === 1 && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1);
  if (text.endsWith('\r')) text = text.slice(0, -1);
  return { number, text, problem: null, end };
}

/**
 * Yields the lines of a file as they are consumed: at most one line is in memory, whatever the file's size. Beyond
 * `maxBytes` the rest is not read, and a last line says so. Stops reading when the consumer stops.
 */
export async function* readLines(
  file: ByteFile,
  { maxLineBytes = MAX_LINE_BYTES, maxBytes = Infinity }: { maxLineBytes?: number; maxBytes?: number } = {},
): AsyncGenerator<Line> {
  const reader = file.stream().getReader();
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let number = 1;
  let end = 0;

  const finishLine = (): Line => {
    let line: Line;
    if (pendingBytes > maxLineBytes) {
      line = { number, text: null, problem: codedProblem('line-too-long', { limit: maxLineBytes }), end };
    } else {
      line = decodeLine(concatenate(pending), number, end);
    }
    number += 1;
    pending = [];
    pendingBytes = 0;
    return line;
  };
  const take = (part: Uint8Array) => {
    pendingBytes += part.length;
    end += part.length;
    if (pendingBytes <= maxLineBytes) pending.push(part);
    else pending = [];
  };

  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let start = 0;
      for (let feed = value.indexOf(LINE_FEED); feed !== -1; feed = value.indexOf(LINE_FEED, start)) {
        take(value.subarray(start, feed));
        end += 1;
        start = feed + 1;
        if (end > maxBytes) break;
        yield finishLine();
      }
      take(value.subarray(start));
      if (end > maxBytes) {
        yield { number, text: null, problem: tooLarge(file.size, maxBytes), end };
        return;
      }
    }
    if (pendingBytes > 0) yield finishLine();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export interface Row<T> {
  line: number;
  value: T;
}

export interface Rows<T> {
  rows: Row<T>[];
  problems: FileProblem[];
}

/** Words the first violation of a schema. */
export function mismatch(error: z.ZodError): CodedProblem {
  const [{ place, cause }] = schemaProblems(error);
  return codedProblem('schema-mismatch', { place, cause });
}

export const duplicateId = (id: string): CodedProblem => codedProblem('duplicate-id', { id });

export const nestedTooDeep = (limit: number): CodedProblem => codedProblem('nested-too-deep', { limit });

/** A problem has the value null. */
export interface ParsedJson {
  value: unknown;
  problem: CodedProblem | null;
}

/** No published file nests this deep. The limit protects the stack, because the readers recurse. */
const MAX_LEVELS = 200;

export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    if (!isNestedDeeper(value, MAX_LEVELS)) return { value, problem: null };
    return { value: null, problem: nestedTooDeep(MAX_LEVELS) };
  } catch (error) {
    const cause = (error as Error).message;
    return { value: null, problem: codedProblem('not-json', { cause }) };
  }
}

export interface ReadOptions {
  /** If true, a missing file is not a problem. */
  optional?: boolean;
}

interface JsonLinesOptions extends ReadOptions {
  maxBytes?: number;
  /** May read numbers differently from `JSON.parse`. */
  parse?: typeof parseJson;
}

/**
 * Reads a file of one JSON value per line. Bad lines become problems, the others are kept; blank lines are skipped. A
 * missing file is one problem, unless `optional`.
 */
export async function readJsonLines<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
  { optional = false, maxBytes = MAX_FILE_BYTES, parse = parseJson }: JsonLinesOptions = {},
): Promise<Rows<T>> {
  const rows: Row<T>[] = [];
  const problems: FileProblem[] = [];
  const file = await source.open(name);
  if (file === null) {
    if (!optional) problems.push({ file: name, line: null, ...missing() });
    return { rows, problems };
  }
  for await (const { number, text, problem } of readLines(file, { maxBytes })) {
    if (text === null) {
      problems.push({ file: name, line: number, ...problem });
      continue;
    }
    if (text.trim() === '') continue;
    const json = parse(text);
    if (json.problem !== null) {
      problems.push({ file: name, line: number, ...json.problem });
      continue;
    }
    const checked = schema.safeParse(json.value);
    if (checked.success) rows.push({ line: number, value: checked.data });
    else problems.push({ file: name, line: number, ...mismatch(checked.error) });
  }
  return { rows, problems };
}

/** Reads a whole file as text; `text` is null if there is a problem, or if an `optional` file is missing. */
export async function readText(
  source: BenchmarkFiles,
  name: string,
  { optional = false }: ReadOptions = {},
): Promise<{ text: string | null; problems: FileProblem[] }> {
  const fail = (problem: CodedProblem, line: number | null = null) => ({
    text: null,
    problems: [{ file: name, line, ...problem }],
  });
  const file = await source.open(name);
  if (file === null) {
    return optional ? { text: null, problems: [] } : fail(missing());
  }
  if (file.size > MAX_FILE_BYTES) return fail(tooLarge(file.size, MAX_FILE_BYTES));
  const parts: string[] = [];
  for await (const { number, text, problem } of readLines(file, { maxLineBytes: MAX_FILE_BYTES })) {
    if (text === null) return fail(problem, number);
    parts.push(text);
  }
  return { text: parts.join('\n'), problems: [] };
}

/** Reads a file that is one JSON value; `value` is null if there is a problem. */
export async function readJson<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
): Promise<{ value: T | null; problems: FileProblem[] }> {
  const { text, problems } = await readText(source, name);
  if (text === null) return { value: null, problems };
  const json = parseJson(text);
  const checked = schema.safeParse(json.value);
  if (json.problem === null && checked.success) return { value: checked.data, problems };
  return { value: null, problems: [{ file: name, line: null, ...(json.problem ?? mismatch(checked.error!)) }] };
}

/** Reads a file that is one JSON array: bad elements become problems (`line` is null, `element` its index). */
export async function readJsonArray<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
  options: ReadOptions = {},
): Promise<{ values: { index: number; value: T }[]; problems: FileProblem[] }> {
  const { text, problems } = await readText(source, name, options);
  const values: { index: number; value: T }[] = [];
  if (text === null) return { values, problems };
  const json = parseJson(text);
  if (json.problem !== null) return { values, problems: [{ file: name, line: null, ...json.problem }] };
  if (!Array.isArray(json.value)) {
    const problem = codedProblem('not-an-array');
    return { values, problems: [{ file: name, line: null, ...problem }] };
  }
  json.value.forEach((element: unknown, index) => {
    const checked = schema.safeParse(element);
    if (checked.success) values.push({ index, value: checked.data });
    else problems.push({ file: name, line: null, element: index, ...mismatch(checked.error) });
  });
  return { values, problems };
}

/** Holds files in memory. */
export function memoryFiles(files: Iterable<readonly [string, ByteFile | string | Uint8Array]>): BenchmarkFiles {
  const byName = new Map<string, ByteFile>();
  for (const [name, content] of files) {
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    byName.set(name, isBytes ? new Blob([content as BlobPart]) : content);
  }
  const names = [...byName.keys()].sort();
  return {
    names: () => Promise.resolve(names),
    open: (name) => Promise.resolve(byName.get(name) ?? null),
  };
}
