import { expect, it } from 'vitest';
import { alphaCurriculum } from '../environment-curricula.ts';
import { parseSettings } from '../settings/settings.ts';
import type { TaskSource } from '../log/events.ts';
import { assessmentRequest, weighingRequest } from './score-groups.ts';
import { assess, weigh } from '../../curriculum/curriculum.ts';

it('weighs for the regression only what the environment wrote in this epoch', () => {
  const settings = parseSettings({});
  const sources: TaskSource[] = ['environment', 'base', 'replay', 'static', 'offline'];
  const groups = sources.map((source, task) => ({
    task,
    batch: task,
    source,
    text: '',
    rollouts: [1, 0].map((reward, rollout) => ({
      task,
      rollout,
      wellFormed: true,
      reason: null,
      question: { rule: 'given' as const, reward },
    })),
  }));
  const assessment = assess(assessmentRequest(settings, groups));
  const { kept, weights } = weigh(weighingRequest(settings, alphaCurriculum, groups, assessment));
  expect(kept).toEqual(sources.map(() => true));
  expect(weights.map((weight) => weight > 0)).toEqual([true, false, false, false, false]);
});
