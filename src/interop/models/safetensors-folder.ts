/** @file A model as a folder in Hugging Face's layout with one weights file, an adapter merged into it. */
import { parameterShapes } from '../../lm/files/config.ts';
import type { WrittenDtype } from '../../lm/files/safetensors.ts';
import type { ExportFile } from '../export-file.ts';
import type { ExportedModel } from './exported-model.ts';
import { folderFiles } from './folder-files.ts';
import { safetensorsFile } from './safetensors-file.ts';

export async function safetensorsFolder(
  { base, config, weights }: ExportedModel,
  dtype: WrittenDtype,
): Promise<ExportFile[]> {
  const tensors = new Map(
    [...parameterShapes(config)].map(([name, shape]) => [name, { shape, read: () => weights.read(name) }]),
  );
  return [
    safetensorsFile('model.safetensors', tensors, dtype),
    ...(await folderFiles(base, config, { torch_dtype: dtype === 'F16' ? 'float16' : 'float32' })),
  ];
}
