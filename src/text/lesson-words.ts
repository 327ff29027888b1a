/** @file Declares the messages of a lesson. */

/** Parameters of the message `found`, formatted for display. */
export type FoundWords = Readonly<Record<string, string | number | null>>;

export interface LessonWords {
  title: string;
  about: string;
  steps: Readonly<
    Record<
      string,
      {
        /** Task or question of the step. */
        ask: string;
        /** `instead` corrects a wrong answer. */
        choices?: readonly { says: string; instead?: string }[];
        found: (numbers: FoundWords) => string;
        /** Name of this step's run, if the lesson overlays several runs at the end. */
        run?: string;
      }
    >
  >;
  /** For the teacher: questions, observations with what they show, and a plan. */
  sheet: Readonly<Record<'ask' | 'happens' | 'time', readonly string[]>>;
}
