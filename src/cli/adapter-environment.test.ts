import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adapterEnvironment } from './adapter-environment.mjs';

const SOFTWARE = '/usr/lib/chromium/vk_swiftshader_icd.json';
const INTEL = '/usr/share/vulkan/icd.d/intel_icd.x86_64.json';
const MESA_SOFTWARE = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';

let root: string;

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adapter-'))));
afterEach(() => rmSync(root, { recursive: true }));

function environmentWith(files: readonly string[], environment: NodeJS.ProcessEnv = {}, platform = 'linux') {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  return adapterEnvironment({ root, environment, platform: platform as NodeJS.Platform });
}

const softwareAdapter = () => ({
  VK_ICD_FILENAMES: join(root, SOFTWARE),
  LD_LIBRARY_PATH: join(root, dirname(SOFTWARE)),
});

it.each([
  ['no Vulkan driver', []],
  ["only Mesa's software driver", [MESA_SOFTWARE]],
  ['drivers for GPUs, and no GPU', [INTEL, MESA_SOFTWARE]],
  ['a screen without a render node', [INTEL, '/dev/dri/card0']],
  ['a GPU without a driver', ['/dev/dri/renderD128']],
])('is named where there is %s', (_, files) => {
  expect(environmentWith([SOFTWARE, ...files])).toEqual(softwareAdapter());
});

it.each([
  ['a GPU with its driver', ['/dev/dri/renderD128', INTEL], {}, 'linux'],
  ["NVIDIA's device", ['/dev/nvidiactl', '/etc/vulkan/icd.d/nvidia_icd.json'], {}, 'linux'],
  ['a driver chosen by hand', [], { VK_DRIVER_FILES: 'mine.json' }, 'linux'],
  ['another operating system', [], {}, 'darwin'],
])('is left alone with %s', (_, files, environment, platform) => {
  expect(environmentWith([SOFTWARE, ...files], environment, platform)).toEqual({});
});

it('is left alone where there is no Chromium', () => {
  expect(environmentWith([])).toEqual({});
});

it('is taken from the folder of GENENV_CHROMIUM_DIR first, after the folders of libraries that are named already', () => {
  const folder = join(root, 'own');
  const environment = { GENENV_CHROMIUM_DIR: folder, LD_LIBRARY_PATH: '/lib' };
  expect(environmentWith([SOFTWARE, '/own/vk_swiftshader_icd.json'], environment)).toEqual({
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    LD_LIBRARY_PATH: `/lib:${folder}`,
  });
});
