/**
 * @file Reads untrusted files. Lines are split before they are decoded, so an encoding error affects one line only and
 * is reported with the line's number. A file over the limit is not read.
 */
import { schemaProblems } from '../common/schema-problems.ts';
import { concatenate } from '../common/byte-source.ts';
import { isNestedDeeper } from '../common/plain-json.ts';
import { z } from 'zod';
import type { Benchmark, BenchmarkFiles, BenchmarkItem, ByteFile, FileProblem, Loaded } from './benchmark.ts';
import { codedProblem } from '../common/error-data.ts';
import type { CodedProblem } from '../common/error-parameters.ts';

/** Largest size of a file that is read. Published benchmark files have at most a few million bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Longest line that is kept in memory. A longer line becomes a problem. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Text of a line, or the reason why the line cannot be read. */
type LineText = { text: string; problem: null } | { text: null; problem: CodedProblem };

export type Line = LineText & {
  /** Line number, from 1. */
  number: number;
  /** Number of bytes from the start of the file to the end of this line. */
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

/** `line` counts from 1. Without `line`, a problem concerns the whole file or one element of the file's array. */
type Place = Partial<Pick<FileProblem, 'line' | 'element'>> & Pick<FileProblem, 'file'>;

export interface Row<T> {
  /** Line number from 1 or, in an array, index from 0. */
  at: number;
  value: T;
}

/** Describes the first violation of a schema. */
export function mismatch(error: z.ZodError): CodedProblem {
  const [{ place, cause }] = schemaProblems(error);
  return codedProblem('schema-mismatch', { place, cause });
}

export interface ParsedJson {
  /** Parsed value, or null if there is a problem. */
  value: unknown;
  problem: CodedProblem | null;
}

/** Deepest nesting that is read. The limit protects the stack, because readers recurse. */
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

/** Loads a benchmark's files. Collects the items, and the problems of skipped files, lines and elements. */
export class Loading<Item extends BenchmarkItem = BenchmarkItem> implements Loaded<Item> {
  readonly problems: FileProblem[] = [];
  private readonly byId = new Map<string, Item>();

  constructor(private readonly source: BenchmarkFiles) {}

  get items(): readonly Item[] {
    return [...this.byId.values()];
  }

  names = () => this.source.names();

  has = (id: string): boolean => this.byId.has(id);

  /** Adds an item. Leaves out a second item with the same id, and reports a problem. */
  add(item: Item, place: Place): void {
    if (this.has(item.id)) this.report(place, codedProblem('duplicate-id', { id: item.id }));
    else this.byId.set(item.id, item);
  }

  report({ line = null, ...place }: Place, problem: CodedProblem): void {
    this.problems.push({ line, ...place, ...problem });
  }

  /** Opens a file. Returns null if the file is missing or too large. Only a missing optional file is no problem. */
  async open(file: string, { optional = false }: ReadOptions = {}): Promise<ByteFile | null> {
    const opened = await this.source.open(file);
    if (opened === null && !optional) this.report({ file }, codedProblem('file-missing'));
    if (opened === null || opened.size <= MAX_FILE_BYTES) return opened;
    this.report({ file }, codedProblem('file-too-large', { size: opened.size, limit: MAX_FILE_BYTES }));
    return null;
  }

  /**
   * Reads a file with one JSON value per line. Bad lines become problems, and blank lines are skipped.
   * @param options `parse` may read numbers differently from `JSON.parse`
   */
  async jsonLines<T>(
    file: string,
    schema: z.ZodType<T>,
    { parse = parseJson, ...options }: ReadOptions & { parse?: typeof parseJson } = {},
  ): Promise<Row<T>[]> {
    const rows: Row<T>[] = [];
    const opened = await this.open(file, options);
    if (opened === null) return rows;
    for await (const { number, text, problem } of readLines(opened)) {
      if (text?.trim() === '') continue;
      const json = text === null ? { value: null, problem } : parse(text);
      const checked = schema.safeParse(json.value);
      if (json.problem === null && checked.success) rows.push({ at: number, value: checked.data });
      else this.report({ file, line: number }, json.problem ?? mismatch(checked.error!));
    }
    return rows;
  }

  /** Reads a whole file as text. Returns null if there is a problem, or if an optional file is missing. */
  async text(file: string, options?: ReadOptions): Promise<string | null> {
    const opened = await this.open(file, options);
    if (opened === null) return null;
    const parts: string[] = [];
    for await (const { number, text, problem } of readLines(opened, MAX_FILE_BYTES)) {
      if (text === null) {
        this.report({ file, line: number }, problem);
        return null;
      }
      parts.push(text);
    }
    return parts.join('\n');
  }

  /** Reads a file that holds one JSON value. Returns undefined if there is a problem, or if the file is missing. */
  async json<T>(file: string, schema: z.ZodType<T>, options?: ReadOptions): Promise<T | undefined> {
    const text = await this.text(file, options);
    if (text === null) return undefined;
    const json = parseJson(text);
    const checked = schema.safeParse(json.value);
    if (json.problem === null && checked.success) return checked.data;
    this.report({ file }, json.problem ?? mismatch(checked.error!));
    return undefined;
  }

  /** Reads a file that holds one JSON array. Bad elements become problems. */
  async jsonArray<T>(file: string, schema: z.ZodType<T>, options?: ReadOptions): Promise<Row<T>[]> {
    const rows: Row<T>[] = [];
    const elements = await this.json(file, z.unknown(), options);
    if (elements === undefined) return rows;
    if (!Array.isArray(elements)) this.report({ file }, codedProblem('not-an-array'));
    else
      for (const [element, one] of elements.entries()) {
        const { data, error } = schema.safeParse(one);
        if (error) this.report({ file, element }, mismatch(error));
        else rows.push({ at: element, value: data });
      }
    return rows;
  }
}

/** Makes a benchmark's function `load` from a function that reads its files through {@link Loading}. */
export const loader =
  <Item extends BenchmarkItem>(load: (files: Loading<Item>) => Promise<void>): Benchmark<Item>['load'] =>
  async (source) => {
    const files = new Loading<Item>(source);
    await load(files);
    return files;
  };

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
