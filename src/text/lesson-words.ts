/** @file Declares the messages of a lesson. */

/** The finding of a check, as shown. */
export type FoundWords = Readonly<Record<string, string | number | null>>;

export interface LessonWords {
  title: string;
  about: string;
  steps: Readonly<
    Record<
      string,
      {
        /** The task of the step, or its question. */
        ask: string;
        /** `instead` corrects a wrong answer. */
        choices?: readonly { says: string; instead?: string }[];
        found: (numbers: FoundWords) => string;
        /** Names this step's run if several runs are overlaid at the end. */
        run?: string;
      }
    >
  >;
  /** For the teacher: questions, observations with what they show, and a plan. */
  sheet: Readonly<Record<'ask' | 'happens' | 'time', readonly string[]>>;
}
