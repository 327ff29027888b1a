/** @file The models of a run, and what of them learns. The names of the adapter's settings follow PEFT. */
import { LORA_MODULES, type LoraModule } from '../../../policy/training.ts';
import { choice, integer, namesAmong, number, text } from '../setting-kinds.ts';

export const modelsSettings = {
  agentModel: text('fixed', 'followed', { origin: 'open', default: 'discovery-agent' }),
  environmentModel: text('fixed', 'followed', { origin: 'open', default: 'discovery-environment-hard' }),
  teacherModel: text('fixed', 'unused', { origin: 'open', default: 'discovery-teacher' }),
  softReward: choice('fixed', ['token-f1'], {
    origin: 'open',
    choices: ['token-f1', 'embedding'],
    default: 'token-f1',
  }),
  embeddingModel: text('fixed', 'unused', { origin: 'open', default: '' }),
  training: choice('fixed', 'followed', { origin: 'open', choices: ['full', 'lora'], default: 'full' }),
  loraRank: integer('fixed', 'followed', [1, 256, 1], { symbol: 'r', origin: 'open', default: 8 }),
  loraAlpha: number('fixed', 'followed', [0, 1024, 1], { origin: 'open', default: 16 }),
  loraTargets: namesAmong<LoraModule>('fixed', 'followed', {
    origin: 'open',
    among: LORA_MODULES,
    default: [...LORA_MODULES],
  }),
  basePrecision: choice('fixed', 'unused', { origin: 'open', choices: ['f16', 'f32', 'q4'], default: 'f16' }),
};
