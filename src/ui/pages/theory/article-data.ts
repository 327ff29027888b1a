/** @file Declares the article's formulas and references. Only the words in formulas depend on the language. */
import { articleText, theoryText } from '../../../text/later.ts';

const { passes } = articleText.filter;
const { mixed } = theoryText.proposition;

export const FORMULAS = {
  grpo: String.raw`L = -\frac{1}{G}\sum_i \frac{1}{|y_i|} \sum_t \min\bigl(\rho_{it} A_i,\ \mathrm{clip}(\rho_{it}, 1 - \varepsilon, 1 + \varepsilon)\,A_i\bigr),\qquad A_i = \frac{r_i - \mu}{\sigma}`,
  filter: String.raw`R_{\mathrm{env}}(\hat p) = e^{-\beta(\hat p - \alpha)^2},\qquad \text{${passes}: } |\hat p - \alpha| \le k_{\mathrm{min}}`,
  regression: String.raw`w = e^{\lambda R_{\mathrm{env}}},\qquad L = -\frac{1}{T}\sum_i w_i \sum_t \log \pi(y_{it}) + \kappa\,\mathrm{KL}(\pi\,\Vert\,\pi_0)`,
  proposition: String.raw`C_{\mathrm{min}}\,p(1-p)\;\le\;\mathbb{E}\,\lVert g\rVert^2\;\le\;C_{\mathrm{max}}\,p(1-p)`,
  mixed: String.raw`P(\text{${mixed}}) = 1 - p^{G} - (1-p)^{G}`,
  theorem: String.raw`\Pr\bigl(R_{\mathrm{env}}(\hat p_1) \le R_{\mathrm{env}}(\hat p_2)\bigr)\;\le\;4\exp\!\Bigl(-\tfrac{2}{9}(\Delta_2-\Delta_1)^2 n\Bigr),\qquad R_{\mathrm{env}}(\hat p)=e^{-\beta(\hat p-\alpha)^2}`,
};

interface Reference {
  /** Key of the sentence that says what the paper is about. */
  about: keyof typeof articleText.cite.papers;
  title: string;
  url: string;
}

const arxiv = (number: string) => `https://arxiv.org/abs/${number}`;

export const REFERENCES: readonly Reference[] = [
  {
    about: 'genenv',
    title: 'GenEnv: Difficulty-Aligned Co-Evolution Between LLM Agents and Environment Simulators, 2025',
    url: arxiv('2512.19682'),
  },
  { about: 'grpo', title: 'Shao et al., DeepSeekMath, 2024', url: arxiv('2402.03300') },
  {
    about: 'rwr',
    title:
      'Peters and Schaal, Reinforcement Learning by Reward-Weighted Regression for Operational Space Control, 2007',
    url: 'https://doi.org/10.1145/1273496.1273590',
  },
  { about: 'drgrpo', title: 'Liu et al., Understanding R1-Zero-Like Training, 2025', url: arxiv('2503.20783') },
  { about: 'dapo', title: 'Yu et al., DAPO, 2025', url: arxiv('2503.14476') },
  { about: 'rzero', title: 'Huang et al., R-Zero, 2025', url: arxiv('2508.05004') },
  { about: 'azr', title: 'Zhao et al., Absolute Zero, 2025', url: arxiv('2505.03335') },
  { about: 'kl', title: 'Schulman, Approximating KL Divergence, 2020', url: 'http://joschu.net/blog/kl-approx.html' },
  { about: 'ganlab', title: 'Kahng et al., GAN Lab, 2018', url: arxiv('1809.01587') },
];

export const BIBTEX = `@article{genenv2025,
  title  = {GenEnv: Difficulty-Aligned Co-Evolution Between LLM Agents and Environment Simulators},
  year   = {2025},
  eprint = {2512.19682},
  archivePrefix = {arXiv}
}`;
