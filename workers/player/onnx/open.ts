/** @file Runs models on ONNX Runtime Web, which is loaded with the first model. */
import { Transformers } from '../../../src/onnx/transformers.ts';
import { folderAt } from '../../rpc/model-url.ts';
import { OnnxHost } from './host.ts';
import { webRuntime } from './web-runtime.ts';

export const openOnnx = () => new OnnxHost({ transformers: () => Transformers.open(webRuntime), folderAt });
