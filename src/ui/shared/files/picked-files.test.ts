import { describe, expect, it } from 'vitest';
import { filesOfDrop, filesOfInput } from './picked-files.ts';

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

describe('picked files', () => {
  it('drop the name of the folder that contains all files', () => {
    const picked = filesOfInput([file('a.json', 'bfcl/a.json'), file('a.json', 'bfcl/possible_answer/a.json')]);
    expect(picked.map(({ path }) => path)).toEqual(['a.json', 'possible_answer/a.json']);
  });

  it('keep their paths if they were picked one by one or lie in different folders', () => {
    expect(filesOfInput([file('a.json'), file('b.json')]).map(({ path }) => path)).toEqual(['a.json', 'b.json']);
    const apart = filesOfInput([file('a', 'x/a'), file('a', 'y/a')]);
    expect(apart.map(({ path }) => path)).toEqual(['x/a', 'y/a']);
    expect(filesOfInput([])).toEqual([]);
  });

  it('include all files of a dropped folder, recursively', async () => {
    const folder = entry('games', [entry('one', [entry('game.tw-pddl')]), entry('two', [entry('game.tw-pddl')])]);
    const picked = await filesOfDrop([item(folder), item(null)]);
    expect(picked.map(({ path }) => path)).toEqual(['one/game.tw-pddl', 'two/game.tw-pddl']);
  });
});

it('says that a browser shows no symbolic links if a folder looks empty', async () => {
  const sentence = 'folder-without-files {"folder":"snapshot"}';
  await expect(filesOfDrop([item(entry('snapshot', []))])).rejects.toThrow(sentence);
});
