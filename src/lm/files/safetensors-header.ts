/**
 * @file Parses the header of a safetensors file: 8 bytes of length, then JSON that says where each tensor lies.
 *
 * Format: https://github.com/huggingface/safetensors#format. Like the reference implementation, it checks header size,
 * offsets, overlaps, holes, and byte length = shape × dtype before any tensor is read. So a damaged or truncated file is
 * refused.
 */
import { z } from 'zod';
import { recordOf } from '../../common/record-schema.ts';
import { schemaProblems } from '../../common/schema-problems.ts';
import { ModelFileError } from './model-file-error.ts';
import type { TensorEntry } from './model-files.ts';

const DTYPES: readonly [bytes: number, names: string[]][] = [
  [1, ['BOOL', 'U8', 'I8', 'F8_E5M2', 'F8_E4M3']],
  [2, ['I16', 'U16', 'F16', 'BF16']],
  [4, ['I32', 'U32', 'F32']],
  [8, ['F64', 'I64', 'U64']],
];
const BYTES_PER_ELEMENT = new Map(DTYPES.flatMap(([bytes, names]) => names.map((name) => [name, bytes] as const)));

/** Number of bytes that hold the header's length. */
export const LENGTH_BYTES = 8;
/** Limit of the reference implementation. */
const MAX_HEADER_BYTES = 100_000_000;

export interface SafetensorsHeader {
  entries: ReadonlyMap<string, TensorEntry>;
  metadata: Readonly<Record<string, string>>;
}

const headerSchema = recordOf(z.unknown());
const metadataSchema = recordOf(z.string());
const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

/** Creates the error for a file that does not match its header or its name. */
export const malformedFile = (file: string, what: string): ModelFileError =>
  new ModelFileError('malformed', file, what);

/** Returns the byte where the tensors begin. @throws ModelFileError if the file is shorter than its header says */
export function headerEnd(start: Uint8Array, fileBytes: number, file: string): number {
  if (fileBytes < LENGTH_BYTES || start.byteLength < LENGTH_BYTES)
    throw malformedFile(file, `${Math.min(fileBytes, start.byteLength)} bytes are too few for a safetensors file`);
  const headerBytes = new DataView(start.buffer, start.byteOffset, LENGTH_BYTES).getBigUint64(0, true);
  if (headerBytes > BigInt(MAX_HEADER_BYTES))
    throw malformedFile(
      file,
      `its header claims ${headerBytes} bytes, more than the format allows: not a safetensors file`,
    );
  const end = LENGTH_BYTES + Number(headerBytes);
  if (end > fileBytes)
    throw malformedFile(
      file,
      `its header claims ${headerBytes} bytes, but the file has only ${fileBytes}: it is cut off`,
    );
  return end;
}

/** Parses the header's JSON. @throws ModelFileError if the header does not describe exactly the bytes that follow it */
export function parseHeader(json: Uint8Array, fileBytes: number, file: string): SafetensorsHeader {
  const fail = (what: string): never => {
    throw malformedFile(file, what);
  };
  const { __metadata__, ...tensors } = readObject(json, fail);
  const metadata = metadataSchema.optional().safeParse(__metadata__);
  if (!metadata.success) fail('__metadata__ in its header is not an object of strings');

  const dataStart = LENGTH_BYTES + json.byteLength;
  const entries = new Map<string, TensorEntry>();
  for (const [name, value] of Object.entries(tensors)) {
    const parsed = entrySchema.safeParse(value);
    if (!parsed.success)
      fail(`the header entry of tensor "${name}" is malformed (${schemaProblems(parsed.error)[0].cause})`);
    const { dtype, shape, data_offsets } = parsed.data!;
    const elementBytes = BYTES_PER_ELEMENT.get(dtype) ?? fail(`tensor "${name}" has the unknown dtype "${dtype}"`);
    const [begin, end] = data_offsets;
    const byteLength = shape.reduce((product, size) => product * size, elementBytes);
    if (end - begin !== byteLength)
      fail(`tensor "${name}" of shape [${shape}] and dtype ${dtype} needs ${byteLength} bytes, has ${end - begin}`);
    entries.set(name, { dtype, shape, begin: dataStart + begin, end: dataStart + end });
  }
  checkCoverage(entries, dataStart, fileBytes, fail);
  return { entries, metadata: metadata.data ?? {} };
}

function readObject(json: Uint8Array, fail: (what: string) => never): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
  } catch (error) {
    return fail(`its header is not JSON (${(error as Error).message})`);
  }
  const header = headerSchema.safeParse(value);
  return header.success ? header.data : fail('its header is not an object');
}

export const inFileOrder = (entries: ReadonlyMap<string, TensorEntry>): [name: string, entry: TensorEntry][] =>
  [...entries].sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);

/** Checks that tensors follow one another from the header to the end of the file, without overlap or hole. */
function checkCoverage(
  entries: ReadonlyMap<string, TensorEntry>,
  dataStart: number,
  fileBytes: number,
  fail: (what: string) => never,
) {
  let position = dataStart;
  for (const [name, { begin, end }] of inFileOrder(entries)) {
    if (begin < position) fail(`tensor "${name}" overlaps another one`);
    if (begin > position) fail(`bytes before tensor "${name}" belong to no tensor`);
    if (end > fileBytes)
      fail(`tensor "${name}" ends at byte ${end}, but the file has only ${fileBytes}: it is cut off`);
    position = end;
  }
  if (position !== fileBytes) fail(`the last ${fileBytes - position} bytes belong to no tensor`);
}
