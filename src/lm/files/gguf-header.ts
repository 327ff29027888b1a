/** @file Reads the header of a GGUF file with `@huggingface/gguf`, in pieces of 2 MB. Only GGUF files load this module. */
import { gguf, GGMLQuantizationType } from '@huggingface/gguf';
import { ggufError } from './model-file-error.ts';
import { GGUF_FILE, type ModelFiles } from './model-files.ts';

/** Reads the header. @throws ModelFileError if the header is malformed */
export async function readGgufHeader(source: ModelFiles, size: number) {
  let failure: unknown;
  /** Answers the library's range requests from the folder. */
  const fetchRange = async (_: unknown, request?: RequestInit): Promise<Response> => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(new Headers(request?.headers).get('range') ?? '')!;
    const range = { begin: Math.min(size, Number(first)), end: Math.min(size, Number(last) + 1) };
    try {
      return new Response(await source.read(GGUF_FILE, range));
    } catch (error) {
      throw (failure = error);
    }
  };
  try {
    const header = await gguf('https://model.invalid/', { fetch: fetchRange });
    const typeName = (type: number): string => GGMLQuantizationType[type] ?? `number ${type}`;
    return {
      ...header,
      tensorInfos: header.tensorInfos.map((tensor) => ({ ...tensor, dtype: typeName(tensor.dtype) })),
    };
  } catch (error) {
    if (failure) throw failure;
    throw ggufError('malformed', `not a GGUF file, or it is cut off (${(error as Error).message})`);
  }
}
