/**
 * @file Tests the program as a process: its signals, and its pipes. That takes over ten seconds because four of its
 * processes compile their kernels.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./genenv.mjs', import.meta.url));

let folder: string;
let program: ChildProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'genenv-signals-'));
});
afterEach(async () => {
  program.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** This run would take minutes. */
const RUN =
  'coevolve --preset quick --epochs 900 --out run.jsonl --set tasksPerEpoch=2 --set groupSize=4 --set evalTasks=1 --set evalSamples=1';

/** Starts the program in the folder, and collects what it prints. Its input stays open. */
function start(command: string): { printed(): string } {
  let printed = '';
  program = spawn(process.execPath, [PROGRAM, ...command.split(' ')], { cwd: folder });
  program.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  program.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { printed: () => printed };
}

describe('genenv logprobs', () => {
  /** @param readBytes after how many bytes of the output the reader closes the pipe */
  const logprobs = async (sequences: number, readBytes = Infinity, onPrinted: (printed: string) => void = () => {}) => {
    const ids = join(folder, 'ids.json');
    await writeFile(ids, JSON.stringify({ ids: new Array(sequences).fill([1, 2, 3, 4]) }));
    program = spawn(process.execPath, [PROGRAM, 'logprobs', '--model', 'models/discovery-agent', '--ids', ids]);
    let [output, errors] = ['', ''];
    program.stderr!.on('data', (chunk: Buffer) => onPrinted((errors += chunk.toString())));
    program.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.length >= readBytes) program.stdout!.destroy();
    });
    const [code] = (await once(program, 'close')) as [number];
    return { code, output, errors };
  };

  it('writes all of its output into a pipe, and shows progress', async () => {
    const { code, output, errors } = await logprobs(240);
    expect(code).toBe(0);
    expect((JSON.parse(output) as { last_logits: number[][] }).last_logits).toHaveLength(240);
    // A pipe holds less than this at once.
    expect(output.length).toBeGreaterThan(2 ** 17);
    expect(errors).toContain('240/240 sequences');
  }, 120_000);

  it('ends quietly where its reader has enough', async () => {
    const { code, errors } = await logprobs(240, 100);
    expect(code).toBe(0);
    expect(errors).not.toContain('EPIPE');
  }, 120_000);

  it('stops at Ctrl-C between two slices, and says that it prints nothing', async () => {
    // There are so many lines that the signal arrives before the last.
    const sequences = 20_000;
    let interrupted = false;
    const { code, output, errors } = await logprobs(sequences, Infinity, (printed) => {
      // The bar is drawn once Ctrl-C is listened to.
      if (!interrupted && printed.includes('sequences')) interrupted = program.kill('SIGINT');
    });
    expect(code).toBe(130);
    expect(output).toBe('');
    expect(errors).toMatch(/Stopped after \d+ of 20000 sequences; nothing is printed/);
  }, 120_000);
});

// Live processes are found in /proc.
describe.runIf(process.platform === 'linux')('genenv, ended by', () => {
  it.each([
    ['SIGINT', RUN, 'before training'],
    ['SIGHUP', 'judge', 'household'],
    ['SIGKILL', 'judge', 'household'],
  ] as const)(
    '%s, ends its child',
    async (signal, command, sign) => {
      const { printed } = start(command);
      program.stdin!.write('{"ask": "families"}\n');
      await vi.waitFor(() => expect(printed()).toContain(sign), { timeout: 60_000, interval: 100 });
      const children = await readFile(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8');
      const [child] = children.trim().split(' ').map(Number);
      expect(isAlive(child)).toBe(true);
      program.kill(signal);
      await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 30_000, interval: 100 });
      // The epoch under way is finished first.
      if (signal === 'SIGINT') expect(printed()).toContain('The same command continues the run.');
    },
    120_000,
  );
});
