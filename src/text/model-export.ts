/** @file Writes the card of an exported model, and says what was written. */
import { PROGRAM } from '../common/program.ts';
import type { CardFacts, Origin, WrittenFile } from '../interop/models/exported-model.ts';
import { formatBytes } from './bytes.ts';
import { workText } from './work.ts';

const words = workText.modelCard;

const fence = (language: string, lines: string): string => `\`\`\`${language}\n${lines}\n\`\`\`\n`;

/** Writes the metadata that the Hugging Face hub reads. */
const frontMatter = ({ format, base }: CardFacts): string =>
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
function usage({ format, base, precision }: CardFacts): string {
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

const fileTable = (file: string, bytes: string, files: readonly WrittenFile[]): string =>
  `| ${file} | ${bytes} | SHA-256 |
|---|---|---|
${files.map((one) => `| ${one.path} | ${one.bytes} | \`${one.sha256}\` |`).join('\n')}`;

const json = (value: unknown): string => fence('json', JSON.stringify(value, null, 2));

function origin(from: Origin, { name: base, weightsHash: hash }: CardFacts['base']): string {
  if (from.kind === 'folder') return words.weights({ base, hash });
  const { player, name, epochs } = from;
  const seed = (from.settings as { seed?: number }).seed ?? '–';
  return [
    words.run({ player, name, epochs, seed, base, hash }),
    words.settings,
    json(from.settings),
    ...(from.changes.length === 0 ? [] : [words.changes, json(from.changes)]),
  ].join('\n\n');
}

export function modelCard(facts: CardFacts): string {
  const { name, family, parameters, contextLength, base, precision, adapter, files, format } = facts;
  const size = words.size({ family, parameters, contextLength, precision });
  const trained = adapter
    ? words.adapter({
        rank: adapter.rank,
        alpha: adapter.alpha,
        targets: adapter.targets.join(', '),
        alone: format === 'peft',
      })
    : '';
  return `${[
    frontMatter(facts),
    `# ${name}`,
    adapter ? `${size}\n${trained}` : size,
    `## ${words.use}`,
    usage(facts).trimEnd(),
    `## ${words.from}`,
    origin(facts.origin, base).trimEnd(),
    `## ${words.files}`,
    words.program({ program: PROGRAM }),
    fileTable(words.file, words.bytes, files),
  ].join('\n\n')}\n`;
}

/** Reports how many files were written, and their sizes. */
export const exportReport = (files: readonly WrittenFile[], folder: string): string =>
  words.report({ files: files.length, bytes: formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0)), folder });
