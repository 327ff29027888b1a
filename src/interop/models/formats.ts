/** @file The formats of an export: which files each consists of, and how what was written is opened for the check. */
import { CodedError } from '../../common/coded-error.ts';
import { parameterShapes, type ModelConfig } from '../../lm/files/config.ts';
import { openWeights } from '../../lm/files/load-model.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import type { WrittenDtype } from '../../lm/files/safetensors.ts';
import { CausalLM } from '../../lm/transformer.ts';
import { OnnxCausalLM } from '../../onnx/causal-lm.ts';
import type { Transformers } from '../../onnx/transformers.ts';
import type { Device } from '../../tensor/device.ts';
import type { ExportFile } from '../export-file.ts';
import { defaultVariant, type Variant } from '../onnx/decoder.ts';
import type { Precision, WeightReader } from '../onnx/decoder-weights.ts';
import { mergedWeights } from './merged-weights.ts';
import type { ComparedRuntime } from './agreement.ts';
import type { ExportedModel, ExportFormat } from './exported-model.ts';
import { engineSource, graphSource } from './compared-runtimes.ts';
import { graphName, onnxFolder } from './onnx-folder.ts';
import { adapterFolder, readAdapterFolder } from './peft-folder.ts';
import { safetensorsFolder } from './safetensors-folder.ts';

export interface ExportRequest {
  format: ExportFormat;
  precision: Precision;
  /** The variant of an ONNX graph; default: fused if the head size allows it. */
  variant?: Variant;
}

/** Elements of a block on its way to the GPU: a few MB. */
const BLOCK_ELEMENTS = 2 ** 20;

/** The runtimes that open written files. */
export interface Runtimes {
  device: Device;
  transformers(): Promise<Transformers>;
}

/** A model that was opened for the check. */
export interface Opened {
  source: ComparedRuntime;
  dispose(): Promise<void>;
}

interface Format {
  files(model: ExportedModel, request: ExportRequest): Promise<ExportFile[]>;
  open(written: ModelFiles, request: ExportRequest, model: ExportedModel, runtimes: Runtimes): Promise<Opened>;
}

export const variantOf = ({ format, variant }: ExportRequest, { config }: ExportedModel): Variant | null =>
  format === 'onnx' ? (variant ?? defaultVariant(config)) : null;

function half({ format, precision }: ExportRequest): WrittenDtype {
  if (precision === 'q4') throw new CodedError('precision-not-in-format', { format, precision });
  return precision === 'f16' ? 'F16' : 'F32';
}

/** A model in our engine; weights go to the GPU in blocks. */
export async function openEngine(device: Device, config: ModelConfig, weights: WeightReader): Promise<Opened> {
  const { model } = await CausalLM.load(device, config, {
    async stream(sink) {
      for (const [name, shape] of parameterShapes(config)) {
        const data = await weights.read(name);
        const width = data.length / shape[0];
        const rows = Math.max(1, Math.floor(BLOCK_ELEMENTS / width));
        for (let row = 0; row < shape[0]; row += rows)
          await sink({ name, row, data: data.subarray(row * width, (row + rows) * width) });
      }
      return '';
    },
  });
  return { source: engineSource(model), dispose: async () => model.dispose() };
}

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  onnx: {
    files: (model, request) =>
      onnxFolder(model, { precision: request.precision, variant: request.variant ?? defaultVariant(model.config) }),
    async open(written, { precision }, _model, runtimes) {
      const graph = await OnnxCausalLM.open(await runtimes.transformers(), written, graphName(precision));
      return { source: graphSource(graph), dispose: () => graph.dispose() };
    },
  },
  safetensors: {
    files: (model, request) => safetensorsFolder(model, half(request)),
    async open(written, _request, _model, { device }) {
      const { config, weights } = await openWeights(written);
      return openEngine(device, config, weights);
    },
  },
  peft: {
    files: (model, request) => adapterFolder(model, half(request)),
    async open(written, _request, model, { device }) {
      const { config, adapter } = model;
      const read = await readAdapterFolder(written, config);
      return openEngine(device, config, mergedWeights(config, adapter!.base, read));
    },
  },
};
