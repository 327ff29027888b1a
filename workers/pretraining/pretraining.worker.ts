/** @file The thread that makes pairs for worlds; unfinished models are kept in a database of their own. */
import { openDB } from 'idb';
import type { PretrainingState } from '../../src/pretraining/pretrain.ts';
import { openTunedDevice } from '../policy/open-device.ts';
import { expose } from '../rpc/expose.ts';
import { openOnce } from '../rpc/open-once.ts';
import { PairHost } from './host.ts';

const STATES = 'states';

const database = openOnce(() =>
  openDB<{ [STATES]: { key: string; value: PretrainingState } }>('genenv-pretraining', 1, {
    upgrade: (opened) => void opened.createObjectStore(STATES),
  }),
);

expose(
  new PairHost(() => openTunedDevice(() => {}), {
    get: async (recipe) => (await database()).get(STATES, recipe),
    put: async (recipe, state) => void (await (await database()).put(STATES, state, recipe)),
    delete: async (recipe) => (await database()).delete(STATES, recipe),
  }),
);
