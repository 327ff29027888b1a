/** @file Opens the store of model folders when a call first needs it. Shipped models are listed without it. */
import { onceOpened } from '../../../src/common/once.ts';
import { webFolder } from '../../../src/lm/files/web-folder.ts';
import { ModelStore } from '../../../src/store/models/model-store.ts';
import { modelsFolder } from '../../../src/store/models/private-folder.ts';
import { WebRunLocks } from '../../../src/store/run-store.ts';
import { folderAt, modelAddress, pageFolder } from '../../rpc/model-url.ts';
import { ModelsHost } from './host.ts';
import { inspectFolder } from './inspect-folder.ts';
import { shippedModels } from './shipped-models.ts';

const store = onceOpened(async () => {
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

export const openModels = () => new ModelsHost({ store, shipped });
