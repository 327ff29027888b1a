/** @file The plan of a run on the machine of a model host, and the refusal of a run that does not fit it. */
import { CodedError } from '../../common/coded-error.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { loadConfig, loadTokenizer } from '../../lm/files/load-model.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { hasGraph } from '../../onnx/choose-graph.ts';
import type { ModelChoice } from '../model-choices.ts';
import type { ModelHost } from '../model-host.ts';
import { planRun, settingsThatFit, type MemoryChange, type PlannedMachine, type RunPlan } from './plan-run.ts';
import { runWork } from './run-work.ts';

export interface SettingsPlan {
  plan: RunPlan;
  /** Changes that make the run fit: none if it does, null if no setting of memory is enough. */
  changes: MemoryChange | null;
}

/** @returns null where the host does not know its machine, which is the default */
export async function planFor(
  host: ModelHost,
  settings: Settings,
  machine?: PlannedMachine | null,
): Promise<SettingsPlan | null> {
  const known = machine ?? (await host.machine?.());
  if (!known) return null;
  // That of both: the agent's, or one that begins with it.
  const tokenizer = await loadTokenizer(host.folder(settings.environmentModel));
  const configs = new Map<string, Promise<ModelConfig | null>>();
  const configOf = ({ role, model }: ModelChoice) => {
    const read = async () => {
      const files = host.folder(model);
      return role === 'teacher' && (await hasGraph(files)) ? null : loadConfig(files);
    };
    const config = configs.get(model) ?? read();
    configs.set(model, config);
    return config;
  };
  const workOf = (changed: Settings) => runWork(changed, tokenizer, configOf);
  const plan = planRun(await workOf(settings), known);
  return { plan, changes: await settingsThatFit(settings, plan, workOf, known) };
}

/** @throws CodedError `does-not-fit` that names what is too large, and the settings with which the run would fit */
export async function refuseWhatDoesNotFit(host: ModelHost, settings: Settings): Promise<void> {
  const planned = await planFor(host, settings);
  if (!planned || planned.plan.obstacles.length === 0) return;
  const { plan, changes } = planned;
  const [obstacle] = plan.obstacles;
  const list = Object.entries(changes ?? {}).map(([name, value]) => `${name}=${value}`);
  throw new CodedError('does-not-fit', { obstacle, settings: list.join(', ') });
}
