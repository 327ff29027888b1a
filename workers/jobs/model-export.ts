/** @file Exports a player of a stored run, or a stored model, as a zip file. */
import { onceOpened } from '../../src/common/once.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import { exportModel } from '../../src/interop/models/export-model.ts';
import type { ExportedModel, ExportRequest, Player } from '../../src/interop/models/exported-model.ts';
import { BlobTarget } from '../../src/interop/models/export-target.ts';
import { modelOfFolder, modelOfRun } from '../../src/interop/models/open-exported-model.ts';
import type { WrittenFile } from '../../src/interop/models/words.ts';
import { zipFiles } from '../../src/interop/models/zip-files.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import type { RunStore } from '../../src/store/run-store.ts';
import { modelExportWords } from '../../src/text/model-export.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

/** A player of a stored run, or a model by its name in the settings. */
export type ExportSource = { runId: string; player: Player } | { model: string };

export interface ModelExported {
  files: WrittenFile[];
  /** The name of the zip file, without an ending. */
  name: string;
  zip: Blob;
}

export interface ExportParts {
  store(): Promise<RunStore<RunEvent>>;
  /** A model by its name in the settings. */
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
    /** Reports the bytes written. */
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
