/**
 * @file Reads and writes safetensors files in memory: a header (safetensors-header.ts), then the tensors' bytes. It reads
 * f32, f16 and bf16 into f32, and writes f32 and f16. checkpoint.ts reads larger files piece by piece.
 */
import { packHalves } from '../../tensor/packed-numbers.ts';
import { refuseBeyondHalf } from '../finite-weights.ts';
import { ModelFileError } from './model-file-error.ts';
import { headerEnd, LENGTH_BYTES, malformedFile, parseHeader, type SafetensorsHeader } from './safetensors-header.ts';
import { isWeightDtype, toFloat32, type WeightDtype } from './weight-dtypes.ts';

/** A tensor in row-major order. */
export interface WeightArray {
  shape: number[];
  data: Float32Array<ArrayBuffer>;
}

/** An opened file with a checked header. Tensors are converted one at a time, when asked for. */
export interface Safetensors extends SafetensorsHeader {
  /** Reads a tensor as f32. @throws ModelFileError if the file has no such tensor, or its dtype is not for weights */
  read(name: string): WeightArray;
}

/** Opens a file in memory. @throws ModelFileError if the header does not describe exactly the bytes that follow it */
export function openSafetensors(bytes: Uint8Array, file = 'model.safetensors'): Safetensors {
  const dataStart = headerEnd(bytes, bytes.byteLength, file);
  const header = parseHeader(bytes.subarray(LENGTH_BYTES, dataStart), bytes.byteLength, file);
  const read = (name: string): WeightArray => {
    const entry = header.entries.get(name);
    if (!entry) throw malformedFile(file, `there is no tensor "${name}"`);
    const dtype = weightDtype(entry.dtype, name, file);
    return { shape: [...entry.shape], data: toFloat32(dtype, bytes.subarray(entry.begin, entry.end)) };
  };
  return { ...header, read };
}

/** Returns the dtype if weights can have it. @throws ModelFileError for any other dtype */
export function weightDtype(dtype: string, tensor: string, file: string): WeightDtype {
  if (isWeightDtype(dtype)) return dtype;
  throw new ModelFileError(
    'unsupported',
    file,
    `tensor "${tensor}" has dtype ${dtype}; only F32, F16 and BF16 can be read`,
  );
}

export type WrittenDtype = 'F32' | 'F16';
const WRITTEN_BYTES: Readonly<Record<WrittenDtype, number>> = { F32: 4, F16: 2 };

/** Returns a file of tensors in the map's order. F16 rounds to the nearest number. @throws CodedError `beyond-f16` */
export function writeSafetensors(
  tensors: ReadonlyMap<string, { shape: readonly number[]; data: Float32Array }>,
  metadata: Readonly<Record<string, string>> = {},
  dtype: WrittenDtype = 'F32',
): Uint8Array<ArrayBuffer> {
  for (const [name, { shape, data }] of tensors) {
    const size = shape.reduce((product, n) => product * n, 1);
    if (size !== data.length) throw new Error(`Tensor "${name}" of shape [${shape}] has ${data.length} elements.`);
  }
  const shapes = new Map([...tensors].map(([name, { shape }]) => [name, shape]));
  const { header, dataBytes } = writeHeader(shapes, metadata, dtype);
  const bytes = new Uint8Array(header.byteLength + dataBytes);
  bytes.set(header);
  let position = header.byteLength;
  for (const [name, { data }] of tensors) {
    const stored = storedBytes(name, data, dtype);
    bytes.set(stored, position);
    position += stored.byteLength;
  }
  return bytes;
}

/** Returns the file's header, and the number of bytes that follow. transformers requires `format: pt`. */
export function writeHeader(
  shapes: ReadonlyMap<string, readonly number[]>,
  metadata: Readonly<Record<string, string>>,
  dtype: WrittenDtype,
): { header: Uint8Array<ArrayBuffer>; dataBytes: number } {
  const entries: Record<string, unknown> = { __metadata__: { format: 'pt', ...metadata } };
  let dataBytes = 0;
  for (const [name, shape] of shapes) {
    const end = dataBytes + shape.reduce((product, size) => product * size, WRITTEN_BYTES[dtype]);
    entries[name] = { dtype, shape, data_offsets: [dataBytes, end] };
    dataBytes = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(entries));
  // Spaces after the header align the data to 8 bytes, as the reference implementation does.
  const headerBytes = Math.ceil(json.byteLength / 8) * 8;
  const header = new Uint8Array(LENGTH_BYTES + headerBytes).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(headerBytes), true);
  header.set(json, LENGTH_BYTES);
  return { header, dataBytes };
}

/** Returns a tensor's bytes in a file, little-endian. @throws CodedError `beyond-f16` */
export function storedBytes(name: string, data: Float32Array, dtype: WrittenDtype): Uint8Array {
  if (dtype === 'F16') refuseBeyondHalf(name, data);
  const { buffer, byteOffset } = dtype === 'F32' ? data : packHalves(data);
  return new Uint8Array(buffer, byteOffset, data.length * WRITTEN_BYTES[dtype]);
}
