/**
 * @file The models of a run in threads: one for each model, or for the models of one place, which share a device. A thread
 * is started once and reused by the next runs; one that has stopped is started again.
 */
import type { PlayerChoice, Role } from '../../../src/runs/model-choices.ts';
import type { ModelHost } from '../../../src/runs/model-host.ts';
import type { PlannedMachine } from '../../../src/runs/plan/plan-run.ts';
import type { Player, Sampler, Training } from '../../../src/policy/policy.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import { adapterLimits } from '../../../src/tensor/device.ts';
import type { TextEmbedder } from '../../../src/runs/embedding-similarity.ts';
import { hasGraph, parseOnnxName } from '../../../src/onnx/choose-graph.ts';
import { OnnxThread } from '../onnx/client.ts';
import type { PolicyWorker } from './contract.ts';
import { folderAt, modelAddress } from '../../rpc/model-url.ts';
import { type Thread, withOwn } from '../../rpc/connect.ts';
import { startPlayer } from '../start-player.ts';

export class PlayerThreads implements ModelHost {
  /** By place. */
  private readonly threads = new Map<Role, Thread<PolicyWorker>>();
  private readonly onnx = new OnnxThread();

  folder(model: string): ModelFiles {
    return folderAt(addressOf(model));
  }

  /** Each place has a device of its own. No browser tells how much memory there is. */
  async machine(): Promise<PlannedMachine | null> {
    const limits = await adapterLimits(navigator.gpu);
    return limits && { ...limits, memory: null, oneDevice: false };
  }

  open({ role, model, training, place }: PlayerChoice): Promise<Player> {
    return this.openIn(place, role, model, training);
  }

  async openTeacher(model: string): Promise<Sampler> {
    if (await hasGraph(this.folder(model))) return this.onnx.openModel({ name: model, address: addressOf(model) });
    return this.openIn('teacher', 'teacher', model, { kind: 'frozen' });
  }

  openEmbedder(model: string): Promise<TextEmbedder> {
    return this.onnx.openEmbedder({ name: model, address: addressOf(model) });
  }

  private async openIn(place: Role, role: Role, model: string, training: Training): Promise<Player> {
    const { proxy } = this.running(place);
    await proxy.open(role, { name: model, url: modelAddress(model) }, training);
    return withOwn(proxy.players[role]);
  }

  private running(place: Role): Thread<PolicyWorker> {
    const running = this.threads.get(place);
    if (running?.alive) return running;
    running?.terminate();
    const handle = startPlayer<PolicyWorker>(place, `the ${place}`);
    this.threads.set(place, handle);
    return handle;
  }
}

/** The address of a folder, also where the name is that of one of its graphs. */
const addressOf = (model: string): string => modelAddress(parseOnnxName(model).folder);
