/**
 * @file The models of a run, and what of them learns. The names of the adapter's settings follow PEFT.
 */
import { LORA_MODULES, type LoraModule } from '../../../policy/training.ts';
import { choice, integer, namesAmong, number, text } from '../setting-kinds.ts';

export const modelsSettings = {
  agentModel: text('fixed', 'followed', { group: 'models', origin: 'open', default: 'discovery-agent' }),
  environmentModel: text('fixed', 'followed', {
    group: 'models',
    origin: 'open',
    default: 'discovery-environment-hard',
  }),
  teacherModel: text('fixed', 'unused', { group: 'models', origin: 'open', default: 'discovery-teacher' }),
  softReward: choice('fixed', ['token-f1'], {
    group: 'models',
    origin: 'open',
    choices: ['token-f1', 'embedding'],
    default: 'token-f1',
  }),
  embeddingModel: text('fixed', 'unused', { group: 'models', origin: 'open', default: '' }),
  training: choice('fixed', ['full'], { group: 'models', origin: 'open', choices: ['full', 'lora'], default: 'full' }),
  loraRank: integer('fixed', 'unused', [1, 256, 1], { group: 'models', symbol: 'r', origin: 'open', default: 8 }),
  loraAlpha: number('fixed', 'unused', [0, 1024, 1], { group: 'models', origin: 'open', default: 16 }),
  loraTargets: namesAmong<LoraModule>('fixed', 'unused', {
    group: 'models',
    origin: 'open',
    among: LORA_MODULES,
    default: [...LORA_MODULES],
  }),
  basePrecision: choice('fixed', 'unused', {
    group: 'models',
    origin: 'open',
    choices: ['f16', 'f32'],
    default: 'f16',
  }),
};
