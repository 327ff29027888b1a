/** @file `genenv kernels` with its own preset, as docs/method.md names it: both losses are among the kernels that ran. */
import { afterEach, expect, it, vi } from 'vitest';
import { kernelsCommand } from './kernels.ts';

afterEach(() => vi.restoreAllMocks());

it('lists the losses of both models', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await kernelsCommand().parseAsync(['--no-tune'], { from: 'user' });
  const [[table]] = log.mock.calls;
  for (const kernel of ['map GRPO token loss', 'map RWR loss', 'environment reward', 'adamw'])
    expect(table).toContain(kernel);
});
