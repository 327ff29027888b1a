import { afterEach, describe, expect, it } from 'vitest';
import { Device } from './device.ts';
import { defineKernel } from './kernel.ts';
import { openNodeDevice } from './node.ts';
import { addProduct, map } from './ops/map.ts';
import { sum } from './ops/reduce.ts';
import { Tape } from './tape.ts';

const addOne = defineKernel({
  label: 'add one',
  storage: { x: 'write f32' },
  uniforms: { increment: 'f32' },
  body: `@compute @workgroup_size(1) fn main(@builtin(workgroup_id) workgroup: vec3u) { x[workgroup.x] += u.increment; }`,
});

let device: Device | undefined;
afterEach(() => device?.destroy());

describe('Device', () => {
  it('runs dispatches in order, more than one command buffer holds', async () => {
    device = await openNodeDevice();
    const x = device.zeros([2]);
    let expected = 0;
    for (let i = 0; i < 5000; i++) {
      device.run(addOne, { x }, { increment: i % 3 }, [2]);
      expected += i % 3;
    }
    expect([...(await device.read(x))]).toEqual([expected, expected]);
    expect(device.kernels().length).toBe(1);
  });

  it.each([
    ['takes another buffer', 1, false],
    ['waits for them if another buffer would take much memory', 2 ** 19, true],
  ])('uploads nothing into a buffer that recorded commands still read: it %s', async (_, size, waits) => {
    device = await openNodeDevice();
    const copy = device.zeros([size]);
    const first = device.upload(new Float32Array(size).fill(1));
    device.copy(first, copy);
    device.release(first);
    const second = device.upload(new Float32Array(size).fill(2));
    expect(second.buffer === first.buffer).toBe(waits);
    device.release(second);
    device.flush();
    // After a submit, the buffers may be written again.
    const third = device.upload(new Float32Array(size).fill(3));
    expect([first.buffer, second.buffer]).toContain(third.buffer);
    const [copied, uploaded] = await device.readAll([copy, third]);
    expect([copied[0], copied[size - 1], uploaded[0]]).toEqual([1, 1, 3]);
  });

  it('destroys free buffers rather than hold much more than was in use at once', async () => {
    device = await openNodeDevice();
    const MEBIBYTE = 2 ** 20;
    // The sizes belong to different classes. No two tensors are in use together.
    for (const mebibytes of [30, 34, 42, 50, 58, 68, 30, 34]) {
      const tensor = device.zeros([(mebibytes * MEBIBYTE) / 4]);
      device.release(tensor);
    }
    const largest = 80 * MEBIBYTE;
    expect(device.peakBytes).toBeLessThan(largest * (1 + 1 / 16) + 66 * MEBIBYTE);
    expect(device.bytesInUse).toBe(0);
    const kept = device.upload(Float32Array.of(7));
    expect([...(await device.read(kept))]).toEqual([7]);
  });

  it('reuses memory: a step like the last one allocates nothing', async () => {
    device = await openNodeDevice();
    const step = async () => {
      const tape = new Tape(device!);
      const x = tape.upload(new Float32Array(1000));
      tape.watch(x);
      const doubled = map(tape, { label: 'double', inputs: { x }, forward: '2.0 * x', gradients: { x: '2.0' } });
      tape.backward(sum(tape, doubled));
      const [gradient] = await device!.read(tape.gradient(x));
      expect(gradient).toBe(2);
      tape.dispose();
    };
    await step();
    const { bytes } = device;
    for (let i = 0; i < 3; i++) await step();
    expect(device.bytes).toBe(bytes);
  });

  it('counts the dispatches of each kernel', async () => {
    device = await openNodeDevice();
    expect(device.kernels()).toEqual([]);
    const x = device.zeros([2]);
    device.run(addOne, { x }, { increment: 1 }, [2]);
    addProduct(device, x, undefined, device.zeros([2]), false);
    device.run(addOne, { x }, { increment: 1 }, [3, 2]);
    // A dispatch of no workgroups does not run.
    device.run(addOne, { x }, { increment: 1 }, [0]);
    const [first, second, ...others] = device.kernels();
    expect(first).toEqual({ name: 'add one', wgsl: addOne.code, dispatches: 2 });
    expect(second).toMatchObject({ name: 'add product', dispatches: 1 });
    expect(others).toEqual([]);
  });

  it('says which kernel could not be built, and why', async () => {
    const problems: string[] = [];
    device = await openNodeDevice({ onProblem: ({ message }) => problems.push(message) });
    const broken = defineKernel({
      label: 'broken',
      storage: { x: 'write f32' },
      uniforms: {},
      body: '@compute @workgroup_size(1) fn main() { x[0] = nothing; }',
    });
    const x = device.zeros([1]);
    device.run(broken, { x }, {}, [1]);
    await expect(device.read(x)).rejects.toThrow(/^kernel-not-built {"kernel":"broken","details":"line \d+: .*nothing/);
    expect(problems).toHaveLength(1);
  });

  it('names cause and remedy if there is no WebGPU or no adapter', async () => {
    await expect(Device.open(undefined)).rejects.toThrow('no-webgpu');
    const noAdapter = { requestAdapter: async () => null } as unknown as GPU;
    await expect(Device.open(noAdapter)).rejects.toThrow(/^no-adapter /);
  });

  it('says what to do when the device is lost', async () => {
    const problems: string[] = [];
    let lose: (info: GPUDeviceLostInfo) => void = () => {};
    const lost = new Promise<GPUDeviceLostInfo>((resolve) => (lose = resolve));
    const open = await openNodeDevice({ onProblem: () => {} });
    const get = (real: GPUDevice, name: string) => {
      const value: unknown = name === 'lost' ? lost : Reflect.get(real, name, real);
      return typeof value === 'function' ? value.bind(real) : value;
    };
    const requestDevice = async () => new Proxy(open.gpu, { get });
    const adapter = { info: {}, features: new Set(), limits: open.limits, requestDevice };
    const gpu = { requestAdapter: async () => adapter } as unknown as GPU;
    device = await Device.open(gpu, { onProblem: ({ message }) => problems.push(message) });
    lose({ reason: 'unknown', message: 'driver reset' } as GPUDeviceLostInfo);
    await expect(device.read(device.zeros([1]))).rejects.toThrow('device-lost {"details":"driver reset"}');
    expect(problems).toEqual([expect.stringContaining('device-lost')]);
    // After some failures, a browser no longer gives out an adapter, although the driver works.
    const noAdapter = { requestAdapter: async () => null } as unknown as GPU;
    await expect(Device.open(noAdapter)).rejects.toThrow('adapter-withdrawn');
    open.destroy();
  });
});
