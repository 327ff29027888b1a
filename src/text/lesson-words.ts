/** @file Messages of a lesson. */

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
        /** `instead`: what happens instead of a wrong answer. */
        choices?: readonly { says: string; instead?: string }[];
        found: (numbers: FoundWords) => string;
        /** The run in which the step is done, if several are drawn over each other at the end. */
        run?: string;
      }
    >
  >;
  /** For the teacher: questions, observations with what they show, and a plan. */
  sheet: Readonly<Record<'ask' | 'happens' | 'time', readonly string[]>>;
}
