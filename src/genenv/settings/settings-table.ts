/**
 * @file Every setting of a run, once: name, symbol, kind, default, range, and whether the paper (GenEnv,
 * arXiv 2512.19682) fixes it, only its published code does, or both leave it open. The defaults are the preset
 * `discovery`.
 */
import { agentSettings } from './groups/agent.ts';
import { curriculumSettings } from './groups/curriculum.ts';
import { environmentSettings } from './groups/environment.ts';
import { evaluationSettings } from './groups/evaluation.ts';
import { memorySettings } from './groups/memory.ts';
import { modelsSettings } from './groups/models.ts';
import { poolsSettings } from './groups/pools.ts';
import { runSettings } from './groups/run.ts';
import { tasksSettings } from './groups/tasks.ts';
import { inGroup } from './setting-kinds.ts';

export const settingsTable = {
  ...inGroup('run', runSettings),
  ...inGroup('models', modelsSettings),
  ...inGroup('models', memorySettings),
  ...inGroup('tasks', tasksSettings),
  ...inGroup('curriculum', curriculumSettings),
  ...inGroup('agent', agentSettings),
  ...inGroup('environment', environmentSettings),
  ...inGroup('pools', poolsSettings),
  ...inGroup('evaluation', evaluationSettings),
};

export type SettingsTable = typeof settingsTable;

export type SettingName = keyof SettingsTable;
