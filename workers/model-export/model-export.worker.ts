/** @file The thread that exports models: it reads stored runs and model folders, and checks what it wrote. */
import { expose } from '../rpc/expose.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { webRuntime } from '../onnx/web-runtime.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import { openTunedDevice } from '../policy/open-device.ts';
import { openOnce } from '../rpc/open-once.ts';
import { ModelExportHost } from './host.ts';

expose(
  new ModelExportHost({
    openDevice: openTunedDevice,
    store: openOnce(() => IndexedDbRunStore.open({ format: runEventFormat })),
    folder: (model) => folderAt(modelAddress(model)),
    transformers: () => Transformers.open(webRuntime),
  }),
);
