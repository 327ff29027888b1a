import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { smallSettings } from '../../genenv/testing/small-settings.ts';
import { coevolveCommand } from './coevolve.ts';

it('finishes its epoch at Ctrl-C, and says that the same command continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'genenv-coevolve-'));
  const listeners = process.listeners('SIGINT');
  let printed = '';
  vi.spyOn(console, 'error').mockImplementation((text = '') => void (printed += `${text}\n`));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    // This line is printed before the first epoch.
    if (String(text).includes('before training')) process.emit('SIGINT');
    printed += String(text);
    return true;
  });
  const { tasksPerEpoch, groupSize, evalTasks, evalSamples } = smallSettings();
  const small = Object.entries({ tasksPerEpoch, groupSize, evalTasks, evalSamples });
  const set = small.map(([name, value]) => `--set=${name}=${value}`);
  const command = ['--preset', 'quick', '--epochs', '2', ...set, '--out', join(folder, 'run.jsonl')];
  await coevolveCommand().parseAsync(command, { from: 'user' });
  vi.restoreAllMocks();
  expect(printed).toMatch(/Stopping after this epoch[^]*\n +1 [^]*1 of 2 epochs are finished\. The same command/);
  expect(printed).not.toMatch(/\n +2 /);
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  for (const listener of process.listeners('SIGINT'))
    if (!listeners.includes(listener)) process.off('SIGINT', listener);
  await rm(folder, { recursive: true });
});
