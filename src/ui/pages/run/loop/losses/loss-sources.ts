/** @file Names of the losses as their authors write them, and where each is published. */
import type { GroupLossName } from '../../../../../analysis/group-losses.ts';

interface Source {
  name: string;
  citation: string;
  url: string;
}

const arxiv = (name: string, authors: string, number: string): Source => ({
  name,
  citation: `${authors}, arXiv ${number}`,
  url: `https://arxiv.org/abs/${number}`,
});

export const lossSources: Readonly<Record<Exclude<GroupLossName, 'run'>, Source>> = {
  reinforce: { name: 'REINFORCE', citation: 'Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  ppo: arxiv('PPO clip', 'Schulman et al. 2017', '1707.06347'),
  grpo: arxiv('GRPO', 'Shao et al. 2024', '2402.03300'),
  dr_grpo: arxiv('Dr. GRPO', 'Liu et al. 2025', '2503.20783'),
  dapo: arxiv('DAPO', 'Yu et al. 2025', '2503.14476'),
  cispo: arxiv('CISPO', 'MiniMax 2025', '2506.13585'),
  gspo: arxiv('GSPO', 'Zheng et al. 2025', '2507.18071'),
};
