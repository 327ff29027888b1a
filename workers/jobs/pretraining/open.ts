/** @file Pre-trains on the page's GPU. Unfinished models are stored in their own database. */
import { openDB } from 'idb';
import { onceOpened } from '../../../src/common/once.ts';
import { openThreadDevice } from '../../player/policy/open-device.ts';
import { folderAt, modelAddress } from '../../rpc/model-url.ts';
import { PairHost } from './host.ts';

const STATES = 'states';

const database = onceOpened(() =>
  openDB<{ [STATES]: { key: string; value: unknown } }>('genenv-pretraining', 1, {
    upgrade: (opened) => void opened.createObjectStore(STATES),
  }),
);

export const openPretraining = () =>
  new PairHost(
    () => openThreadDevice(() => {}),
    {
      get: async <State>(recipe: string) => (await (await database()).get(STATES, recipe)) as State | undefined,
      put: async (recipe, state) => void (await (await database()).put(STATES, state, recipe)),
      delete: async (recipe) => (await database()).delete(STATES, recipe),
    },
    (model) => folderAt(modelAddress(model)),
  );
