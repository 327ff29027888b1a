/** @file The thread that exports models: it reads stored runs and model folders. */
import { expose } from '../rpc/expose.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { openOnce } from '../rpc/open-once.ts';
import { ModelExportHost } from './host.ts';

expose(
  new ModelExportHost({
    store: openOnce(() => IndexedDbRunStore.open({ format: runEventFormat })),
    folder: (model) => folderAt(modelAddress(model)),
  }),
);
