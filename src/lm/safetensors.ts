/**
 * @file A safetensors file in memory, read and written: a header (safetensors-header.ts), then the tensors' bytes. f32,
 * f16 and bf16 are read, always into f32; f32 and f16 are written. checkpoint.ts reads larger files piece by piece.
 */
import { packHalves } from '../tensor/half.ts';
import { refuseBeyondHalf } from './finite-weights.ts';
import { ModelFileError } from './model-file-error.ts';
import { headerEnd, LENGTH_BYTES, malformedFile, parseHeader, type SafetensorsHeader } from './safetensors-header.ts';
import { isWeightDtype, toFloat32, type WeightDtype } from './weight-dtypes.ts';

/** A tensor in row-major order. */
export interface WeightArray {
  shape: number[];
  data: Float32Array<ArrayBuffer>;
}

/** An opened file: the header is checked, tensors are converted when asked for, one at a time. */
export interface Safetensors extends SafetensorsHeader {
  /** @throws ModelFileError where the name is absent or its dtype is not f32, f16 or bf16 */
  read(name: string): WeightArray;
}

/**
 * Checks a file's header.
 *
 * @param bytes the whole file
 * @param file its name, for messages
 * @throws ModelFileError where the header is malformed or does not describe exactly the bytes that follow it
 */
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

/** @throws ModelFileError where a tensor's dtype holds no weights */
export function weightDtype(dtype: string, tensor: string, file: string): WeightDtype {
  if (isWeightDtype(dtype)) return dtype;
  throw new ModelFileError(
    'unsupported',
    file,
    `tensor "${tensor}" has dtype ${dtype}`,
    'Only F32, F16 and BF16 weights can be read: convert the checkpoint to one of these',
  );
}

/**
 * Bytes of a safetensors file in the map's order.
 *
 * The same tensors and metadata give the same bytes. The metadata `format: pt`, which transformers insists on, is
 * always there.
 *
 * @param dtype of all tensors; f16 is rounded to the nearest, ties to even
 * @throws CodedError `beyond-f16` where a value is too large
 */
export function writeSafetensors(
  tensors: ReadonlyMap<string, { shape: readonly number[]; data: Float32Array }>,
  metadata: Readonly<Record<string, string>> = {},
  dtype: 'F32' | 'F16' = 'F32',
): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt', ...metadata } };
  let dataBytes = 0;
  for (const [name, { shape, data }] of tensors) {
    const size = shape.reduce((product, n) => product * n, 1);
    if (size !== data.length) throw new Error(`Tensor "${name}" of shape [${shape}] has ${data.length} elements.`);
    const end = dataBytes + data.length * (dtype === 'F32' ? 4 : 2);
    header[name] = { dtype, shape, data_offsets: [dataBytes, end] };
    dataBytes = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  // Spaces after the header align the data to 8 bytes, as the reference implementation does.
  const headerBytes = Math.ceil(json.byteLength / 8) * 8;
  const bytes = new Uint8Array(LENGTH_BYTES + headerBytes + dataBytes).fill(0x20, 0, LENGTH_BYTES + headerBytes);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerBytes), true);
  bytes.set(json, LENGTH_BYTES);
  let position = LENGTH_BYTES + headerBytes;
  for (const [name, { data }] of tensors) {
    if (dtype === 'F16') refuseBeyondHalf(name, data, 'Write the weights as f32');
    const { buffer, byteOffset } = dtype === 'F32' ? data : packHalves(data);
    const length = data.length * (dtype === 'F32' ? 4 : 2);
    bytes.set(new Uint8Array(buffer, byteOffset, length), position);
    position += length;
  }
  return bytes;
}
