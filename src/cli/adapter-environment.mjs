/**
 * @file Chooses environment variables that let Dawn (npm `webgpu`) find a Vulkan adapter.
 *
 * A machine with a GPU and its driver needs no variables. Other machines compute on a software adapter. Mesa's software
 * adapter is faster, and is used if it is installed and new enough for Dawn. Otherwise an installed Chromium brings
 * SwiftShader with a Vulkan loader. A process reads these variables at its start, so pass them to a child process.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const CHROMIUM_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const VULKAN_DRIVER_FOLDERS = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];
/** Matches the manifest names of Mesa's software drivers. */
const MESA_SOFTWARE = /^(lvp|swrast)/;

/** Device files that a GPU's kernel driver makes: a render node, NVIDIA's device, or `dxg` (WSL). */
const GPU_DEVICES = [
  ['/dev/dri', /^renderD/],
  ['/dev', /^(nvidiactl|dxg)$/],
];

/** Returns the paths of all files in the folders. Folders that do not exist count as empty. */
const filesIn = (root, folders) =>
  folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

/** Returns the paths of the manifests of the system's Vulkan drivers. */
export const vulkanDrivers = (root = '/') => filesIn(root, VULKAN_DRIVER_FOLDERS);

const isMesaSoftware = (manifest) => MESA_SOFTWARE.test(basename(manifest));

const hasGpu = (root) =>
  GPU_DEVICES.some(([folder, pattern]) => filesIn(root, [folder]).some((device) => pattern.test(basename(device))));

/** Returns true if the manifest's driver offers Vulkan 1.4 or later, as Mesa 25 does. Dawn cannot use Mesa 22 (1.3). */
function isUsable(manifest) {
  try {
    const [major, minor] = JSON.parse(readFileSync(manifest, 'utf8')).ICD.api_version.split('.').map(Number);
    return major > 1 || minor >= 4;
  } catch {
    // An unreadable manifest is skipped, because another driver may work.
    return false;
  }
}

/**
 * Chooses the environment variables for Dawn.
 * @param {Partial<{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform }>} [machine] default: this
 *   process and machine
 * @returns {Record<string, string>} variables to add to the environment; empty if none are needed
 */
export function adapterEnvironment({ root = '/', environment = process.env, platform = process.platform } = {}) {
  if (platform !== 'linux' || environment.VK_DRIVER_FILES || environment.VK_ICD_FILENAMES) return {};
  const manifests = vulkanDrivers(root);
  // Drivers do not prove that there is a GPU, because desktop packages install drivers on every machine.
  if (hasGpu(root) && manifests.some((manifest) => !isMesaSoftware(manifest))) return {};
  // Mesa may have a driver per architecture. The Vulkan loader skips drivers that this process cannot load.
  const mesa = manifests.filter((manifest) => isMesaSoftware(manifest) && isUsable(manifest));
  if (!environment.GENENV_CHROMIUM_DIR && mesa.length > 0) return { VK_ICD_FILENAMES: mesa.join(':') };
  const folder = [environment.GENENV_CHROMIUM_DIR, ...CHROMIUM_FOLDERS.map((name) => join(root, name))].find(
    (name) => name && existsSync(join(name, 'vk_swiftshader_icd.json')),
  );
  if (!folder) return {};
  return {
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
    LD_LIBRARY_PATH: [environment.LD_LIBRARY_PATH, folder].filter(Boolean).join(':'),
  };
}
