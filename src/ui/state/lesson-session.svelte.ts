/** @file Leads the user through a lesson: prepares the page, checks each step, and keeps the findings. */
import { lessons } from '../../text/later.ts';
import { lessonByName } from '../../lessons/lessons.ts';
import { keepChoice, keptChoice } from '../../common/kept-choice.ts';
import { z } from 'zod';
import type { Evidence, Lesson, Step, Finding } from '../../lessons/lesson.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings, type SettingName, type Settings } from '../../genenv/settings/settings.ts';
import type { RunMetrics } from '../../analysis/metrics.ts';
import type { Shared } from '../address/share-url.ts';
import type { Panel } from '../frame/view-names.ts';
import type { Said } from '../shared/problems.svelte.ts';
import type { RunPlayer } from './run-player.svelte.ts';

const KEY = 'lesson-findings';

/** Findings (what a step's check measured) by step. */
export type Notes = Readonly<Record<string, Finding>>;

const schema = z.record(
  z.string(),
  z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string(), z.object({ share: z.number() })]))),
);

/** Returns the findings by lesson. Empty if none are kept or they cannot be read. */
export function keptFindings(): Readonly<Record<string, Notes>> {
  try {
    return schema.parse(JSON.parse(keptChoice(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps a lesson's findings and replaces earlier ones. */
const keepFindings = (lesson: string, notes: Notes): void =>
  keepChoice(KEY, JSON.stringify({ ...keptFindings(), [lesson]: notes }));

/** The parts of the page that a lesson uses. */
export interface LessonPage {
  lesson: LessonSession | undefined;
  hidden: Shared['hidden'];
  panel: Panel;
  readonly hasGpu: boolean;
  readonly settings: Settings;
  readonly settingsInForce: Settings;
  readonly live: Pick<RunPlayer, 'isLoading'>;
  readonly shown: RunPlayer;
  readonly tried: Settings | undefined;
  tune(change: Partial<Settings>): void;
  reset(): Promise<void>;
  openWith(settings: Settings): Promise<void>;
  showRecorded(lesson: string): Promise<void>;
  leaveRecorded(): Promise<void>;
  start(first?: () => Promise<void>): Promise<void>;
  notify(said: Said): void;
}

export class LessonSession {
  /** Index of the step shown, from 0. */
  place = $state(0);
  answers = $state.raw<Readonly<Record<string, number>>>({});
  /** Wrong first answers by step. Each question allows a second try. */
  missed = $state.raw<Readonly<Record<string, number>>>({});
  /** Findings by step. A finished step stays finished. */
  notes = $state.raw<Notes>({});
  /** Curves, by step, of the run in which the step was finished. */
  courses = $state.raw<Readonly<Record<string, RunMetrics>>>({});

  /** True once the page is in the lesson's initial state. Nothing counts as done before that. */
  private begun = $state(false);
  step: Step = $derived.by(() => this.lesson.steps[this.place]);
  isOver: boolean = $derived.by(() => this.lesson.steps.every(({ name }) => name in this.notes));

  /** Settings of the recording with the values that the user tries. The open run and the log keep their settings. */
  tried: Settings | undefined = $derived.by(() => {
    const { opens, controls } = this.lesson;
    return opens.run === 'recorded' && controls.length > 0 ? this.page.tried : undefined;
  });
  settings: Settings = $derived.by(() => this.tried ?? this.page.settings);
  /** Controls of the lesson whose values wait for the next run. */
  waiting: readonly SettingName[] = $derived.by(() =>
    this.tried
      ? []
      : this.lesson.controls.filter((name) => this.page.settings[name] !== this.page.settingsInForce[name]),
  );
  /** True while the lesson opens or models load. No setting can change then. */
  isBusy: boolean = $derived.by(() => !this.begun || (!this.tried && this.page.live.isLoading));

  private readonly hiddenBefore: Shared['hidden'];

  constructor(
    private readonly page: LessonPage,
    readonly lesson: Lesson,
  ) {
    this.hiddenBefore = page.hidden;
  }

  /** False if the lesson needs its own run and there is no GPU. */
  get isPossible(): boolean {
    return this.lesson.opens.run === 'recorded' || this.page.hasGpu;
  }

  /** Prepares the page for the lesson. */
  open = async (): Promise<void> => {
    const { page, lesson } = this;
    page.lesson = this;
    page.hidden = [...this.hiddenBefore, ...lesson.hidden.filter((name) => !this.hiddenBefore.includes(name))];
    page.panel = lesson.panel;
    const { opens } = lesson;
    if (opens.run === 'recorded') await page.showRecorded(lesson.name);
    else if (this.isPossible)
      await page.openWith(parseSettings({ ...presetSettings(opens.preset), ...opens.settings }));
    this.begun = true;
  };

  /** Detaches this lesson from the page, and shows the controls that the lesson hid. */
  end(): void {
    this.page.lesson = undefined;
    this.page.hidden = this.hiddenBefore;
  }

  leave = async (): Promise<void> => {
    this.end();
    if (this.lesson.opens.run === 'recorded') await this.page.leaveRecorded();
  };

  restart = (): Promise<void> => this.page.reset();

  choose = (answer: number): void => {
    if (answer === this.missed[this.step.name]) return;
    this.answers = { ...this.answers, [this.step.name]: answer };
  };

  /** Returns whether the choice was right. Undefined without a question or a finding. */
  isRight({ name, question }: Step): boolean | undefined {
    return question && name in this.notes ? this.answers[name] === question.right(this.notes[name]) : undefined;
  }

  /** Checks the current step. Call it after every change that a check may depend on. */
  look(): void {
    const { step } = this;
    if (!this.begun || step.name in this.notes) return;
    const finding = step.check(this.evidence());
    if (!finding) return;
    const { [step.name]: answer, ...answers } = this.answers;
    if (step.question && answer !== step.question.right(finding) && !(step.name in this.missed)) {
      this.missed = { ...this.missed, [step.name]: answer };
      this.answers = answers;
      return;
    }
    this.notes = { ...this.notes, [step.name]: finding };
    this.courses = { ...this.courses, [step.name]: this.page.shown.metrics };
    keepFindings(this.lesson.name, this.notes);
  }

  private evidence(): Evidence {
    const { page } = this;
    const { kind, epoch, view, metrics } = page.shown;
    const answer = this.answers[this.step.name];
    const { settings, notes } = this;
    return { kind, settings, panel: page.panel, epoch, view, metrics, answer, notes };
  }
}

/** Begins a lesson and ends the current one. */
export function beginLesson(page: LessonPage, lesson: Lesson): Promise<void> {
  page.lesson?.end();
  return new LessonSession(page, lesson).open();
}

/** Opens the lesson that an address names. */
export async function openLesson(page: LessonPage, name: string): Promise<void> {
  const lesson = lessonByName(name);
  if (lesson) return page.start(() => beginLesson(page, lesson));
  await page.start();
  page.notify(() => lessons.unknown({ name: name.slice(0, 40) }));
}
