/** @file A zip as parts of a Blob, each of which the browser may keep on the disk. */
import type { ZipSink } from './zip-writer.ts';

export class BlobSink implements ZipSink {
  private readonly parts: Blob[] = [];
  private readonly starts = new Map<number, number>();
  private size = 0;

  async write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.starts.set(this.size, this.parts.length);
    this.parts.push(new Blob([bytes]));
    this.size += bytes.length;
  }

  async rewrite(at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.parts[this.starts.get(at)!] = new Blob([bytes]);
  }

  blob(): Blob {
    return new Blob(this.parts, { type: 'application/zip' });
  }
}
