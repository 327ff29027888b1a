/**
 * @file Installs the dependencies of `npm start` and `npm test`, and a Chromium for tests. Also finds an installed
 * Firefox. The file is plain JavaScript that imports no package, because it runs before the dependencies are installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adapterEnvironment, vulkanDrivers } from '../src/cli/adapter-environment.mjs';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const LOCK = join(ROOT, 'package-lock.json');
/** Path of a copy of the lock file at the last installation. A difference means that dependencies changed. */
const INSTALLED = join(ROOT, 'node_modules', '.installed-lock');

/** Runs a command in this terminal and returns its exit status. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (result.error) console.error(`${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/** Runs a command and shows its output only if it fails. */
export function runQuietly(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (status !== 0) console.error([stdout, stderr, error?.message].filter(Boolean).join('\n'));
  return status ?? 1;
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} is too old: GenEnv Playground needs Node 20.19 or newer.`);
  process.exit(1);
}

export function installDependencies() {
  requireNode();
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  console.log('Installing the dependencies from the npm registry …');
  if (runQuietly('npm', ['ci', '--no-audit', '--no-fund']) !== 0) {
    console.error('The dependencies could not be installed. Check that the npm registry can be reached (npm ping).');
    process.exit(1);
  }
  writeFileSync(INSTALLED, lock);
}

/** Paths of Chromium. The headless shell comes first, because a page in it takes half the processor time. */
const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function playwrightChromium() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return undefined;
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .flatMap((name) => ['chrome-linux', 'chrome-linux64'].map((folder) => join(cache, name, folder, 'chrome')))
    .find(existsSync);
}

export const findChromium = () => {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) {
    console.error(`CHROMIUM_PATH names ${named}, which does not exist. Unset it, or name an installed Chromium.`);
    process.exit(1);
  }
  return named ?? SYSTEM_CHROMIUMS.find(existsSync) ?? playwrightChromium();
};

function installDebianChromium() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const root = process.getuid?.() === 0;
  const prefix = root ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', '-q', ...args];
    return run(command, rest, { env }) === 0;
  };
  const install = (chromium) => apt('install', '-y', '--no-install-recommends', chromium, 'fonts-liberation');
  console.log('No Chromium found: installing Debian’s package …');
  if (apt('update') && !install('chromium-headless-shell')) install('chromium');
}

/**
 * Finds a Chromium, or else installs Debian's package or downloads Playwright's. If all fail, prints what to do and
 * exits. Returns the path of the program, and the folder of its software graphics driver.
 */
export function ensureChromium() {
  let path = findChromium();
  if (!path) {
    installDebianChromium();
    path = findChromium();
  }
  if (!path) {
    console.log('Trying Playwright’s own Chromium …');
    run('npx', ['playwright', 'install', 'chromium']);
    path = findChromium();
  }
  if (!path) {
    console.error(
      'No Chromium was found, and none could be installed. Install one (on Debian: apt-get install chromium), or name an installed one in CHROMIUM_PATH.',
    );
    process.exit(1);
  }
  const folders = [dirname(path), '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
  const driverFolder = folders.find((folder) => existsSync(join(folder, 'vk_swiftshader_icd.json')));
  return { path, driverFolder: driverFolder ?? dirname(path) };
}

const SYSTEM_FIREFOXES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/**
 * Finds Firefox. On Linux, also finds a Vulkan driver for it: a driver of the system, or else Chromium's SwiftShader.
 * @returns {{ env: Record<string, string>, missing?: undefined } | { env?: undefined, missing: string }} variables for
 *   e2e/firefox.test.ts, or a sentence about what is missing
 */
export function findFirefox() {
  const FIREFOX_PATH = [process.env.FIREFOX_PATH, ...SYSTEM_FIREFOXES].find((path) => path && existsSync(path));
  if (!FIREFOX_PATH)
    return {
      missing:
        'Firefox was not found: install it (on Debian: apt-get install firefox-esr), or name it in FIREFOX_PATH.',
    };
  const { VK_DRIVER_FILES, VK_ICD_FILENAMES } = process.env;
  if (process.platform !== 'linux' || VK_DRIVER_FILES || VK_ICD_FILENAMES) return { env: { FIREFOX_PATH } };
  const drivers = vulkanDrivers();
  const driver = drivers.length > 0 ? { VK_ICD_FILENAMES: drivers.join(':') } : adapterEnvironment();
  if (!driver.VK_ICD_FILENAMES)
    return {
      missing:
        'Firefox has no Vulkan driver: install one (on Debian: apt-get install mesa-vulkan-drivers), or name its manifest in VK_DRIVER_FILES.',
    };
  return { env: { FIREFOX_PATH, ...driver } };
}
