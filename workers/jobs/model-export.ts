/** @file Exports a player of a stored run, or a stored model, as a zip file. */
import { blobSource } from '../../src/common/byte-source.ts';
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
import { BlobSink, ZipWriter } from '../../src/runs/files/zip.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import { modelCard } from '../../src/text/model-export.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

/** Player of a stored run, or the name of a model in settings. */
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
      const files = await exportModel(model, request, target.write, modelCard, { onProgress: report, signal });
      const name = `${model.name}-${request.format}-${request.precision}`;
      return { files, name, zip: await zipFiles(target.blobs) };
    },
  };
}

/** Makes one uncompressed zip, because weights do not shrink. @throws CodedError `zip-too-large` */
async function zipFiles(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const sink = new BlobSink();
  const zip = new ZipWriter(sink);
  for (const [path, blob] of files)
    await zip.add(path, blobSource(blob).chunks() as AsyncIterable<Uint8Array<ArrayBuffer>>, 0);
  await zip.end();
  return sink.blob();
}
