/** @file Takes the user through a lesson: prepares the page, and keeps what the checks find, step by step. */
import type { Evidence, Lesson, Step } from '../../lessons/lesson.ts';
import { presetSettings } from '../../genenv/settings/presets.ts';
import { parseSettings, type SettingName, type Settings } from '../../genenv/settings/settings.ts';
import type { RunMetrics } from '../../analysis/metrics.ts';
import type { Shared } from '../address/share-url.ts';
import { keepFindings, type Notes } from './kept-findings.ts';
import type { Panel } from './panels.ts';
import type { RunPlayer } from './run-player.svelte.ts';

/** Lists the parts of the page that a lesson prepares and looks at. */
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
}

export class LessonSession {
  /** Counts from 0 to the step that is shown. */
  place = $state(0);
  answers = $state.raw<Readonly<Record<string, number>>>({});
  /** Holds the first answer to a question, by step, if it was wrong, because there is a second try. */
  missed = $state.raw<Readonly<Record<string, number>>>({});
  /** Holds the findings, by step: a step that is done stays done. */
  notes = $state.raw<Notes>({});
  /** Holds the curves of the run in which a step was done, by step. */
  courses = $state.raw<Readonly<Record<string, RunMetrics>>>({});

  /** Is true once the page is in the state in which the lesson begins; what it showed before proves nothing. */
  private begun = $state(false);
  step: Step = $derived.by(() => this.lesson.steps[this.place]);
  isOver: boolean = $derived.by(() => this.lesson.steps.every(({ name }) => name in this.notes));

  /** Holds a recording's settings with the values that are tried. The open run and the log keep theirs. */
  tried: Settings | undefined = $derived.by(() => {
    const { opens, controls } = this.lesson;
    return opens.run === 'recorded' && controls.length > 0 ? this.page.tried : undefined;
  });
  settings: Settings = $derived.by(() => this.tried ?? this.page.settings);
  /** Lists the lesson's controls whose values wait for the next run. */
  waiting: readonly SettingName[] = $derived.by(() =>
    this.tried
      ? []
      : this.lesson.controls.filter((name) => this.page.settings[name] !== this.page.settingsInForce[name]),
  );
  /** Is true while the lesson is being opened or models load, so that no setting can be changed. */
  isBusy: boolean = $derived.by(() => !this.begun || (!this.tried && this.page.live.isLoading));

  private readonly hiddenBefore: Shared['hidden'];

  constructor(
    private readonly page: LessonPage,
    readonly lesson: Lesson,
  ) {
    this.hiddenBefore = page.hidden;
  }

  /** Returns false if the lesson needs its own run and there is no GPU. */
  get isPossible(): boolean {
    return this.lesson.opens.run === 'recorded' || this.page.hasGpu;
  }

  /** Brings the page into the state in which the lesson begins. */
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

  /** Ends this lesson for another one, which prepares the page for itself. */
  end(): void {
    this.page.lesson = undefined;
    this.page.hidden = this.hiddenBefore;
  }

  leave = async (): Promise<void> => {
    this.end();
    if (this.lesson.opens.run === 'recorded') await this.page.leaveRecorded();
  };

  /** Begins a new run with the chosen settings. */
  restart = (): Promise<void> => this.page.reset();

  choose = (answer: number): void => {
    if (answer === this.missed[this.step.name]) return;
    this.answers = { ...this.answers, [this.step.name]: answer };
  };

  /** Returns true if the choice was right; undefined if nothing was asked or found. */
  isRight({ name, question }: Step): boolean | undefined {
    return question && name in this.notes ? this.answers[name] === question.right(this.notes[name]) : undefined;
  }

  /** Looks at what was done. Call it whenever anything that a check may look at has changed. */
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
