/**
 * @file Environment variables that let Dawn (npm `webgpu`) find a Vulkan adapter.
 *
 * On a machine with a GPU and its driver, nothing is needed. Where no Vulkan driver is installed, an installed Chromium
 * brings both a Vulkan loader and SwiftShader, a software adapter. Two variables tell Dawn where they are. A process reads
 * both when it starts, so they belong in the environment of a child process.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CHROMIUM_FOLDERS = [
  process.env.GENENV_CHROMIUM_DIR,
  '/usr/lib/chromium',
  '/usr/lib/chromium-browser',
  '/opt/google/chrome',
];
const VULKAN_DRIVER_FOLDERS = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];

/** True where a hardware Vulkan driver is registered with the system. Mesa's software driver is too old for Dawn. */
function hasHardwareDriver() {
  return VULKAN_DRIVER_FOLDERS.some(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => !/^(lvp|swrast)/.test(name)),
  );
}

/** @returns {Record<string, string>} variables to add to the environment; empty where nothing is needed */
export function adapterEnvironment() {
  if (
    process.platform !== 'linux' ||
    process.env.VK_DRIVER_FILES ||
    process.env.VK_ICD_FILENAMES ||
    hasHardwareDriver()
  )
    return {};
  const folder = CHROMIUM_FOLDERS.find((name) => name && existsSync(join(name, 'vk_swiftshader_icd.json')));
  if (!folder) return {};
  return {
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    LD_LIBRARY_PATH: [process.env.LD_LIBRARY_PATH, folder].filter(Boolean).join(':'),
  };
}
