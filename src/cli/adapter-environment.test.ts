import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adapterEnvironment } from './adapter-environment.mjs';

const SOFTWARE = '/usr/lib/chromium/vk_swiftshader_icd.json';
const INTEL = '/usr/share/vulkan/icd.d/intel_icd.x86_64.json';
const MESA = '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json';
const MESA_32 = '/usr/share/vulkan/icd.d/lvp_icd.i686.json';
const GPU = '/dev/dri/renderD128';
/** Manifest of the software driver of Mesa 22, and of Mesa 25, each with its Vulkan version. */
const OLD = '{"ICD":{"api_version":"1.3.230"}}';
const NEW = '{"ICD":{"api_version":"1.4.305"}}';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'adapter-'))));
afterEach(() => rmSync(root, { recursive: true }));

const swiftShader = () => ({
  VK_ICD_FILENAMES: join(root, SOFTWARE),
  LD_LIBRARY_PATH: join(root, dirname(SOFTWARE)),
});
const mesa = () => ({ VK_ICD_FILENAMES: join(root, MESA) });
const none = () => ({});

interface Machine {
  environment?: () => NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Content of each manifest of Mesa's software driver. Default: OLD. */
  manifest?: string;
}

it.each<[string, string[], () => object, Machine?]>([
  ['SwiftShader where no Vulkan driver is', [SOFTWARE], swiftShader],
  ['SwiftShader where Mesa is too old for Dawn', [SOFTWARE, MESA], swiftShader],
  ['SwiftShader where drivers for GPUs are, and no GPU', [SOFTWARE, INTEL, MESA], swiftShader],
  ['SwiftShader where a screen has no render node', [SOFTWARE, INTEL, '/dev/dri/card0'], swiftShader],
  ['SwiftShader where a GPU has no driver', [SOFTWARE, GPU], swiftShader],
  ['Mesa where Dawn can use it', [SOFTWARE, MESA], mesa, { manifest: NEW }],
  [
    'Mesa of every architecture, of which the loader takes its own',
    [SOFTWARE, MESA, MESA_32],
    () => ({ VK_ICD_FILENAMES: expect.stringMatching(/i686\.json:.*x86_64|x86_64\.json:.*i686/) as string }),
    { manifest: NEW },
  ],
  [
    'SwiftShader of a Chromium that was named, before Mesa',
    [SOFTWARE, MESA],
    swiftShader,
    { manifest: NEW, environment: () => ({ GENENV_CHROMIUM_DIR: join(root, dirname(SOFTWARE)) }) },
  ],
  ['nothing beside a GPU, before Mesa', [SOFTWARE, MESA, GPU, INTEL], none, { manifest: NEW }],
  ...['', '{', '{"ICD":{}}', '{"ICD":{"api_version":"new"}}'].map(
    (manifest): [string, string[], () => object, Machine] => [
      `SwiftShader where the manifest of Mesa is “${manifest}”`,
      [SOFTWARE, MESA],
      swiftShader,
      { manifest },
    ],
  ),
  ['nothing for a GPU with its driver', [SOFTWARE, GPU, INTEL], none],
  ["nothing for NVIDIA's device", [SOFTWARE, '/dev/nvidiactl', '/etc/vulkan/icd.d/nvidia_icd.json'], none],
  ['nothing for a driver chosen by hand', [SOFTWARE], none, { environment: () => ({ VK_DRIVER_FILES: 'mine.json' }) }],
  ['nothing on another operating system', [SOFTWARE], none, { platform: 'darwin' }],
  ['nothing without Chromium', [], none],
  [
    'the folder of GENENV_CHROMIUM_DIR first, after the named folders of libraries',
    [SOFTWARE, '/own/vk_swiftshader_icd.json'],
    () => ({
      VK_ICD_FILENAMES: join(root, 'own/vk_swiftshader_icd.json'),
      LD_LIBRARY_PATH: `/lib:${join(root, 'own')}`,
    }),
    { environment: () => ({ GENENV_CHROMIUM_DIR: join(root, 'own'), LD_LIBRARY_PATH: '/lib' }) },
  ],
])('names %s', (_, files, expected, { environment, platform = 'linux', manifest = OLD } = {}) => {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file.includes('lvp') ? manifest : '');
  }
  expect(adapterEnvironment({ root, environment: environment?.() ?? {}, platform })).toEqual(expected());
});
