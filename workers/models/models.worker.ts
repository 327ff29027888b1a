/** @file The worker that keeps model folders: only workers write to the site's private files in place. */
import { expose } from '../rpc/expose.ts';
import { webFolder } from '../../src/lm/files/web-folder.ts';
import { ModelStore } from '../../src/store/models/model-store.ts';
import { modelsFolder } from '../../src/store/models/stored-folder.ts';
import { WebRunLocks } from '../../src/store/run-locks.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { openOnce } from '../rpc/open-once.ts';
import { pageFolder } from '../rpc/page-folder.ts';
import { ModelsHost } from './host.ts';
import { inspectFolder } from './inspect-folder.ts';
import { shippedModels } from './shipped-models.ts';

const store = openOnce(async () => {
  const models = new ModelStore({
    root: await modelsFolder(),
    locks: new WebRunLocks(navigator.locks, 'model'),
    inspect: inspectFolder,
    async room() {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined || usage === undefined ? null : quota - usage;
    },
    now: Date.now,
  });
  await models.tidy();
  return models;
});

const shipped = () =>
  shippedModels(webFolder(new URL('models/', pageFolder()).href), (name) => folderAt(modelAddress(name)));

expose(new ModelsHost({ store, shipped }));
