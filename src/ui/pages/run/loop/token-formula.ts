/** @file The loss of one token as TeX: the formula in letters, and with the token's numbers where they are known. */
import type { EpochLearning, TokenMeasured, TokenTerms } from '../../../../analysis/token-learning.ts';

/** Three significant digits; powers of ten where a plain number would be mostly zeros. */
export function texNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e5)) return String(Number(value.toPrecision(3)));
  const [digits, power] = value.toExponential(2).split('e');
  return String.raw`${digits} \cdot 10^{${Number(power)}}`;
}

/** In parentheses where it begins with a minus. */
const factor = (value: number): string => (value < 0 ? String.raw`(${texNumber(value)})` : texNumber(value));

const divergenceLetters: Readonly<Record<EpochLearning['objective']['klEstimator'], string>> = {
  k3: 'k_3',
  'k3-clamped': 'k_3',
  'ratio-weighted': String.raw`\rho\,k_3`,
  exact: String.raw`\mathrm{KL}`,
};

interface Parts {
  weight: string;
  surrogate: string;
  kl: string;
  entropy: string;
}

const joined = ({ weight, surrogate, kl, entropy }: Parts): string =>
  String.raw`${weight}\,\bigl(-${surrogate}${kl}${entropy}\bigr)`;

/** @returns one line in letters, one with numbers */
export function tokenFormula(
  objective: EpochLearning['objective'],
  terms: TokenTerms,
  { entropy }: TokenMeasured,
): [string, string] {
  const { klWeight, entropyWeight, dualClip, klEstimator } = objective;
  const { advantage, surrogate, divergence, step } = terms;
  const dual = dualClip > 0 && advantage < 0;
  const bounded = (min: string, bound: string) => (dual ? String.raw`\max(${min},\,${bound})` : min);
  const D = divergenceLetters[klEstimator];

  const letters = joined({
    weight: 'w',
    surrogate: bounded(String.raw`\min(\rho A,\ \mathrm{clip}(\rho)\,A)`, 'cA'),
    kl: klWeight > 0 ? String.raw` + \kappa\,${D}` : '',
    entropy: entropyWeight > 0 ? String.raw` - \eta H` : '',
  });
  const A = factor(advantage);
  const ratio = (value: number) => (step.ratioKnown ? texNumber(value) : String.raw`${texNumber(value)}^{?}`);
  const numbers = joined({
    weight: texNumber(step.weight),
    surrogate: bounded(
      String.raw`\min(${ratio(surrogate.ratio)} \cdot ${A},\ ${ratio(surrogate.clippedRatio)} \cdot ${A})`,
      String.raw`${texNumber(dualClip)} \cdot ${A}`,
    ),
    kl: klWeight > 0 ? String.raw` + ${texNumber(klWeight)} \cdot ${divergence === null ? D : factor(divergence)}` : '',
    entropy:
      entropyWeight > 0
        ? String.raw` - ${texNumber(entropyWeight)} \cdot ${entropy === undefined ? 'H' : texNumber(entropy)}`
        : '',
  });
  const sum = terms.loss === null ? '' : ` = ${texNumber(terms.loss)}`;
  return [String.raw`\ell = ${letters}`, String.raw`\ell = ${numbers}${sum}`];
}
