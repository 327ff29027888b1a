import { expect, it } from 'vitest';
import { fastestWait } from './wait.ts';

function slowDevice(looksAtSubmits: boolean) {
  let submits = 0;
  let look = () => {};
  const device = {
    createBuffer: () => ({
      mapAsync: () =>
        new Promise<void>((resolve) => {
          if (looksAtSubmits) look = resolve;
          setTimeout(resolve, 100);
        }),
      unmap() {},
      destroy() {},
    }),
    createCommandEncoder: () => ({ clearBuffer() {}, finish: () => 'commands' }),
    queue: {
      submit(commands: unknown[]) {
        if (commands.length > 0) return;
        submits += 1;
        look();
      },
    },
  };
  return { device: device as unknown as GPUDevice, submits: () => submits };
}

it.each([true, false])('makes empty submits while it waits only if they end a wait sooner: %s', async (helps) => {
  const { device, submits } = slowDevice(helps);
  const wait = await fastestWait(device);
  const before = submits();
  await wait(new Promise((resolve) => setTimeout(resolve, 30)));
  expect(submits() > before).toBe(helps);
});
