import { expect, it, vi } from 'vitest';
import { onceOpened } from './once.ts';

it('opens once for all calls, and again after a failure', async () => {
  const open = vi.fn(async () => 'opened').mockRejectedValueOnce(new Error('No room.'));
  const opened = onceOpened(open);
  await expect(opened()).rejects.toThrow('No room.');
  expect(await Promise.all([opened(), opened()])).toEqual(['opened', 'opened']);
  expect(open).toHaveBeenCalledTimes(2);
});
