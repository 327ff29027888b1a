/**
 * @file Installs missing dependencies and a Chromium, then runs every check and every test (`npm test`). After a
 * failure the other parts still run, so one run shows all failures. The last line sums up.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, findFirefox, installDependencies, ROOT, run } from './setup.mjs';

installDependencies();
const chromium = ensureChromium();
const reports = join(ROOT, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = {
  ...process.env,
  CHROMIUM_PATH: chromium.path,
  GENENV_CHROMIUM_DIR: chromium.driverFolder,
};

const total = { passed: 0, failed: 0, skipped: 0 };
const add = ({ passed, failed, skipped = 0 }) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
};

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

/** Runs a check, which counts as one test. Prints its output at the end, because two checks run at once. */
async function check([title, ...command]) {
  const start = performance.now();
  const { ok, output } = await new Promise((resolve) => {
    execFile('npx', command, { cwd: ROOT, env, maxBuffer: Infinity }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: stdout + stderr }),
    );
  });
  console.log(`\n== ${title}: ${ok ? 'passed' : 'failed'}, ${seconds(start)}\n${ok ? '' : output}`);
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
}

/**
 * Runs a command with many tests, which writes a JSON report. Counts one failure if there is no report, or if the
 * status is not 0 although the report has no failed test.
 */
function suite(title, command, args, report, count, extraEnv = {}) {
  console.log(`\n== ${title}`);
  const start = performance.now();
  const status = run(command, args, { env: { ...env, ...extraEnv } });
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1 };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  add(counts);
  console.log(`== ${title}: ${counts.passed} passed, ${counts.failed} failed, ${seconds(start)}`);
}

const checks = [
  ['Types', 'svelte-check', '--tsconfig', './tsconfig.json', '--tsgo', '--fail-on-warnings'],
  ['Lint', 'oxlint'],
  ['Lint of components', 'eslint', '.', '--max-warnings', '0'],
  ['Format', 'oxfmt', '--check', '.'],
  ['Production build', 'vite', 'build', '--logLevel', 'warn'],
  ['Unused code', 'knip', '--production'],
  ['Imports', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'workers'],
].values();
/** Runs checks one after another until none is left. */
const takeChecks = async () => {
  for (const one of checks) await check(one);
};
// Run two checks at once, for two cores.
await Promise.all([takeChecks(), takeChecks()]);

function vitest(title, name, extraEnv) {
  const report = join(reports, `${name}.json`);
  suite(
    title,
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }),
    extraEnv,
  );
}

vitest('Unit and WebGPU tests', 'unit', { GENENV_KERNELS: join(reports, 'kernels.jsonl') });

const e2eReport = join(reports, 'e2e.json');
suite(
  'End-to-end tests',
  'npx',
  ['playwright', 'test', '--reporter=list,json'],
  e2eReport,
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  // The check “Production build” has already built the page.
  { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport, E2E_BUILT: '1' },
);

const firefox = findFirefox();
if (firefox.missing) console.log(`\nLeft out: the page in Firefox. ${firefox.missing}`);
else vitest('Tests in Firefox', 'firefox', { ...firefox.env, GENENV_TEST: 'firefox' });

console.log('\nLeft out: what TRL and OpenEnv do with our code (npm run test:engines, which installs them).');
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);
