/** @file Writes what every language's model card shares: front matter, usage, table of files. */
import type { CardFacts, WrittenFile } from '../interop/models/exported-model.ts';

export const fence = (language: string, lines: string): string => `\`\`\`${language}\n${lines}\n\`\`\`\n`;

/** Writes the metadata that the Hugging Face hub reads. */
export const frontMatter = ({ format, base }: CardFacts): string =>
  [
    '---',
    `library_name: ${format === 'peft' ? 'peft' : 'transformers'}`,
    'pipeline_tag: text-generation',
    ...(base.license === undefined ? [] : [`license: ${base.license}`]),
    ...(base.name.startsWith('hf:') ? [`base_model: ${base.name.slice('hf:'.length)}`] : []),
    'tags: [genenv]',
    '---',
  ].join('\n');

/** Writes an example program that opens the folder. */
export function usage({ format, base, precision }: CardFacts): string {
  switch (format) {
    case 'safetensors':
      return fence(
        'python',
        `from transformers import AutoModelForCausalLM, AutoTokenizer
model = AutoModelForCausalLM.from_pretrained('FOLDER', torch_dtype='${precision === 'f16' ? 'float16' : 'float32'}')
tokenizer = AutoTokenizer.from_pretrained('FOLDER')`,
      );
    case 'peft':
      return fence(
        'python',
        `from peft import PeftModel
from transformers import AutoModelForCausalLM
model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained('${base.name.replace(/^hf:/, '')}'), 'FOLDER')`,
      );
  }
}

export const fileTable = (file: string, bytes: string, files: readonly WrittenFile[]): string =>
  `| ${file} | ${bytes} | SHA-256 |
|---|---|---|
${files.map((one) => `| ${one.path} | ${one.bytes} | \`${one.sha256}\` |`).join('\n')}`;
