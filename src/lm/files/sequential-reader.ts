/** @file Reads a file front to back. It cuts small pieces from larger reads, because a read may be a request to a server. */
import { concatenate } from '../../common/byte-source.ts';
import type { ModelFiles } from './model-files.ts';
import { malformedFile } from './safetensors-header.ts';

/** Bytes of one read, or more if a single piece needs it. */
const READ_BYTES = 8 * 2 ** 20;

export class SequentialReader {
  private position = 0;
  private rest = new Uint8Array();

  constructor(
    private readonly source: ModelFiles,
    private readonly file: string,
    private readonly fileBytes: number,
  ) {}

  /** Returns the next `count` bytes, a view that later calls do not change. @throws ModelFileError at the file's end */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.rest.byteLength < count) {
      const begin = this.position + this.rest.byteLength;
      const end = Math.min(this.fileBytes, begin + Math.max(READ_BYTES, count - this.rest.byteLength));
      const more = await this.source.read(this.file, { begin, end });
      const received = more?.byteLength ?? 0;
      if (received < end - begin)
        throw malformedFile(
          this.file,
          `it is cut off: byte ${begin + received} is missing, but its size was ${this.fileBytes} bytes`,
        );
      this.rest = this.rest.byteLength ? concatenate([this.rest, more!]) : more!;
    }
    const piece = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(count);
    this.position += count;
    return piece;
  }
}
