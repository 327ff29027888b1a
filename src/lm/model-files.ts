/**
 * @file Where a model's files come from: a web server, memory (an upload, a database), a disk (node-files.ts).
 */
import { CodedError } from '../common/coded-error.ts';

/** The files of one model folder, read by name. */
export interface ModelFiles {
  /** What to call the folder in messages. */
  readonly name: string;
  /** The file's bytes, or undefined where the folder has no such file. */
  read(file: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Files that are already in memory. */
export function memoryFolder(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, name = 'the model'): ModelFiles {
  return { name, read: async (file) => files.get(file) };
}

/**
 * A folder behind a web address.
 *
 * @param url the folder's address, with or without the last slash
 */
export function webFolder(url: string): ModelFiles {
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    name: url,
    async read(file) {
      let response: Response;
      try {
        response = await fetch(base + file);
      } catch (error) {
        const reason = (error as Error).message;
        throw new CodedError(
          'address-not-reached',
          `${base}${file} cannot be reached (${reason}). Check the connection.`,
          { address: base + file, reason },
          error,
        );
      }
      if (response.status === 404) return undefined;
      if (!response.ok)
        throw new CodedError(
          'server-refused',
          `${base}${file}: the server answered ${response.status} ${response.statusText}. Try again later.`,
          { address: base + file, status: response.status },
        );
      // A server of a single-page application answers every unknown address with its start page.
      if (response.headers.get('content-type')?.startsWith('text/html')) return undefined;
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

const HUB = /^hf:([\w.-]+\/[\w.-]+)$/;

/**
 * The address of a repository's files on the Hugging Face hub, for a name such as `hf:owner/name`; undefined for any
 * other name. This computes an address and asks nothing of the network.
 *
 * @param endpoint another server with the hub's paths
 */
export function hubAddress(name: string, endpoint = 'https://huggingface.co'): string | undefined {
  const repository = HUB.exec(name)?.[1];
  return repository && `${endpoint}/${repository}/resolve/main/`;
}
