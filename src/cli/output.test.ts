import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presetSettings } from '../genenv/settings/presets.ts';
import { parseSettings } from '../genenv/settings/settings.ts';
import { diskFolder } from '../lm/files/node-files.ts';
import { openHeadlessRun } from '../runs/run-headless.ts';
import { claimFile, claimFolder } from './output.ts';

const modules = import.meta.glob<Record<string, () => Command>>(['./commands/*.ts', '!./commands/*.test.ts']);
const commandNames = Object.keys(modules).map((path) => /commands\/(.+)\.ts$/.exec(path)![1]);
const command = async (name: string): Promise<Command> =>
  Object.values(await modules[`./commands/${name}.ts`]())[0]().exitOverride();

let folder: string;
const at = (name: string): string => join(folder, name);
const run = async (...[name, ...args]: string[]) => (await command(name)).parseAsync(args, { from: 'user' });
/** Returns the names in the folder, except the inputs that every test starts with. */
const names = async () =>
  (await readdir(folder)).filter((name) => !['rollouts.jsonl', 'run.jsonl', 'tasks.jsonl'].includes(name));

const rollouts = [0, 1].map((score) => JSON.stringify({ step: 1, input: 'a task', output: `answer ${score}`, score }));

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  folder = await mkdtemp(join(tmpdir(), 'genenv-output-'));
  await writeFile(at('rollouts.jsonl'), rollouts.join('\n'));
  const tasks = Array.from({ length: 40 }, (_, i) => JSON.stringify({ prompt: `${i} plus 1`, answer: `${i + 1}` }));
  await writeFile(at('tasks.jsonl'), tasks.join('\n'));
  await run('import-log', at('rollouts.jsonl'), '--out', at('run.jsonl'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Commands that write files without a GPU, each with an input file and the option that names the output. */
const writing: [name: string, input: string, ...args: string[]][] = [
  ['export', 'run.jsonl', '--out'],
  ['import-log', 'rollouts.jsonl', '--out'],
  ['tasks', 'tasks.jsonl', '--out'],
  ['figures', 'run.jsonl', '--out'],
];
const ofFolders = ['figures'];

it('is replaced by --force alone, in every command that has an output', async () => {
  const withOutput: string[] = [];
  for (const name of commandNames) {
    const options = (await command(name)).options.map(({ long }) => long);
    if (!options.includes('--out')) continue;
    withOutput.push(name);
    // `coevolve` and `sweep` continue existing runs, so they have no --force.
    expect(options.includes('--force')).toBe(!['coevolve', 'sweep'].includes(name));
  }
  expect(withOutput).toHaveLength(9);
});

it.each(writing)('of genenv %s replaces neither what it reads, nor anything without --force', async (...call) => {
  const [name, input, ...args] = call;
  const before = await readFile(at(input));
  for (const force of [[], ['--force']])
    await expect(run(name, at(input), ...args, at(input), ...force)).rejects.toMatchObject({ code: 'output-is-read' });
  expect(await readFile(at(input))).toEqual(before);

  const [out, inside] = ofFolders.includes(name) ? [at('out'), at('out/README.md')] : [at('out'), at('out')];
  if (out !== inside) await mkdir(out);
  await writeFile(inside, 'mine');
  const again = (...force: string[]) => run(name, at(input), ...args, out, ...force);
  await expect(again()).rejects.toMatchObject({ code: 'output-exists' });
  expect(await readFile(inside, 'utf8')).toBe('mine');
  await again('--force');
  if (name !== 'figures') expect(await readFile(inside, 'utf8')).not.toBe('mine');
  expect(await names()).toEqual(['out']);
});

it.each(writing)('of genenv %s from %s is no device, no pipe, and not a file for a folder', async (...call) => {
  const [name, input, ...args] = call;
  execFileSync('mkfifo', [at('pipe')]);
  await mkdir(at('folder'));
  await writeFile(at('file'), '');
  for (const out of ['/dev/full', at('pipe'), at(ofFolders.includes(name) ? 'file' : 'folder')])
    await expect(run(name, at(input), ...args, out, '--force')).rejects.toMatchObject({ code: 'output-of-other-kind' });
  await expect(run(name, at(input), ...args, at('file/out'))).rejects.toThrow(
    /a part of its path is a file, not a folder|something of that name is in the way/,
  );
});

it.each([...writing.map(([name, , ...args]) => [name, ...args]), ['sweep', '--out']])(
  'a device, a pipe and a folder are no input: genenv %s',
  async (name, ...args) => {
    execFileSync('mkfifo', [at('pipe')]);
    for (const input of ['/dev/zero', at('pipe'), ...(['figures', 'import-log'].includes(name) ? [] : [folder])])
      await expect(run(name, input, ...args, at('out'))).rejects.toThrow(
        name === 'figures' ? /no-runs-here|no-run-in-file/ : /file-not-readable.*it is a (device|folder)/,
      );
  },
);

it.each([
  ['score', '--benchmark', 'bamboogle', '--data', '.', '--predictions'],
  ['judge', '--settings'],
  ['logprobs', '--model', 'models/discovery-agent', '--ids'],
])('a device is no input: genenv %s', async (name, ...args) => {
  await expect(run(name, ...args, '/dev/zero')).rejects.toThrow(
    'file-not-readable {"path":"/dev/zero","cause":"it is a device, a pipe',
  );
});

it('a device is no file of a model, and no place for a run', async () => {
  execFileSync('mkfifo', [at('config.json')]);
  await expect(diskFolder(folder).read('config.json')).rejects.toThrow('it is a device, a pipe or a socket');
  const settings = parseSettings(presetSettings('quick'));
  for (const out of ['/dev/null', at('config.json'), folder])
    await expect(openHeadlessRun({ settings, out, host: undefined as never })).rejects.toThrow(
      /file-not-readable.*it is a/,
    );
});

describe('while it is written', () => {
  beforeEach(() => writeFile(at('old'), 'whole'));

  it('what was there stays, also where the command fails', async () => {
    const file = await claimFile(at('old'), { force: true });
    const failing = file.write(async (sink) => {
      await sink.writeText('half');
      expect(await readFile(at('old'), 'utf8')).toBe('whole');
      throw new Error('killed');
    });
    await expect(failing).rejects.toThrow('killed');
    expect(await readFile(at('old'), 'utf8')).toBe('whole');
    expect(await names()).toEqual(['old']);
  });

  it('a folder is not there, and then as a whole', async () => {
    const made = await claimFolder(at('new'), { force: false });
    await made.write(async (files) => {
      await files.append('a/b.txt', 'one ');
      await files.write('c.txt', 'three');
      await files.append('a/b.txt', 'two');
      expect(await names()).not.toContain('new');
    });
    expect(await readFile(at('new/a/b.txt'), 'utf8')).toBe('one two');
    expect(await names()).toEqual(['new', 'old']);
  });

  it('nobody else writes it', async () => {
    const file = await claimFile(at('new'), { force: false });
    await file.write(async (sink) => {
      // The lock file names this process, so any other process would be refused.
      expect(await readFile(at('new.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
      await sink.writeText('whole');
    });
    expect(await readFile(at('new'), 'utf8')).toBe('whole');
  });

  it('what a killed command left is no obstacle', async () => {
    await mkdir(at('new.unfinished'));
    const made = await claimFolder(at('new'), { force: false });
    await made.write((files) => files.write('a.txt', 'whole'));
    expect(await readdir(at('new'))).toEqual(['a.txt']);
  });
});
