/**
 * @file An adapter alone, as PEFT reads it (https://huggingface.co/docs/peft/developer_guides/checkpoint):
 * `PeftModel.from_pretrained(base, FOLDER)`.
 */
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import type { ModelFiles } from '../../lm/model-files.ts';
import { openSafetensors, type WrittenDtype } from '../../lm/safetensors.ts';
import { type ExportFile, textFile } from '../export-file.ts';
import type { LoraAdapter } from './adapter.ts';
import type { ExportedModel } from './exported-model.ts';
import { tokenizerFiles } from './folder-files.ts';
import { safetensorsFile } from './safetensors-file.ts';

const CONFIG = 'adapter_config.json';
const WEIGHTS = 'adapter_model.safetensors';

/** @throws CodedError `no-adapter` where all weights were trained */
export async function adapterFolder(
  { name, base, baseName, adapter }: ExportedModel,
  dtype: WrittenDtype,
): Promise<ExportFile[]> {
  if (!adapter)
    throw new CodedError(
      'no-adapter',
      `${name} has no adapter: all of its weights were trained, or none. Choose the format safetensors or onnx.`,
      { model: name },
    );
  const { rank, alpha, targets, tensors } = adapter;
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
    [...tensors].map(([tensor, { shape, data }]) => [tensor, { shape, read: async () => data }]),
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
  target_modules: z.array(z.string()),
});

/**
 * Reads such a folder.
 * @throws CodedError `adapter-malformed`; ModelFileError where the weights are damaged
 */
export async function readAdapterFolder(folder: ModelFiles): Promise<LoraAdapter> {
  const malformed = (file: string, cause: string) =>
    new CodedError('adapter-malformed', `${folder.name}/${file}: ${cause}. Export the adapter again.`, {
      file: `${folder.name}/${file}`,
      cause,
    });
  const [config, weights] = [await folder.read(CONFIG), await folder.read(WEIGHTS)];
  if (!config) throw malformed(CONFIG, 'missing');
  if (!weights) throw malformed(WEIGHTS, 'missing');
  let parsed: z.infer<typeof adapterConfig>;
  try {
    parsed = adapterConfig.parse(JSON.parse(new TextDecoder().decode(config)));
  } catch {
    throw malformed(CONFIG, 'not the configuration of a LoRA adapter');
  }
  const file = openSafetensors(weights, WEIGHTS);
  return {
    rank: parsed.r,
    alpha: parsed.lora_alpha,
    targets: parsed.target_modules,
    tensors: new Map([...file.entries.keys()].map((name) => [name, file.read(name)])),
  };
}
