/** @file Exports a player of a stored run, or a stored model, as a zip file. */
import { Zip, ZipPassThrough } from 'fflate';
import { CodedError } from '../../src/common/coded-error.ts';
import { onceOpened } from '../../src/common/once.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { exportModel } from '../../src/interop/models/export-model.ts';
import {
  BlobTarget,
  type ExportedModel,
  type ExportRequest,
  type Player,
  type WrittenFile,
} from '../../src/interop/models/exported-model.ts';
import { modelOfFolder, modelOfRun } from '../../src/interop/models/open-exported-model.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import { modelExportWords } from '../../src/text/model-export.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

/** A player of a stored run, or a model by its name in settings. */
export type ExportSource = { runId: string; player: Player } | { model: string };

export interface ModelExported {
  files: WrittenFile[];
  /** Name of the zip file, without the extension. */
  name: string;
  zip: Blob;
}

export interface ExportParts {
  store(): Promise<RunStore<RunEvent>>;
  /** Opens a model by its name in the settings. */
  folder(model: string): ModelFiles;
}

const pageParts: ExportParts = {
  store: onceOpened(() => IndexedDbRunStore.open({ format: runEventFormat })),
  folder: (model) => folderAt(modelAddress(model)),
};

export function modelExportJobs({ store, folder }: ExportParts = pageParts) {
  const modelOf = async (source: ExportSource): Promise<ExportedModel> =>
    'model' in source
      ? modelOfFolder(folder(source.model), source.model)
      : modelOfRun(await store(), source.runId, source.player, folder);
  return {
    /** Exports the model and reports the bytes written. */
    'export-model': async (
      { source, request }: { source: ExportSource; request: ExportRequest },
      { report, signal }: JobContext<number>,
    ): Promise<ModelExported> => {
      const model = await modelOf(source);
      const target = new BlobTarget(model.name);
      const files = await exportModel(model, request, target, modelExportWords, { onProgress: report, signal });
      const name = `${model.name}-${request.format}-${request.precision}`;
      return { files, name, zip: await zipFiles(target.blobs) };
    },
  };
}

/** Zip files carry a time; a constant one gives the same export the same bytes. */
const MTIME = new Date(1980, 0, 1);
/** Limit of a zip file without the 64-bit extension, minus room for the directory. */
const LARGEST = 2 ** 32 - 2 ** 20;

/** Makes one uncompressed zip piece by piece, because weights do not shrink. @throws CodedError `zip-too-large` */
async function zipFiles(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > LARGEST) throw new CodedError('zip-too-large', { bytes, largest: LARGEST });
  const parts: Blob[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  for (const [path, blob] of files) {
    const entry = new ZipPassThrough(path);
    entry.mtime = MTIME;
    zip.add(entry);
    const reader = blob.stream().getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      entry.push(value);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
