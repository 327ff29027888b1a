import { afterEach, expect, it, vi } from 'vitest';
import { openNodeDevice } from './node.ts';

vi.mock('webgpu', () => ({ globals: {}, create: () => ({ requestAdapter: async () => null }) }));

afterEach(() => vi.unstubAllGlobals());

it('says what a command can do if there is no adapter', async () => {
  vi.stubGlobal('dawn', undefined);
  await expect(openNodeDevice()).rejects.toMatchObject({
    code: 'no-adapter-headless',
  });
});
