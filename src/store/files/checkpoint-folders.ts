/**
 * @file The checkpoints of a log as folders beside it, for Node: `run.jsonl.checkpoints/EPOCH/` holds the safetensors files,
 * and `checkpoint.json` says what they must be. A checkpoint is written under a temporary name, synced and renamed.
 */
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  checkpointOf,
  damagedCheckpoint,
  hashCheckpoint,
  partFile,
  partsOf,
  refuseOtherBytes,
} from '../checkpoint-parts.ts';
import { type FileSystem, syncFolder, writeSynced } from './durable-files.ts';
import type { Checkpoint } from '../run-store.ts';

const HASHES_FILE = 'checkpoint.json';

/** The content of `checkpoint.json`: the hashes of a checkpoint, and that of the lines of its epoch in the log. */
const hashesSchema = z.object({
  format: z.literal('genenv-checkpoint'),
  version: z.literal(1),
  epoch: z.int(),
  sha256: z.record(z.string(), z.string()),
  lines: z.string().nullable(),
});

export class CheckpointFolders {
  /** @param log path of the log */
  constructor(
    private readonly log: string,
    private readonly files: FileSystem,
  ) {}

  /** The epochs whose checkpoint is there, ascending. */
  async epochs(): Promise<number[]> {
    const names = await this.files.readdir(`${this.log}.checkpoints`).catch(() => []);
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** A checkpoint, and the SHA-256 of its epoch's lines, null where not stored. @throws `checkpoint-damaged` */
  async read(epoch: number): Promise<{ checkpoint: Checkpoint; lines: string | null }> {
    const checkpoint = await checkpointOf(epoch, (name) => this.readFile(epoch, partFile(name)));
    const text = new TextDecoder().decode(await this.readFile(epoch, HASHES_FILE));
    const expected = hashesSchema.safeParse(parseJson(text));
    if (!expected.success) throw damagedCheckpoint(this.log, epoch, `${HASHES_FILE} beside them is damaged.`);
    await refuseOtherBytes(this.log, epoch, checkpoint, expected.data);
    return { checkpoint, lines: expected.data.lines };
  }

  /** @param lines SHA-256 of the lines of its epoch; null where they are not stored */
  async write(checkpoint: Checkpoint, lines: string | null): Promise<void> {
    const folder = this.folder(checkpoint.epoch);
    const unfinished = `${folder}.unfinished`;
    const hashes = {
      format: 'genenv-checkpoint',
      version: 1,
      ...(await hashCheckpoint(checkpoint)),
      lines,
    } satisfies z.infer<typeof hashesSchema>;
    await this.files.rm(unfinished, { recursive: true, force: true });
    await this.files.mkdir(unfinished, { recursive: true });
    try {
      for (const { name, bytes } of partsOf(checkpoint))
        await writeSynced(join(unfinished, partFile(name)), bytes, this.files);
      const json = new TextEncoder().encode(`${JSON.stringify(hashes)}\n`);
      await writeSynced(join(unfinished, HASHES_FILE), json, this.files);
      await syncFolder(unfinished, this.files);
      await this.files.rm(folder, { recursive: true, force: true });
      await this.files.rename(unfinished, folder);
    } catch (error) {
      await this.files.rm(unfinished, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(folder), this.files);
  }

  async remove(epoch: number): Promise<void> {
    await this.files.rm(this.folder(epoch), { recursive: true, force: true });
  }

  async removeAll(): Promise<void> {
    await this.files.rm(`${this.log}.checkpoints`, { recursive: true, force: true });
  }

  private folder(epoch: number): string {
    return join(`${this.log}.checkpoints`, String(epoch));
  }

  private async readFile(epoch: number, file: string): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await this.files.readFile(join(this.folder(epoch), file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw damagedCheckpoint(this.log, epoch, `${file} is missing in ${this.folder(epoch)}.`);
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
