/** @file Words reports that only the command line prints, in English. */
import type { CommandErrorParameters } from '../common/error-parameters.ts';
import type { EvaluationHeader } from '../evaluation/evaluate-family.ts';
import { claimSentence, noteSentence } from './claims.ts';
import { errorSentencesWith } from './errors.ts';
import type { CommandMessages } from './message-types.ts';
import messages from './messages/en/command.json' with { type: 'json' };
import { loadMessages } from './messages.ts';
import { numberOf, signed } from './numbers.ts';
import { choiceOf } from './sentence.ts';

const english = async () => ({ default: messages });
const commandText = await loadMessages<CommandMessages>({ en: english, zh: english, ko: english });
const { header, different } = commandText;

const prepared = {
  'run-of-other-settings': (given: CommandErrorParameters['run-of-other-settings']) => ({
    file: given.file,
    different: given.different
      .map(({ setting, stored, given: now }) => different({ setting, stored: String(stored), given: String(now) }))
      .join('; '),
  }),
  'no-predictions': (given: CommandErrorParameters['no-predictions']) => ({
    ...given,
    example: JSON.stringify(given.example),
  }),
  'no-prediction-scored': (given: CommandErrorParameters['no-prediction-scored']) => ({
    ...given,
    example: JSON.stringify(given.example),
  }),
  'option-missing': ({ options }: CommandErrorParameters['option-missing']) => ({
    options: choiceOf(options),
    several: options.length > 1,
  }),
};

/** Summarises an evaluation in a few lines. */
function headerText({ model, adapter, items_of, rule, items, prompts, decoding }: EvaluationHeader): string {
  const { temperature, top_k, top_p, stop, ...rest } = decoding;
  const choice = temperature === 0 ? header.greedy : header.sampled({ temperature, top_k: top_k || header.off, top_p });
  return [
    header.model({ model, items_of, rule: ruleNames[rule], items, adapter }),
    header.prompts({ form: prompts.form }),
    header.decoding({ ...rest, choice, stop: choiceOf(stop.map((token) => JSON.stringify(token))) }),
  ].join('\n');
}

export const { benchmarkFiles, idFormats, ruleNames } = commandText;
export const reportText = {
  claimSentence,
  noteSentence,
  /** The command line names settings as the user gives them. */
  errorSentence: errorSentencesWith<CommandErrorParameters, typeof prepared>(
    commandText.errors,
    prepared,
    (name) => name,
  ),
  numberOf,
  signed,
  headerText,
};
