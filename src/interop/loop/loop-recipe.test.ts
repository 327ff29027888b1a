/** @file The folder of the loop that a run is exported to: its data sets and its settings. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { RunEvent } from '../../genenv/log/events.ts';
import { memoryPools } from '../../genenv/testing/memory-pools.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { splitEpochs } from '../../store/run-store.ts';
import { readTasks } from '../../tasks/given/tasks-file.ts';
import { familyByName } from '../../tasks/registry.ts';
import { wordsOf } from '../../tasks/text.ts';
import { mostKeyTokens } from '../../tasks/written-key.ts';
import { loopWords } from '../../text/en/round-loop.ts';
import type { AgentRow, EnvironmentRow } from './dataset.ts';
import { loopRecipe, type LoopRequest } from './loop-recipe.ts';
import { requestOf, tableRun } from './testing/table-run.ts';

let events: RunEvent[];
let settings: Settings;
/** The files of the recipe by their names, and what was noted. */
let recipe: { files: Map<string, string>; notes: string[] };

const rows = <Row>(path: string, { files } = recipe): Row[] =>
  files
    .get(path)!
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

const request = (changes: Partial<LoopRequest> = {}): LoopRequest => ({ ...requestOf(events), ...changes });

/** A recipe in memory. */
async function recipeOf(of: LoopRequest) {
  const files = new Map<string, string>();
  const notes = await loopRecipe(of, loopWords, async (path, text) => {
    files.set(path, (files.get(path) ?? '') + text);
  });
  return { files, notes: notes.map(loopWords.note) };
}

beforeAll(async () => {
  events = await tableRun();
  ({ settings } = events[0] as Extract<RunEvent, { type: 'run-started' }>);
  recipe = await recipeOf(request());
});

describe('the data sets', () => {
  it('hold D_train, each task once, with its first success', () => {
    const texts = memoryPools(events).train.entries.map(({ text }) => text);
    const pool = [...new Set(texts)];
    const train = rows<AgentRow>('train.jsonl');
    expect(train.length).toBeGreaterThan(0);
    expect(train.map(({ task, text }) => [task, text])).toEqual(pool.map((text, index) => [index, text]));
    for (const { family, text, prompt, pass_rate } of train) {
      expect([family, prompt]).toEqual(['household', `<household> ${text} <sep>`]);
      expect(pass_rate).toBeGreaterThanOrEqual(0);
      expect(pass_rate).toBeLessThanOrEqual(1);
    }
  });

  it('hold D_env with the weights it was regressed on with', () => {
    const pairs = events.flatMap((event) => (event.type === 'pools-updated' ? event.environment : []));
    const environment = rows<EnvironmentRow>('environment.jsonl');
    expect(environment.map(({ prompt, weight }) => [prompt, weight])).toEqual(
      pairs.map(({ context, weight }) => [context, weight]),
    );
    for (const { prompt, completion } of environment) {
      const seed = prompt.split(' ').slice(2).join(' ');
      expect(familyByName('household').parse(`${seed} ${completion}`).ok).toBe(true);
    }
  });

  it('hold evaluation tasks which are not in training', () => {
    const train = new Set(rows<AgentRow>('train.jsonl').map(({ text }) => text));
    const heldOut = rows<AgentRow>('held-out.jsonl');
    expect(heldOut).toHaveLength(familyByName('household').levels);
    for (const { text } of heldOut) expect(train).not.toContain(text);
  });

  it('leave out families that the settings leave out, and say so', async () => {
    const other = await recipeOf(request({ assigned: { families: ['function-calling'] } }));
    expect(other.notes).toEqual([
      expect.stringContaining('are left out: household.'),
      expect.stringContaining('D_train is empty'),
    ]);
    expect([rows('train.jsonl', other), rows('environment.jsonl', other)]).toEqual([[], []]);
    await expect(recipeOf(request({ assigned: { families: ['stateful-calls'] } }))).rejects.toThrow('loop-turns');
    await expect(recipeOf(request({ assigned: { training: 'lora' } }))).rejects.toThrow('loop-lora {"engine":"local"}');
  });

  it('are written while the run is read: before the next epoch, all of the one before', async () => {
    const epochs = splitEpochs(events);
    const written: string[] = [];
    let read = 0;
    async function* oneByOne() {
      for (const epoch of epochs) {
        // The file begins empty.
        expect(written.filter((path) => path === 'environment.jsonl')).toHaveLength(read + 1);
        read += 1;
        yield epoch;
      }
    }
    const texts = new Map<string, string>();
    await loopRecipe(request({ epochs: oneByOne() }), loopWords, async (path, text) => {
      written.push(path);
      texts.set(path, (texts.get(path) ?? '') + text);
    });
    expect(read).toBe(epochs.length);
    expect(texts).toEqual(recipe.files);
  });
});

it('has the settings that the run ended with, and over them those that are assigned', async () => {
  const changed: RunEvent = { ...events[0], type: 'settings-changed', changes: { lambda: 3, minibatches: 7 } } as never;
  const epochs = splitEpochs(events).map((epoch, index) => (index === 1 ? [...epoch, changed] : epoch));
  const { files } = await recipeOf(request({ epochs, assigned: { minibatches: 1 } }));
  expect(JSON.parse(files.get('genenv.json')!)).toMatchObject({ ...settings, lambda: 3, minibatches: 1 });
});

it('leaves room for the longest prompt of the data sets', () => {
  const prompts = [...rows<AgentRow>('train.jsonl'), ...rows<AgentRow>('held-out.jsonl')].map(({ prompt }) => prompt);
  const { tokens } = parse(recipe.files.get('loop.yaml')!) as { tokens: { prompt: number } };
  expect(tokens.prompt).toBeGreaterThanOrEqual(Math.max(...prompts.map((prompt) => wordsOf(prompt).length)));
});

it('leaves the environment room for a key after a task of one’s own', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => JSON.stringify({ prompt: `${i} plus 1`, answer: `${i + 1}` }));
  const { set } = readTasks(lines.join('\n'), 'Sums', { form: 'text' });
  const { files } = await recipeOf(request({ assigned: { families: [set!] } }));
  const { tokens } = parse(files.get('loop.yaml')!) as { tokens: { task: number } };
  const { maxTaskTokens, ...family } = familyByName(set!);
  expect(tokens.task).toBe(maxTaskTokens + mostKeyTokens(family));
});
