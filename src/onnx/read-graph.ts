/** @file Reads a graph of a model folder, with its tensor files, summary and hash. */
import { CodedError } from '../common/coded-error.ts';
import { sha256 } from '../common/sha-256.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { noGraph } from './choose-graph.ts';
import { type GraphSummary, summarizeGraph } from './inspect-graph.ts';
import type { GraphBytes } from './runtime.ts';

export interface ReadGraph {
  readonly path: string;
  readonly content: GraphBytes;
  readonly summary: GraphSummary;
  /** SHA-256 of the graph in hexadecimal. With tensor files: SHA-256 of all files' joined hexadecimal hashes. */
  readonly hash: string;
}

const malformed = (folder: string, file: string, what: string): CodedError =>
  new CodedError('graph-malformed', { file: `${folder}/${file}`, what });

/** @throws CodedError `no-graph`, `graph-malformed` */
export async function readGraph(files: ModelFiles, path: string): Promise<ReadGraph> {
  const bytes = await files.read(path);
  if (!bytes) throw noGraph(files, path);
  let summary: GraphSummary;
  try {
    summary = summarizeGraph(bytes);
  } catch (error) {
    throw malformed(files.name, path, `not an ONNX model (${(error as Error).message})`);
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const externalData: { path: string; data: Uint8Array<ArrayBuffer> }[] = [];
  for (const file of summary.dataFiles) {
    // The graph chooses this file name, so it must not lead out of the folder.
    const data = /^[\w.-]+$/.test(file) && !file.startsWith('.') ? await files.read(folder + file) : undefined;
    if (!data)
      throw malformed(files.name, path, `its tensors lie in the file ${JSON.stringify(file)}, which is missing`);
    externalData.push({ path: file, data });
  }
  const hashes = [(await files.sha256?.(path)) ?? (await sha256(bytes))];
  for (const { path: name, data } of externalData)
    hashes.push((await files.sha256?.(folder + name)) ?? (await sha256(data)));
  const hash = hashes.length === 1 ? hashes[0] : await sha256(new TextEncoder().encode(hashes.join('')));
  return { path, content: { bytes, externalData }, summary, hash };
}
