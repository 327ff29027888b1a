/** @file Words of the figures page. */
import { missingAblations } from './figure-words.ts';

export const figures = {
  title: '用你的运行画出论文的图',
  about:
    '论文的每张图的玩具版，用一次批量实验的运行或本页面的运行画成。每个文件都含有它所用的设置和随机种子：SVG 在元数据里，PNG 在描述里，CSV 在数据行之前。',
  source: '运行',
  sweeps: '批量实验',
  single: '本页面的单次运行',
  sweepOption: (name: string, finished: string) => `${name}（${finished} 次运行）`,
  choose: '本页面的运行',
  chosen: (name: string, epochs: string) => `${name} · ${epochs} 轮`,
  axis: '学习曲线的横轴',
  none: '还没有完成的运行。请做一次批量实验，或在“运行”页跑几轮。',
  noneChosen: '请至少选一次运行。',
  drawing: '正在画图。',
  files: (title: string) => `“${title}”的文件`,
  noPng: (cause: string) => `PNG 没有做成（${cause}）。请用 SVG：任何绘图软件都能打开。`,
  missingAblations,
  refresh: '重新读取运行',
} as const;
