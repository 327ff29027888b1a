/**
 * @file Runs models on one GPU device; player.worker.ts puts it into a thread. The device outlives a model, so that a
 * second model of the same shape finds its pipelines compiled. `open` replaces a lost device.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
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

/** Runs one model per role in one worker, on one lasting device. Adapters over one model share its base. */
export interface PolicyWorker {
  open(role: Role, model: ModelSource, training: Training): Promise<PolicyDescription>;
  /** The open policies; throws `no-model` if a role has none. A teacher only samples. */
  readonly players: Readonly<Record<Role, Player>>;
}

/**
 * Opens the GPU device of a worker.
 * @throws CodedError without WebGPU or an adapter, or if the device fails
 */
export const openThreadDevice = (onProblem: DeviceOptions['onProblem']): Promise<Device> =>
  Device.open(navigator.gpu, { onProblem });

export class PolicyHost implements PolicyWorker {
  readonly players: PolicyWorker['players'];
  private readonly policies = new Map<Role, Sampler>();
  /** Device that is open or being opened. */
  private device: Promise<DevicePolicies> | undefined;

  constructor(
    private readonly openDevice = openThreadDevice,
    private readonly folder = folderAt,
  ) {
    const player = this.player.bind(this);
    this.players = {
      get agent() {
        return player('agent');
      },
      get environment() {
        return player('environment');
      },
      get teacher() {
        return player('teacher');
      },
    };
  }

  async open(role: Role, { name, url }: ModelSource, training: Training): Promise<PolicyDescription> {
    await this.close(role);
    const openFolder = () => openModel(this.folder(url));
    const policies = await this.devicePolicies();
    const policy =
      training.kind === 'frozen'
        ? await policies.openSampler(name, openFolder)
        : await policies.open(name, openFolder, training);
    this.policies.set(role, policy);
    return policy.describe();
  }

  private player(role: Role): Player {
    const policy = this.policies.get(role) as Player | undefined;
    if (!policy) throw new CodedError('no-model');
    return withOwn(policy, {
      snapshot: async () => transferred(await policy.snapshot()),
      dispose: () => this.close(role),
    });
  }

  private async close(role: Role): Promise<void> {
    const policy = this.policies.get(role);
    this.policies.delete(role);
    await policy?.dispose();
  }

  private devicePolicies(): Promise<DevicePolicies> {
    if (this.device) return this.device;
    const forget = () => {
      if (this.device === opening) this.device = undefined;
    };
    // The call that fails reports the error to the page. The device is unusable afterwards.
    const opening = this.openDevice(forget).then((device) => new DevicePolicies(device));
    opening.catch(forget);
    return (this.device = opening);
  }
}

/** The bytes were made for the caller, so they can be transferred instead of copied. */
const transferred = (snapshot: PolicySnapshot): PolicySnapshot =>
  Comlink.transfer(snapshot, [snapshot.weights.buffer, snapshot.optimizer.buffer]);
