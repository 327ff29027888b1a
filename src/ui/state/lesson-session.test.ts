import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runMetrics } from '../../analysis/metrics.ts';
import { viewRun } from '../../analysis/run-view.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { recordRun, tableSettings } from '../../genenv/testing/record-run.ts';
import { lessonByName } from '../../lessons/lessons.ts';
import { LessonSession, keptFindings } from './lesson-session.svelte.ts';
import type { PageStore } from './page-store.svelte.ts';

const settings = tableSettings({ epochs: 12, tasksPerEpoch: 8, groupSize: 8, evalEvery: 6, kMin: 0.3 });

/** Returns the parts of a page that a lesson uses. The page shows this run. */
function pageWith(log: readonly RunEvent[]) {
  const view = viewRun(log);
  const shown = { kind: 'replay', phase: 'idle', epoch: 12, view, metrics: runMetrics(log) };
  const calls = { tune: vi.fn(), reset: vi.fn(), openWith: vi.fn(), showRecorded: vi.fn(), leaveRecorded: vi.fn() };
  return {
    lesson: undefined,
    hidden: [],
    panel: 'tasks',
    hasGpu: true,
    settings: { ...settings, kMin: 0.4 },
    settingsInForce: { ...settings, kMin: 0.4 },
    live: { isLoading: false },
    shown,
    tried: { ...settings, kMin: 0.1 },
    ...calls,
  } as unknown as PageStore & typeof calls & { shown: { view: object; metrics: object }; settings: Settings };
}

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('tries settings on a recording without changing the open run', async () => {
  const page = pageWith(await recordRun(settings));
  const session = new LessonSession(page, lessonByName('band-and-groups')!);
  expect(session.isBusy).toBe(true);
  await session.open();
  expect(session.isBusy).toBe(false);
  expect(session.settings.kMin).toBe(0.1);
  expect(session.waiting).toEqual([]);
  // Both answers are wrong, and the second one counts.
  session.choose(1);
  session.look();
  expect(session.missed).toEqual({ guess: 1 });
  expect(session.notes).toEqual({});
  session.choose(1);
  expect(session.answers).toEqual({});
  session.choose(2);
  session.look();
  expect(session.isRight(session.step)).toBe(false);
  expect(keptFindings()['band-and-groups'].guess).toMatchObject({ passing: 1 });
});

it("tries no settings in a lesson with live runs, and keeps the curves of each step's run", async () => {
  const runs = await Promise.all((['random', 'static'] as const).map((arm) => recordRun({ ...settings, arm })));
  const page = pageWith(runs[0]);
  const session = new LessonSession(page, lessonByName('three-arms')!);
  await session.open();
  session.look();
  expect(session.tried).toBeUndefined();
  page.shown.view = viewRun(runs[1]);
  page.shown.metrics = runMetrics(runs[1]);
  session.place = 1;
  session.look();
  expect(Object.keys(session.courses)).toEqual(['random', 'static']);
  expect(session.courses.random).toEqual(runMetrics(runs[0]));
  expect(session.courses.static).toEqual(runMetrics(runs[1]));
  expect(session.isOver).toBe(false);
});
