/**
 * @file Stores model folders for the page, one copy at a time. It asks a hub only if the user has allowed this. Only a
 * worker can write in place to the origin's private file system.
 */
import { z } from 'zod';
import { CodedError } from '../../src/common/coded-error.ts';
import { onceOpened } from '../../src/common/once.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { inspectModel } from '../../src/lm/files/load-model.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { webFolder } from '../../src/lm/files/web-folder.ts';
import { isGraphOnly } from '../../src/onnx/choose-graph.ts';
import { inspectGraph } from '../../src/onnx/inspect-graph.ts';
import {
  type ModelSource,
  type ModelSummary,
  pickedSource,
  type StoredModel,
} from '../../src/store/models/model-record.ts';
import { type CopyProgress, ModelStore, type UnfinishedModel } from '../../src/store/models/model-store.ts';
import { modelsFolder } from '../../src/store/models/private-folder.ts';
import { WebRunLocks } from '../../src/store/run-store.ts';
import { folderAt, modelAddress, pageFolder } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

/** Model that is served with the page. */
export interface ShippedModel {
  name: string;
  parameters: number;
  vocabulary: number;
  /** Task families that the model was pre-trained on. */
  families: string[];
  bytes: number;
}

export interface ModelLists {
  stored: StoredModel[];
  unfinished: UnfinishedModel[];
}

export interface ModelParts {
  /** Opens the storage when a job first needs it. */
  store(): Promise<ModelStore>;
  shipped(): Promise<ShippedModel[]>;
}

/** Loads the hub code only when a hub is used. */
const loadHub = () => import('../../src/store/models/hub-source.ts');

type Copying = JobContext<CopyProgress>;

export function modelJobs({ store, shipped }: ModelParts = pageParts) {
  let copying: { name?: string } | undefined;

  async function copy(
    { report, signal }: Copying,
    open: (signal: AbortSignal) => Promise<ModelSource>,
  ): Promise<StoredModel> {
    if (copying) throw new CodedError('model-copying');
    const current: { name?: string } = (copying = {});
    const onProgress = (progress: CopyProgress) => {
      current.name = progress.name;
      report(progress);
    };
    try {
      return await (await store()).add(await open(signal), { signal, onProgress });
    } finally {
      copying = undefined;
    }
  }

  return {
    'shipped-models': () => shipped(),
    'stored-models': async (): Promise<ModelLists> => {
      const opened = await store();
      const [stored, unfinished] = await Promise.all([opened.models(), opened.unfinished()]);
      // The page shows the progress of a model that is being copied.
      return { stored, unfinished: unfinished.filter(({ name }) => !copying || name !== copying.name) };
    },
    /** Copies a picked folder. */
    'add-model': ({ folder, files }: { folder: string; files: readonly PickedFile[] }, context: Copying) =>
      copy(context, () => pickedSource(folder, files)),
    /** Starts or continues a download of `owner/name` from the allowed hub. `hub` is null if none is allowed. */
    'download-model': ({ repository, hub }: { repository: string; hub: string | null }, context: Copying) =>
      copy(context, async (signal) => {
        if (hub === null) throw new CodedError('hub-off', { endpoint: null });
        const { openHub } = await loadHub();
        return openHub({ repository: repository.trim(), endpoint: hub }, signal);
      }),
    /** Continues an unfinished download at the commit where it began. */
    'resume-download': ({ name, hub }: { name: string; hub: string | null }, context: Copying) =>
      copy(context, async (signal) => {
        const found = (await (await store()).unfinished()).find((candidate) => candidate.name === name);
        if (found?.origin.kind !== 'hub') throw new CodedError('no-unfinished-model', { name });
        const { endpoint } = found.origin;
        if (endpoint !== hub) throw new CodedError('hub-off', { endpoint });
        const { hubSource } = await loadHub();
        return hubSource(found.origin, found.files, signal);
      }),
    /** Removes a stored model or an unfinished download. */
    'remove-model': async (name: string) => (await store()).remove(name),
  };
}

/**
 * Inspects a folder with a model for our engine, or with only an ONNX graph.
 * @throws CodedError with the folder's problem
 */
export const inspectFolder = async (folder: ModelFiles): Promise<ModelSummary> =>
  (await isGraphOnly(folder)) ? inspectGraph(folder) : { ...(await inspectModel(folder)), graph: null };

const manifest = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      /** False for a model that `genenv pretrain` makes and whose folder is not in the repository. */
      shipped: z.boolean().default(true),
      parameters: z.int(),
      vocabulary: z.int(),
      recipe: z.object({ families: z.array(z.string()) }),
    }),
  ),
});

/** Lists the shipped models. @param models folder of all models @param folder opens one model's folder */
export async function shippedModels(models: ModelFiles, folder: (name: string) => ModelFiles): Promise<ShippedModel[]> {
  const listed = readManifest(await models.read('manifest.json')).filter((model) => model.shipped);
  return Promise.all(
    listed.map(async ({ name, parameters, vocabulary, recipe: { families } }) => ({
      name,
      parameters,
      vocabulary,
      families,
      bytes: (await folder(name).size('model.safetensors')) ?? 0,
    })),
  );
}

function readManifest(bytes: Uint8Array | undefined): z.infer<typeof manifest>['models'] {
  try {
    return manifest.parse(JSON.parse(new TextDecoder().decode(bytes))).models;
  } catch {
    throw new CodedError('shipped-models');
  }
}

const pageParts: ModelParts = {
  store: onceOpened(async () => {
    const models = new ModelStore({
      root: await modelsFolder(),
      locks: new WebRunLocks('model'),
      inspect: inspectFolder,
      async room() {
        const { quota, usage } = await navigator.storage.estimate();
        return quota === undefined || usage === undefined ? null : quota - usage;
      },
      now: Date.now,
    });
    await models.tidy();
    return models;
  }),
  shipped: () =>
    shippedModels(webFolder(new URL('models/', pageFolder()).href), (name) => folderAt(modelAddress(name))),
};
