import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeText } from '../../../store/models/private-folder.ts';
import { memoryFolder } from '../../../store/models/testing/memory-folder.ts';
import { canPickFolders, filesOfDrop, filesOfInput, pickedFolder, relativeToFolder } from './picked-files.ts';

const file = (name: string, webkitRelativePath = '') =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath });

/** Returns a dropped file or folder. Its reader returns the children in two parts, as browsers may. */
function entry(name: string, children?: FileSystemEntry[]): FileSystemEntry {
  const parts = children && [children.slice(0, 1), children.slice(1), []];
  return {
    name,
    isFile: !children,
    isDirectory: !!children,
    file: (resolve: (file: File) => void) => resolve(file(name)),
    createReader: () => ({
      readEntries: (resolve: (entries: FileSystemEntry[]) => void) =>
        resolve(parts!.find((part) => part.length) ? next() : []),
    }),
  } as unknown as FileSystemEntry;

  function next(): FileSystemEntry[] {
    const index = parts!.findIndex((part) => part.length);
    return parts!.splice(index, 1)[0];
  }
}
const item = (dropped: FileSystemEntry | null) => ({ webkitGetAsEntry: () => dropped }) as DataTransferItem;

describe('files chosen', () => {
  it('lose the name of the folder that holds them all', () => {
    const picked = filesOfInput([file('a.json', 'bfcl/a.json'), file('a.json', 'bfcl/possible_answer/a.json')]);
    expect(picked.map(({ path }) => path)).toEqual(['a.json', 'possible_answer/a.json']);
  });

  it('keep their names where they were chosen one by one, or lie in different folders', () => {
    expect(filesOfInput([file('a.json'), file('b.json')]).map(({ path }) => path)).toEqual(['a.json', 'b.json']);
    const apart = [
      { path: 'x/a', file: new Blob() },
      { path: 'y/a', file: new Blob() },
    ];
    expect(relativeToFolder(apart)).toEqual(apart);
    expect(relativeToFolder([])).toEqual([]);
  });

  it('dropped: a folder is read to its leaves', async () => {
    const folder = entry('games', [entry('one', [entry('game.tw-pddl')]), entry('two', [entry('game.tw-pddl')])]);
    const picked = await filesOfDrop([item(folder), item(null)]);
    expect(picked.map(({ path }) => path)).toEqual(['one/game.tw-pddl', 'two/game.tw-pddl']);
  });
});

afterEach(() => vi.unstubAllGlobals());

it('reads a picked folder to its leaves', async () => {
  expect(canPickFolders()).toBe(false);
  const root = memoryFolder();
  await writeText(root, 'config.json', '{}');
  await writeText(root, 'onnx/model.onnx', 'graph');
  vi.stubGlobal('showDirectoryPicker', async () => root);
  expect(canPickFolders()).toBe(true);
  const picked = await pickedFolder();
  expect(picked!.files.map(({ path }) => path)).toEqual(['config.json', 'onnx/model.onnx']);
  expect(await picked!.files[1].file.text()).toBe('graph');
});

it('says that a browser shows no symbolic links if a folder looks empty', async () => {
  const sentence = 'folder-without-files {"folder":"snapshot"}';
  vi.stubGlobal('showDirectoryPicker', async () => ({ name: 'snapshot', entries: () => [] }));
  await expect(pickedFolder()).rejects.toThrow(sentence);
  await expect(filesOfDrop([item(entry('snapshot', []))])).rejects.toThrow(sentence);
});

it('is nothing if the user picks none; other failures are told', async () => {
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('', 'AbortError')));
  expect(await pickedFolder()).toBeUndefined();
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('Not allowed.', 'SecurityError')));
  await expect(pickedFolder()).rejects.toThrow('Not allowed.');
});
