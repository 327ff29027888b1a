/**
 * @file A lesson that is being taken: it prepares the page, and keeps what its checks have found, step by step.
 */
import type { Evidence, Finding, Lesson, Step } from '../../lessons/lesson.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings, type Settings } from '../../genenv/settings/settings.ts';
import type { Shared } from '../address/share-url.ts';
import type { Panel } from './panels.ts';
import type { RunSource } from './run-source.ts';

/** The parts of the page that a lesson prepares and looks at. */
export interface LessonPage {
  lesson: LessonSession | undefined;
  hidden: Shared['hidden'];
  panel: Panel;
  settingsShown: boolean;
  readonly hasGpu: boolean;
  readonly settings: Settings;
  readonly shown: RunSource;
  openWith(settings: Settings): Promise<void>;
  showRecorded(epoch?: number): Promise<void>;
  leaveRecorded(): Promise<void>;
}

export class LessonSession {
  /** The place of the step that is shown. */
  place = $state(0);
  /** The choices made, by step. */
  answers = $state.raw<Readonly<Record<string, number>>>({});
  /** The findings, by step: a step that is done stays done. */
  notes = $state.raw<Readonly<Record<string, Finding>>>({});

  /** The page is in the state in which the lesson begins: what it showed before proves nothing. */
  private begun = $state(false);
  step: Step = $derived.by(() => this.lesson.steps[this.place]);
  isOver: boolean = $derived.by(() => this.lesson.steps.every(({ name }) => name in this.notes));

  private readonly hiddenBefore: Shared['hidden'];

  constructor(
    private readonly page: LessonPage,
    readonly lesson: Lesson,
  ) {
    this.hiddenBefore = page.hidden;
  }

  /** A lesson with a run of its own needs a GPU. */
  get isPossible(): boolean {
    return this.lesson.opens.run === 'recorded' || this.page.hasGpu;
  }

  /** Brings the page into the state in which the lesson begins. */
  open = async (): Promise<void> => {
    const { page, lesson } = this;
    page.lesson = this;
    page.hidden = [...this.hiddenBefore, ...lesson.hidden.filter((name) => !this.hiddenBefore.includes(name))];
    page.panel = lesson.panel;
    page.settingsShown = lesson.showSettings;
    const { opens } = lesson;
    if (opens.run === 'recorded') await page.showRecorded(opens.epoch);
    else if (this.isPossible)
      await page.openWith(parseSettings({ ...presetSettings(opens.preset), ...opens.settings }));
    this.begun = true;
  };

  leave = async (): Promise<void> => {
    const { page, lesson } = this;
    page.lesson = undefined;
    page.hidden = this.hiddenBefore;
    if (lesson.opens.run === 'recorded') await page.leaveRecorded();
  };

  choose = (answer: number): void => {
    this.answers = { ...this.answers, [this.step.name]: answer };
  };

  /** True if the choice made was the right one; undefined if nothing was asked or found. */
  isRight({ name, question }: Step): boolean | undefined {
    return question && name in this.notes ? this.answers[name] === question.right(this.notes[name]) : undefined;
  }

  /** Looks at what was done; called whenever anything that a check may look at has changed. */
  look(): void {
    const { step } = this;
    if (!this.begun || step.name in this.notes) return;
    const finding = step.check(this.evidence());
    if (finding) this.notes = { ...this.notes, [step.name]: finding };
  }

  private evidence(): Evidence {
    const { page } = this;
    const { kind, epoch, view, metrics } = page.shown;
    const answer = this.answers[this.step.name];
    return { kind, settings: page.settings, panel: page.panel, epoch, view, metrics, answer, notes: this.notes };
  }
}
