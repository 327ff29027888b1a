/**
 * @file Bytes that are read from their beginning, piece by piece, as often as needed: a file on a disk, a file that a person
 * picked, or bytes in memory.
 */

export interface ByteSource {
  /** Number of bytes. */
  size: number;
  chunks(): AsyncIterable<Uint8Array>;
}

export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  async *chunks() {
    yield bytes;
  },
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
});

/** The first bytes, at most so many. */
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

export async function allBytes(source: ByteSource): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(source.size);
  let length = 0;
  for await (const chunk of source.chunks()) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes;
}
