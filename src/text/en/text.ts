/**
 * @file Every word of the page in English, one file a subject. Texts with numbers are functions of formatted strings;
 * sentences of codes are functions of the code with its parameters.
 */
import { axes } from './axes.ts';
import { charts } from './charts.ts';
import { departures } from './departures.ts';
import { families, familyMeaning, familyTitle } from './families.ts';
import { benchmarks, frame, link, views } from './frame.ts';
import { capActions, filter, loop, sources, stages, updates, verdicts } from './loop.ts';
import { problems } from './problems.ts';
import { replay } from './replay.ts';
import { compare, controls, players, shortcuts, status } from './run-page.ts';
import { runs } from './runs.ts';
import { linkProblemText, settingProblemText, settingWords } from './settings.ts';
import { settings } from './settings-panel.ts';
import { circuit, panels } from './circuit.ts';
import { story } from './story.ts';
import { tuningText } from './tuning.ts';

export { firstMinute } from './first-minute.ts';
export { glossaryForms } from './glossary-forms.ts';
export const text = {
  ...frame,
  views,
  link,
  benchmarks,
  players,
  controls,
  shortcuts,
  status,
  compare,
  stages,
  panels,
  circuit,
  story,
  verdicts,
  sources,
  capActions,
  loop,
  filter,
  updates,
  settings,
  settingWords,
  departures,
  settingProblemText,
  linkProblemText,
  tuningText,
  axes,
  families,
  familyMeaning,
  familyTitle,
  charts,
  replay,
  runs,
  problems,
} as const;
