/** @file An adapter alone, as PEFT reads it (https://huggingface.co/docs/peft/developer_guides/checkpoint). */
import { CodedError } from '../../common/coded-error.ts';
import type { WrittenDtype } from '../../lm/files/safetensors.ts';
import { type ExportFile, textFile } from '../export-file.ts';
import type { ExportedModel } from './exported-model.ts';
import { tokenizerFiles } from './folder-files.ts';
import { safetensorsFile } from './safetensors-file.ts';

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
    safetensorsFile('adapter_model.safetensors', streamed, dtype),
    textFile('adapter_config.json', `${JSON.stringify(config, null, 2)}\n`),
    ...(await tokenizerFiles(base)),
  ];
}
