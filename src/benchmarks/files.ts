/**
 * @file Reads untrusted files. Lines are split before they are decoded, so an encoding error affects one line only and
 * is reported with the line's number. A file over the limit is not read.
 */
import { schemaProblems } from '../common/schema-problems.ts';
import { concatenate } from '../common/byte-source.ts';
import { isNestedDeeper } from '../common/plain-json.ts';
import { z } from 'zod';
import type { ByteFile, BenchmarkFiles, FileProblem } from './benchmark.ts';
import { codedProblem } from '../common/error-data.ts';
import type { CodedProblem } from '../common/error-parameters.ts';

/** Published benchmark files have at most a few million bytes; a larger file is probably another one. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A longer line is reported as a problem instead of being kept in memory. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** The text of a line, or the reason why it cannot be read. */
type LineText = { text: string; problem: null } | { text: null; problem: CodedProblem };

export type Line = LineText & {
  /** From 1. */
  number: number;
  /** Bytes from the start of the file to the end of this line. */
  end: number;
};

function decodeLine(bytes: Uint8Array, isFirst: boolean): LineText {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(bytes);
    return { text: text.replace(/\r$/, ''), problem: null };
  } catch {
    return { text: null, problem: codedProblem('line-not-utf8') };
  }
}

/**
 * Yields the lines of a file one by one as they are consumed, so a large file is never in memory as a whole. Stops
 * reading when the consumer stops.
 */
export async function* readLines(file: ByteFile, maxLineBytes = MAX_LINE_BYTES): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  let end = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    end += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const finishLine = (): Line => {
    number += 1;
    const line: LineText =
      length > maxLineBytes
        ? { text: null, problem: codedProblem('line-too-long', { limit: maxLineBytes }) }
        : decodeLine(concatenate(parts), number === 1);
    parts = [];
    length = 0;
    return { ...line, number, end };
  };
  for await (const bytes of file.stream()) {
    let start = 0;
    for (let feed = bytes.indexOf(LINE_FEED); feed !== -1; feed = bytes.indexOf(LINE_FEED, start)) {
      take(bytes.subarray(start, feed));
      end += 1;
      start = feed + 1;
      yield finishLine();
    }
    take(bytes.subarray(start));
  }
  if (length > 0) yield finishLine();
}

export interface Row<T> {
  /** Line number from 1 or, in an array, index from 0. */
  at: number;
  value: T;
}

export interface Rows<T> {
  rows: Row<T>[];
  problems: FileProblem[];
}

/** Describes the first violation of a schema. */
export function mismatch(error: z.ZodError): CodedProblem {
  const [{ place, cause }] = schemaProblems(error);
  return codedProblem('schema-mismatch', { place, cause });
}

export interface ParsedJson {
  /** Null if there is a problem. */
  value: unknown;
  problem: CodedProblem | null;
}

/** No published file nests deeper. The limit protects the stack, because readers recurse. */
const MAX_LEVELS = 200;

export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    if (!isNestedDeeper(value, MAX_LEVELS)) return { value, problem: null };
    return { value: null, problem: codedProblem('nested-too-deep', { limit: MAX_LEVELS }) };
  } catch (error) {
    return { value: null, problem: codedProblem('not-json', { cause: (error as Error).message }) };
  }
}

export interface ReadOptions {
  /** If true, a missing file is not a problem. */
  optional?: boolean;
}

/** Opens a file. `file` is null if the file is missing (a problem unless `optional`) or too large (a problem). */
export async function openFile(source: BenchmarkFiles, name: string, { optional = false }: ReadOptions = {}) {
  const problems: FileProblem[] = [];
  let file = await source.open(name);
  if (file === null && !optional) problems.push({ file: name, line: null, ...codedProblem('file-missing') });
  if (file !== null && file.size > MAX_FILE_BYTES) {
    const parameters = { size: file.size, limit: MAX_FILE_BYTES };
    problems.push({ file: name, line: null, ...codedProblem('file-too-large', parameters) });
    file = null;
  }
  return { file, problems };
}

/**
 * Reads a file with one JSON value per line. Bad lines become problems, other lines are kept, blank lines are skipped.
 * @param options `parse` may read numbers differently from `JSON.parse`
 */
export async function readJsonLines<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
  { parse = parseJson, ...options }: ReadOptions & { parse?: typeof parseJson } = {},
): Promise<Rows<T>> {
  const rows: Row<T>[] = [];
  const { file, problems } = await openFile(source, name, options);
  if (file === null) return { rows, problems };
  for await (const { number, text, problem } of readLines(file)) {
    if (text?.trim() === '') continue;
    const json = text === null ? { value: null, problem } : parse(text);
    const checked = schema.safeParse(json.value);
    if (json.problem === null && checked.success) rows.push({ at: number, value: checked.data });
    else problems.push({ file: name, line: number, ...(json.problem ?? mismatch(checked.error!)) });
  }
  return { rows, problems };
}

/** Reads a whole file as text. `text` is null if there is a problem, or an `optional` file is missing. */
export async function readText(source: BenchmarkFiles, name: string, options: ReadOptions = {}) {
  const { file, problems } = await openFile(source, name, options);
  if (file === null) return { text: null, problems };
  const parts: string[] = [];
  for await (const { number, text, problem } of readLines(file, MAX_FILE_BYTES)) {
    if (text === null) return { text, problems: [{ file: name, line: number, ...problem }] };
    parts.push(text);
  }
  return { text: parts.join('\n'), problems };
}

/** Reads a file that is one JSON value. `value` is undefined if there is a problem, or the file is missing. */
export async function readJson<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
  options: ReadOptions = {},
): Promise<{ value?: T; problems: FileProblem[] }> {
  const { text, problems } = await readText(source, name, options);
  if (text === null) return { problems };
  const json = parseJson(text);
  const checked = schema.safeParse(json.value);
  if (json.problem === null && checked.success) return { value: checked.data, problems };
  return { problems: [{ file: name, line: null, ...(json.problem ?? mismatch(checked.error!)) }] };
}

/** Reads a file that is one JSON array. Bad elements become problems with `element`, the index. */
export async function readJsonArray<T>(
  source: BenchmarkFiles,
  name: string,
  schema: z.ZodType<T>,
  options: ReadOptions = {},
): Promise<Rows<T>> {
  const rows: Row<T>[] = [];
  const { value, problems } = await readJson(source, name, z.unknown(), options);
  if (value === undefined) return { rows, problems };
  if (!Array.isArray(value)) return { rows, problems: [{ file: name, line: null, ...codedProblem('not-an-array') }] };
  for (const [index, element] of value.entries()) {
    const checked = schema.safeParse(element);
    if (checked.success) rows.push({ at: index, value: checked.data });
    else problems.push({ file: name, line: null, element: index, ...mismatch(checked.error) });
  }
  return { rows, problems };
}

/** Makes a folder of files in memory. */
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
