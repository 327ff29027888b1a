/**
 * @file Waits for a GPU. Some browsers check for its answer only every 100 ms and at each submit (Firefox 153).
 */

export type Wait = <T>(promise: Promise<T>) => Promise<T>;

const plainWait: Wait = (promise) => promise;

/** Returns a wait that makes an empty submit every millisecond until the promise settles. */
const submittingWait =
  (queue: GPUQueue): Wait =>
  async (promise) => {
    const timer = setInterval(() => queue.submit([]), 1);
    try {
      return await promise;
    } finally {
      clearInterval(timer);
    }
  };

/** If a plain wait takes more milliseconds than this, it is compared with a wait that submits. */
const LONG = 20;

/** Measures which wait reads a buffer sooner on this device. Returns the plain wait if the device is lost. */
export async function fastestWait(device: GPUDevice): Promise<Wait> {
  const buffer = device.createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const milliseconds = async (wait: Wait): Promise<number> => {
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    device.queue.submit([encoder.finish()]);
    const start = performance.now();
    await wait(buffer.mapAsync(GPUMapMode.READ));
    buffer.unmap();
    return performance.now() - start;
  };
  const submitting = submittingWait(device.queue);
  try {
    // The first wait may be long because the device has just been opened.
    const plain = Math.min(await milliseconds(plainWait), await milliseconds(plainWait));
    return plain > LONG && (await milliseconds(submitting)) < plain / 4 ? submitting : plainWait;
  } catch {
    return plainWait;
  } finally {
    buffer.destroy();
  }
}
