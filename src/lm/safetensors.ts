/**
 * @file The safetensors file format: 8 bytes of header length, a JSON header, then the tensors' bytes.
 *
 * Format: https://github.com/huggingface/safetensors#format. Reading checks what the reference implementation checks
 * (header size, offsets inside the file, no overlap, no hole, byte length = shape × dtype), so a damaged or truncated
 * file is refused and never becomes a wrong tensor. f32, f16 and bf16 are read, always into f32; f32 is written.
 */
import { z } from 'zod';
import { halfValue } from '../tensor/half.ts';
import { ModelFileError } from './model-file-error.ts';

/** Bytes per element of the dtypes the format knows. */
const BYTES_PER_ELEMENT: Record<string, number> = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  F8_E5M2: 1,
  F8_E4M3: 1,
  I16: 2,
  U16: 2,
  F16: 2,
  BF16: 2,
  I32: 4,
  U32: 4,
  F32: 4,
  F64: 8,
  I64: 8,
  U64: 8,
};

/** The reference implementation's limit on the header. */
const MAX_HEADER_BYTES = 100_000_000;
const LENGTH_BYTES = 8;
const REMEDY = 'Download the file again, or export it again with the safetensors library';

/** A tensor in row-major order. */
export interface WeightArray {
  shape: number[];
  data: Float32Array<ArrayBuffer>;
}

/** Where a tensor lies in the file. */
export interface TensorEntry {
  dtype: string;
  shape: number[];
  /** Byte range inside the file. */
  begin: number;
  end: number;
}

/** An opened file: the header is checked, tensors are converted when asked for, one at a time. */
export interface Safetensors {
  entries: ReadonlyMap<string, TensorEntry>;
  metadata: Readonly<Record<string, string>>;
  /** @throws ModelFileError where the name is absent or its dtype is not f32, f16 or bf16 */
  read(name: string): WeightArray;
}

const headerSchema = z.record(z.string(), z.unknown());
const metadataSchema = z.record(z.string(), z.string());
const entrySchema = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

/**
 * Checks a file's header.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws ModelFileError where the header is malformed or does not describe exactly the bytes that follow it
 */
export function openSafetensors(bytes: Uint8Array, file = 'model.safetensors'): Safetensors {
  const fail = (what: string): never => {
    throw new ModelFileError('malformed', file, what, REMEDY);
  };
  const { header, dataStart } = readHeader(bytes, fail);
  const { __metadata__, ...tensors } = header;
  const metadata = metadataSchema.optional().safeParse(__metadata__);
  if (!metadata.success) fail('__metadata__ in its header is not an object of strings');

  const entries = new Map<string, TensorEntry>();
  for (const [name, value] of Object.entries(tensors)) {
    const parsed = entrySchema.safeParse(value);
    if (!parsed.success) fail(`the header entry of tensor "${name}" is malformed (${parsed.error.issues[0].message})`);
    const { dtype, shape, data_offsets } = parsed.data!;
    const elementBytes = Object.hasOwn(BYTES_PER_ELEMENT, dtype)
      ? BYTES_PER_ELEMENT[dtype]
      : fail(`tensor "${name}" has the unknown dtype "${dtype}"`);
    const [begin, end] = data_offsets;
    const byteLength = shape.reduce((product, size) => product * size, elementBytes);
    if (end - begin !== byteLength)
      fail(`tensor "${name}" of shape [${shape}] and dtype ${dtype} needs ${byteLength} bytes, has ${end - begin}`);
    entries.set(name, { dtype, shape, begin: dataStart + begin, end: dataStart + end });
  }
  checkCoverage(entries, dataStart, bytes.byteLength, fail);

  const read = (name: string): WeightArray => {
    const entry = entries.get(name) ?? fail(`there is no tensor "${name}"`);
    const data = toFloat32(entry.dtype, bytes.subarray(entry.begin, entry.end));
    if (!data)
      throw new ModelFileError(
        'unsupported',
        file,
        `tensor "${name}" has dtype ${entry.dtype}`,
        'Only F32, F16 and BF16 weights can be read: convert the checkpoint to one of these',
      );
    return { shape: [...entry.shape], data };
  };
  return { entries, metadata: metadata.data ?? {}, read };
}

