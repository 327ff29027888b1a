import { afterEach, expect, it, vi } from 'vitest';
import { memoryFolder } from '../../../store/models/testing/memory-folder.ts';
import { writeText } from '../../../store/models/private-folder.ts';
import { canPickFolders, pickedFolder } from './pick-folder.ts';

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

it('is nothing where the person picks none; other failures are told', async () => {
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('', 'AbortError')));
  expect(await pickedFolder()).toBeUndefined();
  vi.stubGlobal('showDirectoryPicker', () => Promise.reject(new DOMException('Not allowed.', 'SecurityError')));
  await expect(pickedFolder()).rejects.toThrow('Not allowed.');
});
