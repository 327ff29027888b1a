/** @file An adapter alone, as PEFT reads it (https://huggingface.co/docs/peft/developer_guides/checkpoint). */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { adapterShapes } from '../../lm/lora/adapter-layout.ts';
import { LORA_MODULES, type LoraConfig } from '../../lm/lora/lora-config.ts';
import type { AdapterWeights } from '../../lm/lora/merge.ts';
import { ModelFileError } from '../../lm/files/model-file-error.ts';
import { readJson } from '../../lm/files/read-json.ts';
import { takeTensors } from '../../lm/files/take-tensors.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { openSafetensors, type WrittenDtype } from '../../lm/files/safetensors.ts';
import { type ExportFile, textFile } from '../export-file.ts';
import type { ExportedModel } from './exported-model.ts';
import { tokenizerFiles } from './folder-files.ts';
import { safetensorsFile } from './safetensors-file.ts';

const CONFIG = 'adapter_config.json';
const WEIGHTS = 'adapter_model.safetensors';

/** @throws CodedError `no-lora-adapter` where all weights were trained */
export async function adapterFolder(
  { name, base, baseName, adapter }: ExportedModel,
  dtype: WrittenDtype,
): Promise<ExportFile[]> {
  if (!adapter) throw new CodedError('no-lora-adapter', { model: name });
  const { rank, alpha, targets } = adapter.lora;
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: baseName.replace(/^hf:/, ''),
    r: rank,
    lora_alpha: alpha,
    lora_dropout: 0,
    target_modules: targets,
    bias: 'none',
    fan_in_fan_out: false,
    use_rslora: false,
    use_dora: false,
    modules_to_save: null,
    inference_mode: true,
  };
  const streamed = new Map(
    [...adapter.weights].map(([tensor, { shape, data }]) => [tensor, { shape, read: async () => data }]),
  );
  return [
    safetensorsFile(WEIGHTS, streamed, dtype),
    textFile(CONFIG, `${JSON.stringify(config, null, 2)}\n`),
    ...(await tokenizerFiles(base)),
  ];
}

const adapterConfig = z.looseObject({
  peft_type: z.literal('LORA'),
  r: z.int().positive(),
  lora_alpha: z.number().positive(),
  target_modules: z.array(z.enum(LORA_MODULES)).min(1),
});

/** @throws ModelFileError where it is no adapter of this base, or damaged */
export async function readAdapterFolder(folder: ModelFiles, config: ModelConfig): Promise<AdapterWeights> {
  const parsed = adapterConfig.safeParse(await readJson(folder, CONFIG));
  if (!parsed.success) throw new ModelFileError('malformed', CONFIG, 'not the configuration of a LoRA adapter');
  const { r: rank, lora_alpha: alpha, target_modules: targets } = parsed.data;
  const lora: LoraConfig = { rank, alpha, targets };
  const bytes = await folder.read(WEIGHTS);
  if (!bytes) throw new ModelFileError('missing', WEIGHTS, 'missing');
  return { lora, weights: takeTensors(openSafetensors(bytes, WEIGHTS), adapterShapes(config, lora), WEIGHTS) };
}
