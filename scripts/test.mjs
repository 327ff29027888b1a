/**
 * @file `npm test`: installs what is missing (dependencies, a Chromium), then runs every check and every test. A part runs
 * even when an earlier one failed, so that one run shows all failures. The last line sums up.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, installDependencies, ROOT, run } from './setup.mjs';

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

/** A part that counts as one test: it passes or it fails. */
function check(title, command, args) {
  console.log(`\n== ${title}`);
  const ok = run(command, args, { env }) === 0;
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
}

/** A part with many tests, which writes a JSON report. It failed where the report is missing, or where the status says so. */
function suite(title, command, args, report, count, extraEnv = {}) {
  console.log(`\n== ${title}`);
  const status = run(command, args, { env: { ...env, ...extraEnv } });
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1 };
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  add(counts);
}

check('Types', 'npx', ['tsc', '--noEmit']);
check('Types of components', 'npx', ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings']);
check('Lint', 'npx', ['eslint', '.', '--max-warnings', '0']);
check('Imports', 'npx', ['depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'workers']);
check('Unused code', 'npx', ['knip', '--production']);
check('Format', 'npx', ['prettier', '--check', '.', '--log-level', 'warn']);
check('Production build', 'npx', ['vite', 'build', '--logLevel', 'warn']);

const unitReport = join(reports, 'unit.json');
suite(
  'Unit and WebGPU tests',
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  unitReport,
  (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }),
);

const e2eReport = join(reports, 'e2e.json');
suite(
  'End-to-end tests',
  'npx',
  ['playwright', 'test', '--reporter=list,json'],
  e2eReport,
  ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }),
  { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport },
);

console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exit(total.failed === 0 ? 0 : 1);
