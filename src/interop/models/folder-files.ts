/**
 * @file The small files of an exported folder: configuration, generation configuration and tokenizer, as the model's own
 * folder has them. Fields that this program does not know stay as they are.
 */
import { CodedError } from '../../common/coded-error.ts';
import { isObject } from '../../common/plain-json.ts';
import { toHuggingFaceConfig, type ModelConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { type ExportFile, bytesFile, textFile } from '../export-file.ts';

/** Files that go along unchanged where the model has them. */
const COPIED = [
  'tokenizer.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'vocab.json',
  'merges.txt',
  'tokenizer.model',
  'chat_template.jinja',
];
const CONFIG = 'config.json';
const GENERATION = 'generation_config.json';
const TOKENIZER_CONFIG = 'tokenizer_config.json';
const TEMPLATE = 'chat_template.jinja';

type Json = Record<string, unknown>;

const jsonFile = (path: string, json: Json): ExportFile => textFile(path, `${JSON.stringify(json, null, 2)}\n`);

async function readJson(folder: ModelFiles, file: string): Promise<Json | undefined> {
  const bytes = await folder.read(file);
  if (!bytes) return undefined;
  let cause = 'it is not an object';
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(json)) return json;
  } catch (error) {
    cause = (error as Error).message;
  }
  throw new CodedError('file-not-json', { file: `${folder.name}/${file}`, cause });
}

/** @param changes fields of config.json that the export sets */
export async function folderFiles(base: ModelFiles, config: ModelConfig, changes: Json): Promise<ExportFile[]> {
  const own = toHuggingFaceConfig(config);
  const stored = await readJson(base, CONFIG);
  const generation = await readJson(base, GENERATION);
  const { bos_token_id, eos_token_id, pad_token_id } = own;
  return [
    jsonFile(CONFIG, { ...(stored ?? own), ...changes }),
    jsonFile(GENERATION, generation ?? { bos_token_id, eos_token_id, pad_token_id }),
    ...(await tokenizerFiles(base)),
  ];
}

/** The tokenizer of a folder, with its chat template in `tokenizer_config.json` too, where older loaders look for it. */
export async function tokenizerFiles(base: ModelFiles): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for (const name of COPIED) {
    const bytes = await base.read(name);
    if (bytes) files.push(bytesFile(name, bytes));
  }
  const config = (await readJson(base, TOKENIZER_CONFIG)) ?? {};
  const template = await base.read(TEMPLATE);
  files.push(
    jsonFile(TOKENIZER_CONFIG, {
      ...config,
      ...(template && { chat_template: new TextDecoder('utf-8', { fatal: true }).decode(template) }),
    }),
  );
  return files;
}

/** The licence that a folder's own card names; undefined where it names none. */
export async function licenseOf(base: ModelFiles): Promise<string | undefined> {
  const card = await base.read('README.md');
  if (!card) return undefined;
  const [, frontMatter = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(new TextDecoder().decode(card)) ?? [];
  return /^license:[ \t]*["']?([\w.+-]+)/m.exec(frontMatter)?.[1];
}
