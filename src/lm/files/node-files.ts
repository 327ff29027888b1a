/** @file Opens model folders on a disk. No other module in lm/files needs Node. */
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileSize, ifFileExists } from '../../common/node-files.ts';
import { listedFolder } from './checked-folder.ts';
import { type ByteRange, GGUF_FILE, type ModelFiles, hubAddress } from './model-files.ts';
import { webFolder } from './web-folder.ts';

export function diskFolder(path: string): ModelFiles {
  return {
    name: path,
    size: (file) => ifFileExists(join(path, file), () => fileSize(join(path, file))),
    read: (file, range) =>
      ifFileExists(join(path, file), async () => {
        await fileSize(join(path, file));
        return range ? readRange(join(path, file), range) : new Uint8Array(await readFile(join(path, file)));
      }),
  };
}

async function readRange(path: string, { begin, end }: ByteRange): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(end - begin);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, begin + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Presents a GGUF file as the only file of a folder. */
function ggufSource(path: string): ModelFiles {
  const { size, read } = diskFolder(dirname(path));
  return {
    name: path,
    size: async (file) => (file === GGUF_FILE ? size(basename(path)) : undefined),
    read: async (file, range) => (file === GGUF_FILE ? read(basename(path), range) : undefined),
  };
}

/** Opens a model folder by its path or its name on the hub, `hf:owner/name`, or a GGUF file by its path. */
export function modelSource(name: string, root = '.'): ModelFiles {
  const hub = hubAddress(name);
  if (/\.gguf$/i.test(name)) return ggufSource(resolve(root, name));
  return hub ? webFolder(hub) : listedFolder(diskFolder(resolve(root, name)), 'read');
}