function readHeader(bytes: Uint8Array, fail: (what: string) => never) {
  if (bytes.byteLength < LENGTH_BYTES) return fail(`${bytes.byteLength} bytes are too few for a safetensors file`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getBigUint64(0, true);
  if (headerBytes > BigInt(MAX_HEADER_BYTES))
    return fail(`its header claims ${headerBytes} bytes, more than the format allows: not a safetensors file`);
  const dataStart = LENGTH_BYTES + Number(headerBytes);
  if (dataStart > bytes.byteLength)
    return fail(`its header claims ${headerBytes} bytes, but the file has only ${bytes.byteLength}: it is cut off`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(LENGTH_BYTES, dataStart)));
  } catch (error) {
    return fail(`its header is not JSON (${(error as Error).message})`);
  }
  const header = headerSchema.safeParse(json);
  return header.success ? { header: header.data, dataStart } : fail('its header is not an object');
}

/** Tensors must follow one another from the header to the end of the file, without overlap or hole. */
function checkCoverage(
  entries: ReadonlyMap<string, TensorEntry>,
  dataStart: number,
  fileBytes: number,
  fail: (what: string) => never,
) {
  const sorted = [...entries].sort(([, a], [, b]) => a.begin - b.begin || a.end - b.end);
  let position = dataStart;
  for (const [name, { begin, end }] of sorted) {
    if (begin < position) fail(`tensor "${name}" overlaps another one`);
    if (begin > position) fail(`bytes before tensor "${name}" belong to no tensor`);
    if (end > fileBytes)
      fail(`tensor "${name}" ends at byte ${end}, but the file has only ${fileBytes}: it is cut off`);
    position = end;
  }
  if (position !== fileBytes) fail(`the last ${fileBytes - position} bytes belong to no tensor`);
}

/** Little-endian bytes of a dtype as f32, always a copy; undefined for a dtype that holds no weights. */
function toFloat32(dtype: string, bytes: Uint8Array): Float32Array<ArrayBuffer> | undefined {
  // Tensors may start at any byte, typed arrays may not: so copy first.
  const { buffer } = new Uint8Array(bytes);
  if (dtype === 'F32') return new Float32Array(buffer);
  if (dtype === 'BF16') {
    const bits = Uint32Array.from(new Uint16Array(buffer), (half) => half << 16);
    return new Float32Array(bits.buffer);
  }
  if (dtype === 'F16') {
    halfValues ??= Float32Array.from({ length: 1 << 16 }, (_, bits) => halfValue(bits));
    const table = halfValues;
    return Float32Array.from(new Uint16Array(buffer), (bits) => table[bits]);
  }
  return undefined;
}

/** Value of every f16 bit pattern; made on first use. */
let halfValues: Float32Array | undefined;

/**
 * Bytes of a safetensors file holding f32 tensors in the map's order.
 *
 * The same tensors and metadata give the same bytes. The metadata `format: pt`, which transformers insists on, is
 * always there.
 */
export function writeSafetensors(
  tensors: ReadonlyMap<string, { shape: readonly number[]; data: Float32Array }>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt', ...metadata } };
  let dataBytes = 0;
  for (const [name, { shape, data }] of tensors) {
    const size = shape.reduce((product, n) => product * n, 1);
    if (size !== data.length) throw new Error(`Tensor "${name}" of shape [${shape}] has ${data.length} elements.`);
    header[name] = { dtype: 'F32', shape, data_offsets: [dataBytes, dataBytes + data.byteLength] };
    dataBytes += data.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // Spaces after the header align the data to 8 bytes, as the reference implementation does.
  const headerBytes = Math.ceil(json.byteLength / 8) * 8;
  const bytes = new Uint8Array(LENGTH_BYTES + headerBytes + dataBytes).fill(0x20, 0, LENGTH_BYTES + headerBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes), true);
  bytes.set(json, LENGTH_BYTES);
  let position = LENGTH_BYTES + headerBytes;
  for (const { data } of tensors.values()) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), position);
    position += data.byteLength;
  }
  return bytes;
}
