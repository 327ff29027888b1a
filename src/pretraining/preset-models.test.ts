import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AgentMeasure } from './measure-model.ts';
import { RECIPES } from './recipes.ts';
import { presetNames, presetSettings } from '../genenv/settings/presets.ts';
import { familiesByName } from '../tasks/registry.ts';

interface ManifestEntry {
  name: string;
  recipe: unknown;
  measure: Partial<AgentMeasure> | { agent: AgentMeasure };
}

/** What the manifest says of a model as the agent. */
const asAgent = ({ measure }: ManifestEntry): Partial<AgentMeasure> => ('agent' in measure ? measure.agent : measure);

/** At level 1. */
const LEAST_WELL_FORMED = 0.9;

const { models } = JSON.parse(readFileSync(new URL('../../models/manifest.json', import.meta.url), 'utf8')) as {
  models: ManifestEntry[];
};
const entryOf = (name: string) => models.find((model) => model.name === name);

describe.each(presetNames)('the preset %s', (preset) => {
  const { families, agentModel, environmentModel, teacherModel } = presetSettings(preset);

  it('names shipped models of its families', () => {
    for (const name of [agentModel, environmentModel, teacherModel].filter(Boolean)) {
      const recipe = RECIPES.find((one) => one.name === name)!;
      expect([...recipe.families].sort()).toEqual([...families].sort());
      expect(entryOf(name)).toBeDefined();
    }
    const roleOf = (name: string) => RECIPES.find((recipe) => recipe.name === name)!.role;
    expect(['agent', 'both']).toContain(roleOf(agentModel));
    expect(['environment', 'both']).toContain(roleOf(environmentModel));
  });

  it('has an agent measured on held-out tasks of every level, whose play is more than noise in every family', () => {
    const { split, success, wellFormed } = asAgent(entryOf(agentModel)!);
    expect(split).toBe('held-out');
    for (const { name, levels } of familiesByName(families)) {
      expect(success![name]).toHaveLength(levels);
      expect(wellFormed![name]).toHaveLength(levels);
      // The agent has enough success to learn from, and much left to learn.
      expect(success![name][0]).toBeGreaterThan(0.1);
      expect(Math.max(...success![name])).toBeLessThanOrEqual(0.5);
      expect(wellFormed![name][0]).toBeGreaterThan(LEAST_WELL_FORMED);
    }
  });
});

describe('the manifest', () => {
  it('holds every recipe as it is now', () => {
    for (const recipe of RECIPES) expect(entryOf(recipe.name)?.recipe, recipe.name).toEqual(recipe);
  });
});
