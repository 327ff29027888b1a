/** @file Writes a token's weight under a loss as TeX: with symbols, and with the token's numbers. */
import {
  answerLengths,
  type GroupLoss,
  type LossGroup,
  type TokenWeight,
} from '../../../../../analysis/group-losses.ts';
import { groupMoments } from '../../../../../curriculum/curriculum.ts';
import { factor, texNumber } from '../token-formula.ts';

/** A quantity in symbols and in numbers. */
export type Filled = [letters: string, numbers: string];

/** Returns A of an answer as TeX. Undefined if the log has advantages but no formula for them. */
export function advantageFormula(loss: GroupLoss, group: LossGroup, answer: number, value: number): Filled | undefined {
  if (loss.advantage === 'logged') return undefined;
  const reward = texNumber(group.rewards[answer]);
  if (loss.advantage === 'reward') return ['A = r', `A = ${reward}`];
  const { scale, epsilon } = loss.advantage;
  const { mean, deviation } = groupMoments(group.rewards, scale);
  const centred = String.raw`${reward} - ${factor(mean)}`;
  return scale === 'none'
    ? [String.raw`A = r - \mu`, `A = ${centred} = ${texNumber(value)}`]
    : [
        String.raw`A = \frac{r - \mu}{\sigma + \varepsilon}`,
        String.raw`A = \frac{${centred}}{${texNumber(deviation)} + ${texNumber(epsilon)}} = ${texNumber(value)}`,
      ];
}

function normaliserFormula(loss: GroupLoss, group: LossGroup, answer: number): Filled {
  const lengths = answerLengths(group);
  const G = lengths.length;
  const over = (letters: string, numbers: string | number): Filled => [
    String.raw`\frac{1}{${letters}}`,
    String.raw`\frac{1}{${numbers}}`,
  ];
  switch (loss.aggregation) {
    case 'sequence-mean':
      return over(String.raw`G\,|y|`, String.raw`${G} \cdot ${lengths[answer]}`);
    case 'token-mean':
      return over(
        String.raw`\sum_j |y_j|`,
        lengths.reduce((sum, length) => sum + length, 0),
      );
    case 'constant-length':
      return loss.length === 1 ? over('G', G) : over(String.raw`G\,L`, String.raw`${G} \cdot ${group.longest}`);
  }
}

/** Returns what is left of the ratio: the condition under which the ratio counts. The advantage's sign decides it. */
function keptLetters({ ratio, clip, atBound }: GroupLoss, advantage: number): string {
  const letter = ratio === 'answer' ? 's' : String.raw`\rho`;
  const high = texNumber(1 + clip.clipHigh);
  if (ratio === 'none') return '';
  if (atBound === 'stays') return String.raw`\min(${letter},\,${high})`;
  const low = texNumber(1 - clip.clipLow);
  const dual = clip.dualClip > 0 ? String.raw`\le ${texNumber(clip.dualClip)}` : '';
  const condition = advantage < 0 ? String.raw`${low} \le ${letter} ${dual}` : String.raw`${letter} \le ${high}`;
  return String.raw`${letter}\,[${condition}]`;
}

export function weightFormula(loss: GroupLoss, group: LossGroup, answer: number, token: TokenWeight): Filled {
  const [letters, numbers] = normaliserFormula(loss, group, answer);
  const kept = keptLetters(loss, token.advantage);
  const keptNumber = loss.ratio === 'none' ? '' : String.raw`\cdot ${texNumber(token.kept)}`;
  return [
    String.raw`w = ${letters}\,${kept}\,A`,
    String.raw`w = ${numbers} ${keptNumber} \cdot ${factor(token.advantage)} = ${texNumber(token.weight)}`,
  ];
}

/** Returns ρ of the token, or s of its whole answer. Undefined if the loss has no ratio. */
export function ratioFormula({ ratio }: GroupLoss, { ratio: value }: TokenWeight): Filled | undefined {
  switch (ratio) {
    case 'none':
      return undefined;
    case 'token':
      return [String.raw`\rho = \pi/\pi_{\mathrm{old}}`, String.raw`\rho = ${texNumber(value)}`];
    case 'answer':
      return [String.raw`s = \bigl(\textstyle\prod_t \rho_t\bigr)^{1/|y|}`, `s = ${texNumber(value)}`];
  }
}
