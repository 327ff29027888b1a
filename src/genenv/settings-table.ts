/**
 * @file Every setting of a run, once: name, symbol, default, range, unit, meaning, and whether the paper (GenEnv,
 * arXiv 2512.19682) fixes it, only its published code does, or both leave it open. The defaults are the preset
 * `discovery`.
 */
import { agentSettings } from './settings/agent.ts';
import { curriculumSettings } from './settings/curriculum.ts';
import { environmentSettings } from './settings/environment.ts';
import { evaluationSettings } from './settings/evaluation.ts';
import { modelsSettings } from './settings/models.ts';
import { poolsSettings } from './settings/pools.ts';
import { runSettings } from './settings/run.ts';
import { tasksSettings } from './settings/tasks.ts';

export const settingsTable = {
  ...runSettings,
  ...modelsSettings,
  ...tasksSettings,
  ...curriculumSettings,
  ...agentSettings,
  ...environmentSettings,
  ...poolsSettings,
  ...evaluationSettings,
};
