import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adapterEnvironment } from './adapter-environment.mjs';

const SOFTWARE = '/usr/lib/chromium/vk_swiftshader_icd.json';
const INTEL = '/usr/share/vulkan/icd.d/intel_icd.x86_64.json';
const MESA_SOFTWARE = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';
const MESA_SOFTWARE_32 = '/usr/share/vulkan/icd.d/lvp_icd.i686.json';
/** Driver manifests of Mesa 22 and Mesa 25, with the Vulkan version that each offers. */
const OLD = '{"ICD":{"api_version":"1.3.230"}}';
const NEW = '{"ICD":{"api_version":"1.4.305"}}';

let root: string;

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adapter-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** @param mesa contents of the manifests of Mesa's software driver */
function environmentWith(
  files: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  platform = 'linux',
  mesa = OLD,
) {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file.includes('lvp') ? mesa : '');
  }
  return adapterEnvironment({ root, environment, platform: platform as NodeJS.Platform });
}

const softwareAdapter = () => ({
  VK_ICD_FILENAMES: join(root, SOFTWARE),
  LD_LIBRARY_PATH: join(root, dirname(SOFTWARE)),
});

it.each([
  ['no Vulkan driver', []],
  ["only Mesa's software driver, too old for Dawn", [MESA_SOFTWARE]],
  ['drivers for GPUs, and no GPU', [INTEL, MESA_SOFTWARE]],
  ['a screen without a render node', [INTEL, '/dev/dri/card0']],
  ['a GPU without a driver', ['/dev/dri/renderD128']],
])('is named where there is %s', (_, files) => {
  expect(environmentWith([SOFTWARE, ...files])).toEqual(softwareAdapter());
});

it("is Mesa's where Dawn can use that, except beside a GPU or a Chromium that was named", () => {
  const mesa = (files: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
    environmentWith([SOFTWARE, MESA_SOFTWARE, ...files], environment, 'linux', NEW);
  expect(mesa([])).toEqual({ VK_ICD_FILENAMES: join(root, MESA_SOFTWARE) });
  expect(mesa([], { GENENV_CHROMIUM_DIR: join(root, dirname(SOFTWARE)) })).toEqual(softwareAdapter());
  expect(mesa(['/dev/dri/renderD128', INTEL])).toEqual({});
});

it("is Mesa's of every architecture, of which the loader takes its own", () => {
  const { VK_ICD_FILENAMES } = environmentWith([SOFTWARE, MESA_SOFTWARE, MESA_SOFTWARE_32], {}, 'linux', NEW);
  expect(VK_ICD_FILENAMES?.split(':').sort()).toEqual(
    [MESA_SOFTWARE_32, MESA_SOFTWARE].map((file) => join(root, file)),
  );
});

it.each(['', '{', '{"ICD":{}}', '{"ICD":{"api_version":"new"}}'])(
  'is not Mesa’s where its manifest is “%s”',
  (text) => {
    expect(environmentWith([SOFTWARE, MESA_SOFTWARE], {}, 'linux', text)).toEqual(softwareAdapter());
  },
);

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
