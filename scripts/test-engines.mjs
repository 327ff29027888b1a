/**
 * @file Runs the tests that need Python with TRL or OpenEnv, and ruff on all Python code (`npm run test:engines`). The
 * first run makes a virtual environment for each library in the user's cache, with exact versions of packages. The last
 * line sums up.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installDependencies, ROOT, run } from './setup.mjs';

const CACHE =
  process.env.GENENV_ENGINES ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'genenv-engines');
const PACKAGE = join(ROOT, 'python');
const named = (names) => names.map((name) => join(PACKAGE, 'tests', `test_${name}.py`));

/**
 * Libraries to test with. `size` is the size of the installation on Linux. `tests` are pytest files. `node` are folders
 * with vitest files that start Python.
 * @type {{ name: string, size: string, tests: string[], node?: string[], lint?: boolean }[]}
 */
const ENGINES = [
  {
    name: 'trl',
    size: '5.9 GB (torch with CUDA)',
    lint: true,
    tests: named(['worlds', 'learned', 'batches', 'interruptions', 'learner', 'trl_options', 'versions']),
    node: ['src/interop'],
  },
  { name: 'openenv', size: '480 MB', tests: named(['openenv']) },
];

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !ENGINES.some((engine) => engine.name === name));
if (unknown !== undefined)
  fail(`There is no engine “${unknown}”. Choose from: ${ENGINES.map(({ name }) => name).join(', ')}.`);
const engines = ENGINES.filter(({ name }) => chosen.length === 0 || chosen.includes(name));

const VERSION = 'import sys, venv; sys.exit(sys.version_info < (3, 11))';
const system = ['python3', 'python3.13', 'python3.12', 'python3.11'].find(
  (name) => spawnSync(name, ['-c', VERSION]).status === 0,
);

const requirementsOf = ({ name }) => join(PACKAGE, `requirements-${name}.txt`);
const binOf = ({ name }) => join(CACHE, name, process.platform === 'win32' ? 'Scripts' : 'bin');
/** Returns the path of a copy of the requirements. It is written last, so it marks a complete installation. */
const installedOf = ({ name }) => join(CACHE, name, 'installed.txt');
const isInstalled = (engine) => {
  const file = installedOf(engine);
  return existsSync(file) && readFileSync(file, 'utf8') === readFileSync(requirementsOf(engine), 'utf8');
};

function install(engine) {
  console.log(`\n== Installing ${engine.name}, ${engine.size}, into ${join(CACHE, engine.name)}`);
  rmSync(join(CACHE, engine.name), { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirementsOf(engine)];
  if (run(system, ['-m', 'venv', join(CACHE, engine.name)]) !== 0 || run(join(binOf(engine), 'python'), pip) !== 0)
    fail(
      `The packages of ${engine.name} could not be installed. Check that PyPI and ${CACHE} can be reached, then run it again.`,
    );
  writeFileSync(installedOf(engine), readFileSync(requirementsOf(engine)));
}

const total = { passed: 0, failed: 0 };
function add(title, status, { passed, failed }) {
  // Count a part that crashed as one failure, because its report may be missing or list no failed test.
  const failures = status !== 0 && failed === 0 ? 1 : failed;
  total.passed += passed;
  total.failed += failures;
  console.log(`== ${title}: ${passed} passed, ${failures} failed`);
}

function junitCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const suite = readFileSync(file, 'utf8').match(/<testsuite [^>]*>/)?.[0] ?? '';
  const [all, failures, errors, skipped] = ['tests', 'failures', 'errors', 'skipped'].map((name) =>
    Number(suite.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0),
  );
  return { passed: all - failures - errors - skipped, failed: failures + errors };
}

function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

const missing = engines.filter((engine) => !isInstalled(engine));
if (missing.length > 0) {
  if (!system) fail('These tests need Python 3.11 or later with the module venv: install it, then run them again.');
  const sizes = missing.map(({ name, size }) => `${name} ${size}`).join(', ');
  console.log(`To be installed from PyPI into ${CACHE}: ${sizes}. GENENV_ENGINES names another folder.`);
}
installDependencies();
const reports = mkdtempSync(join(tmpdir(), 'genenv-engines-'));
for (const engine of engines) {
  if (!isInstalled(engine)) install(engine);
  const bin = binOf(engine);
  const python = join(bin, 'python');
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TRL_EXPERIMENTAL_SILENCE: '1',
    GENENV_TEST: 'engines',
  };
  /** Runs a command that writes a report, and adds the tests in the report to the total. */
  const part = (title, file, count, ...command) => {
    console.log(`\n== ${title}`);
    const report = join(reports, `${engine.name}-${file}`);
    add(title, run(command[0], [...command.slice(1), report].map(String), { env }), count(report));
  };
  if (engine.lint) {
    console.log('\n== All Python: ruff');
    const ruff = join(bin, 'ruff');
    const status = run(ruff, ['check', ROOT], { env }) || run(ruff, ['format', '--check', '--quiet', ROOT], { env });
    add('All Python: ruff', status, { passed: status === 0 ? 1 : 0, failed: 0 });
  }
  const packed = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall'];
  if (run(python, [...packed, PACKAGE], { env }) !== 0) fail('The Python package could not be installed.');
  part(
    `The package with ${engine.name}`,
    'pytest.xml',
    junitCounts,
    python,
    '-m',
    'pytest',
    ...engine.tests,
    '--junitxml',
  );
  if (engine.node) {
    const vitest = [
      'npx',
      'vitest',
      'run',
      ...engine.node,
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json',
    ];
    part(`The loop on ${engine.name}`, 'node.json', vitestCounts, ...vitest);
  }
}
rmSync(reports, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
