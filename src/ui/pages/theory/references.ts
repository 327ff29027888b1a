/** @file What the article cites: papers by their own titles, in no language of the page. */
import type { articleText } from '../../../text/later.ts';

interface Reference {
  /** What it is about, in the article's words. */
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
