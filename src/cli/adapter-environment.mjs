/**
 * @file Environment variables that let Dawn (npm `webgpu`) find a Vulkan adapter.
 *
 * On a machine with a GPU and its driver, nothing is needed. Elsewhere a software adapter computes: Mesa's, which is the
 * faster one (bench/RESULTS.md), where it is installed and new enough for Dawn; else SwiftShader, which an installed
 * Chromium brings together with a Vulkan loader. Variables tell Dawn where they are. A process reads them when it starts,
 * so they belong in the environment of a child process.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const CHROMIUM_FOLDERS = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const VULKAN_DRIVER_FOLDERS = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];
/** Mesa's software drivers, by the names of their manifests. */
const MESA_SOFTWARE = /^(lvp|swrast)/;

/** Devices that a GPU's kernel driver makes: a render node, or NVIDIA's own device, or that of Windows (WSL). */
const GPU_DEVICES = [
  ['/dev/dri', /^renderD/],
  ['/dev', /^(nvidiactl|dxg)$/],
];

/** Paths of the files in these folders, those that are there. */
const filesIn = (root, folders) =>
  folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

/** Lists the manifests of the system's Vulkan drivers. */
export const vulkanDrivers = (root = '/') => filesIn(root, VULKAN_DRIVER_FOLDERS);

const isMesaSoftware = (manifest) => MESA_SOFTWARE.test(basename(manifest));

const hasGpu = (root) =>
  GPU_DEVICES.some(([folder, pattern]) => filesIn(root, [folder]).some((device) => pattern.test(basename(device))));

/** True for Mesa 25 and later, whose software driver offers Vulkan 1.4; Dawn cannot use that of Mesa 22. */
function isUsable(manifest) {
  try {
    const [major, minor] = JSON.parse(readFileSync(manifest, 'utf8')).ICD.api_version.split('.').map(Number);
    return major > 1 || minor >= 4;
  } catch {
    // What cannot be read is no driver for us, and another one will do.
    return false;
  }
}

/**
 * @param {Partial<{ root: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform }>} [machine] what is looked at
 *   instead of this process and its machine's folders
 * @returns {Record<string, string>} variables to add to the environment; empty where nothing is needed
 */
export function adapterEnvironment({ root = '/', environment = process.env, platform = process.platform } = {}) {
  if (platform !== 'linux' || environment.VK_DRIVER_FILES || environment.VK_ICD_FILENAMES) return {};
  const manifests = vulkanDrivers(root);
  // The drivers alone do not tell of a GPU: a desktop's packages bring them to machines without one too.
  if (hasGpu(root) && manifests.some((manifest) => !isMesaSoftware(manifest))) return {};
  // There may be one for each architecture. The Vulkan loader passes over those that this process cannot load.
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
