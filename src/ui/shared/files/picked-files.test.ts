import { describe, expect, it } from 'vitest';
import { filesOfDrop, filesOfInput, matchesPattern, relativeToFolder } from './picked-files.ts';

const file = (name: string, webkitRelativePath = '') =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: webkitRelativePath });

/** A dropped file or folder, whose reader gives its children in two parts. */
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

it('a pattern’s star stands for anything, all else for itself', () => {
  expect(matchesPattern('BFCL_v4_multiple.json', 'BFCL_v4_*.json')).toBe(true);
  expect(matchesPattern('BFCL_v4_multipleXjson', 'BFCL_v4_*.json')).toBe(false);
  expect(matchesPattern('valid/one/game.tw-pddl', '*/game.tw-pddl')).toBe(true);
  expect(matchesPattern('Bamboogle Prerelease - Sheet1.csv', 'Bamboogle Prerelease - Sheet1.csv')).toBe(true);
});
