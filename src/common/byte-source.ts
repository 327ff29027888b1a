/** @file Joins bytes, and reads bytes piece by piece from a disk file, a picked file or memory. */

/** Returns all parts joined in order, as a copy. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** A file that the user picked. `path` is relative to the picked folder, with `/`. */
export interface PickedFile {
  path: string;
  file: Blob;
}

export interface ByteSource {
  size: number;
  chunks(): AsyncIterable<Uint8Array>;
  slice(start: number, end: number): ByteSource;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  async *chunks() {
    yield bytes;
  },
  slice: (start, end) => bytesSource(bytes.subarray(start, end)),
});

export const blobSource = (blob: Blob): ByteSource => ({
  size: blob.size,
  async *chunks() {
    const reader = blob.stream().getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  },
  slice: (start, end) => blobSource(blob.slice(start, end)),
});

/** Reads at most the first `most` bytes. */
export async function beginningOf(source: ByteSource, most: number): Promise<Uint8Array> {
  const beginning = new Uint8Array(Math.min(most, source.size));
  let length = 0;
  for await (const chunk of source.chunks()) {
    const part = chunk.subarray(0, beginning.length - length);
    beginning.set(part, length);
    length += part.length;
    if (length === beginning.length) break;
  }
  return beginning.subarray(0, length);
}

/** Reads all bytes, even if the size is unknown. */
export async function allBytes(source: ByteSource): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of source.chunks()) parts.push(chunk.slice());
  return concatenate(parts);
}
