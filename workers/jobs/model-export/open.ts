/** @file Exports models from stored runs and model folders. */
import { onceOpened } from '../../../src/common/once.ts';
import { runEventFormat } from '../../../src/genenv/log/event-format.ts';
import { IndexedDbRunStore } from '../../../src/store/indexed-db/indexed-db-store.ts';
import { folderAt, modelAddress } from '../../rpc/model-url.ts';
import { ModelExportHost } from './host.ts';

export const openModelExport = () =>
  new ModelExportHost({
    store: onceOpened(() => IndexedDbRunStore.open({ format: runEventFormat })),
    folder: (model) => folderAt(modelAddress(model)),
  });
