/**
 * @file Runs one model on one GPU device; policy.worker.ts puts it into a thread. The device is kept from one model to the
 * next, so that a second model of the same shape finds its pipelines compiled. `open` replaces a lost device.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import { LanguageModelPolicy } from '../../src/policy/language-model-policy.ts';
import type { Policy, PolicyDescription, PolicySnapshot } from '../../src/policy/policy.ts';
import { memoryFolder } from '../../src/lm/model-files.ts';
import { webFolder } from '../../src/lm/web-folder.ts';
import { openModel } from '../../src/lm/load-model.ts';
import type { Device } from '../../src/tensor/device.ts';
import type { ModelSource, PolicyWorker } from './contract.ts';
import { openTunedDevice } from './open-device.ts';

export class PolicyHost implements PolicyWorker {
  private policy: Policy | undefined;
  private device: Device | undefined;

  constructor(private readonly openDevice: typeof openTunedDevice = openTunedDevice) {}

  async open(model: ModelSource): Promise<PolicyDescription> {
    await this.dispose();
    const opened = await openModel('url' in model ? webFolder(model.url) : memoryFolder(model.files, model.name));
    // A failure reaches the page through the call that it breaks; the device is of no use after it.
    this.device ??= await this.openDevice(() => (this.device = undefined));
    this.policy = await LanguageModelPolicy.load(this.device, { ...opened, name: model.name });
    return this.policy.describe();
  }

  async describe(): Promise<PolicyDescription> {
    return this.opened.describe();
  }

  async generate(...request: Parameters<Policy['generate']>): ReturnType<Policy['generate']> {
    return this.opened.generate(...request);
  }

  async score(...request: Parameters<Policy['score']>): ReturnType<Policy['score']> {
    return this.opened.score(...request);
  }

  async divergence(...request: Parameters<Policy['divergence']>): ReturnType<Policy['divergence']> {
    return this.opened.divergence(...request);
  }

  async assess(...request: Parameters<Policy['assess']>): ReturnType<Policy['assess']> {
    return this.opened.assess(...request);
  }

  async weigh(...request: Parameters<Policy['weigh']>): ReturnType<Policy['weigh']> {
    return this.opened.weigh(...request);
  }

  async update(...request: Parameters<Policy['update']>): ReturnType<Policy['update']> {
    return this.opened.update(...request);
  }

  async hold(): Promise<void> {
    return this.opened.hold();
  }

  async backtrack(fraction: number): Promise<void> {
    return this.opened.backtrack(fraction);
  }

  async snapshot(): Promise<PolicySnapshot> {
    const snapshot = await this.opened.snapshot();
    // The bytes were made for the caller, so they are transferred and not copied.
    return Comlink.transfer(snapshot, [snapshot.weights.buffer, snapshot.optimizer.buffer]);
  }

  async restore(snapshot: PolicySnapshot): Promise<void> {
    return this.opened.restore(snapshot);
  }

  async telemetry(): ReturnType<Policy['telemetry']> {
    return this.opened.telemetry();
  }

  async kernels(): ReturnType<Policy['kernels']> {
    return this.opened.kernels();
  }

  async dispose(): Promise<void> {
    const { policy } = this;
    this.policy = undefined;
    await policy?.dispose();
  }

  private get opened(): Policy {
    if (!this.policy) throw new CodedError('no-model', 'No model is loaded in this thread. Open the run again.');
    return this.policy;
  }
}
