/** @file Writes reports that only the command line prints, in English. */
import type { CommandErrorParameters, ErrorData } from '../common/error-parameters.ts';
import type { EvaluationHeader } from '../evaluation/evaluate-family.ts';
import type { EvaluationReason } from '../evaluation/evaluation.ts';
import type { SettingProblem } from '../genenv/settings/settings.ts';
import { formatBytes } from './bytes.ts';
import { claimSentence, noteSentence } from './claims.ts';
import { type ErrorSentence, errorSentencesWith, lines } from './errors.ts';
import type { CommandMessages } from '../common/message-types.ts';
import messages from './messages/en/command.json' with { type: 'json' };
import { loadMessages } from './messages.ts';
import { numberOf, signed } from './numbers.ts';
import { settingProblemText } from './problems.ts';
import { reasonSentence } from './reasons.ts';
import { choiceOf, type MessagesOf, sentenceOf } from './sentence.ts';

const commandText = await loadMessages<CommandMessages>(async () => ({ default: messages }));
const { header, different, inRun, inSweep } = commandText;

const prepared = {
  'run-settings-invalid': ({ run, problems }: CommandErrorParameters['run-settings-invalid']) => ({
    problems: lines(
      (problems as readonly SettingProblem[]).map((one) =>
        inRun({ run, problem: settingProblemText(one, (name) => name) }),
      ),
    ),
  }),
  'sweep-invalid': ({ causes }: CommandErrorParameters['sweep-invalid']) => ({
    causes: lines(causes.map((cause) => inSweep({ cause }))),
  }),
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
  'file-too-large': ({ size, limit }: CommandErrorParameters['file-too-large']) => ({
    size: formatBytes(size),
    limit: formatBytes(limit),
  }),
  'line-too-long': ({ limit }: CommandErrorParameters['line-too-long']) => ({ limit: formatBytes(limit) }),
  'option-missing': ({ options }: CommandErrorParameters['option-missing']) => ({
    options: choiceOf(options),
    several: options.length > 1,
  }),
};

/** Describes an error. Calls a setting by the name that the user types, such as `tasksPerEpoch`. */
const errorSentence: ErrorSentence = errorSentencesWith<CommandErrorParameters, typeof prepared>(
  commandText.errors,
  prepared,
  (name) => name,
);

const reasons: MessagesOf<Exclude<EvaluationReason, { code: 'family-verdict' }>> = {
  ...commandText.callReasons,
  ...commandText.reasons,
};

/** Explains why an answer to a benchmark item, or to a family's task, was judged as it was. */
export function benchmarkReasonSentence(reason: { readonly code: string }): string {
  const { code } = reason;
  if (code === 'family-verdict') {
    const { verdict } = reason as Extract<EvaluationReason, { code: 'family-verdict' }>;
    return verdict === null ? '' : reasonSentence(verdict);
  }
  return sentenceOf(reasons, code, reason, nested);
}

/** Describes an object within a reason: an error, or another reason. */
function nested(value: object): string {
  if ('parameters' in value || 'message' in value) {
    const { code, ...error } = value as ErrorData;
    return errorSentence({ ...error, code: code ?? undefined });
  }
  return benchmarkReasonSentence(value as { code: string });
}

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
  errorSentence,
  numberOf,
  signed,
  headerText,
};
