/**
 * @file Runs models on one GPU device, in a thread of player.worker.ts. The device outlives a model, so that a second
 * model of the same shape finds its pipelines compiled. `open` replaces a lost device.
 */
import * as Comlink from 'comlink';
import { DevicePolicies } from '../../src/policy/device-policies.ts';
import type { Player, PolicyDescription, PolicySnapshot, Sampler, Training } from '../../src/policy/policy.ts';
import type { Role } from '../../src/runs/model-choices.ts';
import { openModel } from '../../src/lm/files/load-model.ts';
import { withOwn } from '../rpc/connect.ts';
import { folderAt } from '../rpc/model-url.ts';
import { Device, type DeviceOptions } from '../../src/tensor/device.ts';

/**
 * Names a model folder in Hugging Face layout. Settings and events use `name`, which does not depend on where the page
 * is served from. rpc/model-url.ts gives the `url`.
 */
interface ModelSource {
  name: string;
  url: string;
}

/**
 * Opens the GPU device of a worker.
 * @throws CodedError without WebGPU or an adapter, or if the device fails
 */
export const openThreadDevice = (onProblem: DeviceOptions['onProblem']): Promise<Device> =>
  Device.open(navigator.gpu, { onProblem });

/** Runs one model per role in one worker, on one lasting device. Adapters over one model share its base. */
export class PolicyHost {
  /** Open policies by role. A teacher can only sample. */
  readonly players = {} as Record<Role, Player>;
  /** Device that is open or being opened. */
  private device: Promise<DevicePolicies> | undefined;

  constructor(
    private readonly openDevice = openThreadDevice,
    private readonly folder = folderAt,
  ) {}

  async open(role: Role, { name, url }: ModelSource, training: Training): Promise<PolicyDescription> {
    await (this.players as Partial<typeof this.players>)[role]?.dispose();
    const openFolder = () => openModel(this.folder(url));
    const policies = await this.devicePolicies();
    const opened: Sampler =
      training.kind === 'frozen'
        ? await policies.openSampler(name, openFolder)
        : await policies.open(name, openFolder, training);
    const policy = opened as Player;
    const dispose = async () => {
      delete (this.players as Partial<typeof this.players>)[role];
      await policy.dispose();
    };
    this.players[role] = withOwn(policy, { snapshot: async () => transferred(await policy.snapshot()), dispose });
    return policy.describe();
  }

  private devicePolicies(): Promise<DevicePolicies> {
    if (this.device) return this.device;
    const forget = () => {
      if (this.device === opening) this.device = undefined;
    };
    // The failing call reports the error to the page, so `forget` only drops the unusable device.
    const opening = this.openDevice(forget).then((device) => new DevicePolicies(device));
    opening.catch(forget);
    return (this.device = opening);
  }
}

/** Marks a snapshot's bytes to be transferred, not copied, because they were made for the caller. */
const transferred = (snapshot: PolicySnapshot): PolicySnapshot =>
  Comlink.transfer(snapshot, [snapshot.weights.buffer, snapshot.optimizer.buffer]);
