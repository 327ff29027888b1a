/** @file The thread that makes pairs for worlds and prepares checkpoints; unfinished models are kept in a database of their own. */
import { expose } from '../rpc/expose.ts';
import { openDB } from 'idb';
import { openThreadDevice } from '../policy/open-device.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { openOnce } from '../rpc/open-once.ts';
import { PairHost } from './host.ts';

const STATES = 'states';

const database = openOnce(() =>
  openDB<{ [STATES]: { key: string; value: unknown } }>('genenv-pretraining', 1, {
    upgrade: (opened) => void opened.createObjectStore(STATES),
  }),
);

expose(
  new PairHost(
    () => openThreadDevice(() => {}),
    {
      get: async <State>(recipe: string) => (await (await database()).get(STATES, recipe)) as State | undefined,
      put: async (recipe, state) => void (await (await database()).put(STATES, state, recipe)),
      delete: async (recipe) => (await database()).delete(STATES, recipe),
    },
    (model) => folderAt(modelAddress(model)),
  ),
);
