/** @file Exports a model: writes the folder, the list of its files with their hashes, and its card. */
import { type FileList, LIST_FILE, writtenList } from '../../lm/files/checked-folder.ts';
import { parameterCount } from '../../lm/files/config.ts';
import { type ExportFile, textFile } from '../export-file.ts';
import type { ExportedModel, ExportRequest } from './exported-model.ts';
import type { ExportTarget } from './export-target.ts';
import { licenseOf } from './folder-files.ts';
import { adapterFolder } from './peft-folder.ts';
import { safetensorsFolder } from './safetensors-folder.ts';
import type { ModelExportWords, WrittenFile } from './words.ts';
import { writeFile } from './write-folder.ts';

const DTYPES = { f32: 'F32', f16: 'F16' } as const;
const FOLDERS = { safetensors: safetensorsFolder, peft: adapterFolder };

export interface ExportOptions {
  /** Called with the bytes written so far. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
  /** Files that the target folder lists already. */
  listed?: FileList;
}

/** @throws CodedError and errors of reading and writing; then the target is empty */
export async function exportModel(
  model: ExportedModel,
  request: ExportRequest,
  target: ExportTarget,
  words: ModelExportWords,
  { onProgress, signal, listed }: ExportOptions = {},
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  let bytes = 0;
  const onBytes = (count: number) => onProgress?.((bytes += count));
  const write = async (file: ExportFile) => written.push(await writeFile(target, file, { onBytes, signal }));
  try {
    for (const file of await FOLDERS[request.format](model, DTYPES[request.precision])) await write(file);
    // The card is not listed, because users edit it.
    const marks = written.map(({ path, bytes: size, sha256 }) => [path, { size, sha256 }] as const);
    await write(textFile(LIST_FILE, writtenList({ ...listed, ...Object.fromEntries(marks) })));
    await write(textFile('README.md', words.card(await cardFacts(model, request, written))));
    return written;
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function cardFacts(model: ExportedModel, request: ExportRequest, files: readonly WrittenFile[]) {
  const { name, config, base, baseName, baseHash, adapter, origin } = model;
  return {
    name,
    family: config.family,
    parameters: parameterCount(config),
    contextLength: config.maxPositions,
    base: { name: baseName, weightsHash: baseHash, license: await licenseOf(base) },
    origin,
    ...request,
    adapter: adapter?.lora ?? null,
    files: [...files],
  };
}
