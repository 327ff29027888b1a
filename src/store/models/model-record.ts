/**
 * @file What this browser knows of a model folder that it keeps: where it came from, which files it has, what it is.
 *
 * `download.json` is written before the first byte of a file, `model.json` after the last one is checked. A model counts
 * as stored only with `model.json`, so a copy that was interrupted is never taken for a whole one.
 */
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().nonnegative();

const listedFile = z.object({
  /** Inside the folder, with `/`. */
  path: z.string(),
  size: bytes,
  /** Where the source tells it. */
  sha256: sha256.nullable(),
});

const origin = z.discriminatedUnion('kind', [
  /** A folder of this computer, by the name it had there. */
  z.object({ kind: z.literal('folder'), folder: z.string() }),
  /** A repository at one commit: what goes on later must not mix two. */
  z.object({ kind: z.literal('hub'), endpoint: z.string(), repository: z.string(), revision: z.string() }),
]);

const summary = z.object({
  /** Name of the architecture, such as `qwen3`. */
  architecture: z.string(),
  /** Null where only the whole file tells them. */
  parameters: bytes.nullable(),
  /** What the weights are stored as, such as `BF16`; several where they are mixed. */
  precisions: z.array(z.string()),
  /** Null where its config.json does not name them. */
  layers: bytes.nullable(),
  hiddenSize: bytes.nullable(),
  vocabulary: bytes,
  /** Path of the ONNX graph that runs it; null where our engine does. */
  graph: z.string().nullable(),
});

const copy = z.object({
  /** What settings call it: `stored:NAME` or `hf:owner/name`. */
  name: z.string().min(1),
  origin,
  files: z.array(listedFile).min(1),
  summary,
});

const whole = copy.extend({
  /** With the hashes of what was stored: they are compared whenever the model is read. */
  files: z.array(listedFile.extend({ sha256 })).min(1),
  /** `license` of its model card; null where it names none. */
  licence: z.string().nullable(),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
});

export type ListedFile = z.infer<typeof listedFile>;
export type ModelOrigin = z.infer<typeof origin>;
export type HubOrigin = Extract<ModelOrigin, { kind: 'hub' }>;
/** What a model is, as its header and `config.json` say. */
export type ModelSummary = z.infer<typeof summary>;
/** A copy under way, or left unfinished. */
export type ModelCopy = z.infer<typeof copy>;
/** A model that is stored completely. */
export type StoredModel = z.infer<typeof whole>;

export const DOWNLOAD_FILE = 'download.json';
export const MODEL_FILE = 'model.json';

/** What was stored as `download.json`; undefined where it is damaged or absent. */
export const parseCopy = (text: string | undefined): ModelCopy | undefined => parse(copy, text);
/** What was stored as `model.json`; undefined where it is damaged or absent. */
export const parseStored = (text: string | undefined): StoredModel | undefined => parse(whole, text);

function parse<Schema extends z.ZodType>(schema: Schema, text: string | undefined): z.infer<Schema> | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What a source says of its files; undefined where it is not a list of files. */
export const parseListing = (files: unknown): ListedFile[] | undefined => z.array(listedFile).safeParse(files).data;

export const totalBytes = (files: readonly Pick<ListedFile, 'size'>[]): number =>
  files.reduce((total, { size }) => total + size, 0);
