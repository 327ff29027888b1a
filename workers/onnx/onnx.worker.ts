/** @file The thread of ONNX Runtime: everything that transformers.js computes happens here. */
import { expose } from '../rpc/expose.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import { folderAt } from '../rpc/model-url.ts';
import { OnnxHost } from './host.ts';
import { webRuntime } from './web-runtime.ts';

expose(new OnnxHost({ transformers: () => Transformers.open(webRuntime), folderAt }));
