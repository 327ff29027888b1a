/**
 * @file Environment variables that let Dawn (npm `webgpu`) find a Vulkan adapter.
 *
 * On a machine with a GPU and its driver, nothing is needed. Where no Vulkan driver is installed, an installed Chromium
 * brings both a Vulkan loader and SwiftShader, a software adapter. Two variables tell Dawn where they are. A process reads
 * both when it starts, so they belong in the environment of a child process.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CHROMIUM_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const VULKAN_DRIVER_FOLDERS = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];

/** Devices that a GPU's kernel driver makes: a render node, or NVIDIA's own device, or that of Windows (WSL). */
const GPU_DEVICES = [
  ['/dev/dri', /^renderD/],
  ['/dev', /^(nvidiactl|dxg)$/],
];

const holds = (folder, isWanted) => existsSync(folder) && readdirSync(folder).some(isWanted);

/**
 * True where there is a GPU, and a hardware Vulkan driver is registered with the system. The drivers alone do not tell:
 * a desktop's packages bring them to machines without a GPU too. Mesa's software driver is too old for Dawn.
 */
function hasHardwareDriver(root) {
  return (
    GPU_DEVICES.some(([folder, pattern]) => holds(join(root, folder), (name) => pattern.test(name))) &&
    VULKAN_DRIVER_FOLDERS.some((folder) => holds(join(root, folder), (name) => !/^(lvp|swrast)/.test(name)))
  );
}

/**
 * @param {Partial<{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform }>} [machine] what is looked at
 *   instead of this process and its machine's folders
 * @returns {Record<string, string>} variables to add to the environment; empty where nothing is needed
 */
export function adapterEnvironment({ root = '/', environment = process.env, platform = process.platform } = {}) {
  if (platform !== 'linux' || environment.VK_DRIVER_FILES || environment.VK_ICD_FILENAMES || hasHardwareDriver(root))
    return {};
  const folder = [environment.GENENV_CHROMIUM_DIR, ...CHROMIUM_FOLDERS.map((name) => join(root, name))].find(
    (name) => name && existsSync(join(name, 'vk_swiftshader_icd.json')),
  );
  if (!folder) return {};
  return {
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    LD_LIBRARY_PATH: [environment.LD_LIBRARY_PATH, folder].filter(Boolean).join(':'),
  };
}
