/**
 * @file Exports a model: writes the folder, opens what was written in the runtime that will serve it, compares its logits
 * with our engine's, and keeps it only where they agree. So no folder leaves that computes something else.
 */
import { CodedError } from '../../common/coded-error.ts';
import { PROGRAM } from '../../common/program.ts';
import { type FileList, LIST_FILE, writtenList } from '../../lm/files/checked-folder.ts';
import { parameterCount } from '../../lm/files/config.ts';
import { type ExportFile, textFile } from '../export-file.ts';
import type { Precision } from '../onnx/decoder-weights.ts';
import type { Agreement } from './agreement.ts';
import { checkPrompts } from './check-prompts.ts';
import { compareWithEngine } from './compare-with-engine.ts';
import type { ExportedModel } from './exported-model.ts';
import type { ExportTarget } from './export-target.ts';
import { licenseOf } from './folder-files.ts';
import { type ExportRequest, FORMATS, type Runtimes, variantOf } from './formats.ts';
import type { ExportReport, ModelExportWords, WrittenFile } from './words.ts';
import { writeFile } from './write-folder.ts';

/** Largest relative difference of a logit (agreement.ts); 4 bits are a loss, which the card tells. */
export const TOLERANCE: Readonly<Record<Precision, number | null>> = { f32: 1e-3, f16: 1e-2, q4: null };

export interface ExportProgress {
  stage: 'writing' | 'checking';
  /** Bytes written so far, `total` 0; or prompts compared, of `total`. */
  done: number;
  total: number;
}

export interface ExportOptions {
  onProgress?: (progress: ExportProgress) => void;
  signal?: AbortSignal;
  /** Files that the target folder lists already, such as another precision of the model. */
  listed?: FileList;
}

/** @throws CodedError `export-differs`, and errors of reading, writing and opening; then the target is empty */
export async function exportModel(
  model: ExportedModel,
  request: ExportRequest,
  target: ExportTarget,
  runtimes: Runtimes,
  words: ModelExportWords,
  { onProgress, signal, listed }: ExportOptions = {},
): Promise<ExportReport> {
  const check = checkPrompts(model.config);
  const tolerance = TOLERANCE[request.precision];
  const format = FORMATS[request.format];
  const written: WrittenFile[] = [];
  let bytes = 0;
  const onBytes = (count: number) => onProgress?.({ stage: 'writing', done: (bytes += count), total: 0 });
  const write = async (file: ExportFile) => written.push(await writeFile(target, file, { onBytes, signal }));
  try {
    for (const file of await format.files(model, request)) await write(file);
    const agreement = await compareWithEngine(
      model,
      () => format.open(target.files, request, model, runtimes),
      runtimes,
      { ...check, onPrompt: (done, total) => onProgress?.({ stage: 'checking', done, total }), signal },
    );
    const { absolute, relative } = agreement.largest!;
    if (relative > (tolerance ?? Number.MAX_VALUE))
      throw new CodedError('export-differs', {
        ...{ format: request.format, precision: request.precision },
        ...{ tolerance, absolute, relative },
      });
    // Without the card, which people edit.
    const marks = written.map(({ path, bytes: size, sha256 }) => [path, { size, sha256 }] as const);
    await write(textFile(LIST_FILE, writtenList({ ...listed, ...Object.fromEntries(marks) })));
    const card = await cardOf({
      model,
      request,
      agreement,
      tolerance,
      runtimes,
      files: written,
      words,
      newTokens: check.newTokens,
    });
    await write(textFile('README.md', card));
    await target.commit();
    return { files: written, agreement, tolerance };
  } catch (error) {
    await target.discard();
    throw error;
  }
}

async function cardOf(parts: {
  model: ExportedModel;
  request: ExportRequest;
  agreement: Agreement;
  tolerance: number | null;
  newTokens: number;
  runtimes: Runtimes;
  files: WrittenFile[];
  words: ModelExportWords;
}): Promise<string> {
  const { model, request, agreement, tolerance, newTokens, runtimes, files, words } = parts;
  const { name, config, base, baseName, baseHash, adapter, origin } = model;
  const { format, precision } = request;
  return words.card({
    name,
    family: config.family,
    parameters: parameterCount(config),
    contextLength: config.maxPositions,
    base: { name: baseName, weightsHash: baseHash, license: await licenseOf(base) },
    origin,
    format,
    precision,
    variant: variantOf(request, model),
    adapter: adapter?.lora ?? null,
    check: {
      prompts: agreement.greedy.length,
      positions: agreement.positions,
      newTokens,
      largest: agreement.largest!,
      sameTexts: agreement.greedy.filter(({ firstDifference }) => firstDifference === null).length,
      tolerance,
    },
    versions: {
      [PROGRAM]: runtimes.device.adapter.name,
      ...(format === 'onnx' && { 'ONNX Runtime Web': (await runtimes.transformers()).runtime.version }),
    },
    files,
  });
}
