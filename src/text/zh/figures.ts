/** @file Words of the figures page. */
import { missingAblations } from './figure-words.ts';

export const figures = {
  title: '用你的运行画出论文的图',
  about:
    '论文各图的简化版，用一次批量实验、本页面的运行或录制的结果画成。SVG 和 CSV 含有所用的设置和随机种子：SVG 在元数据里，CSV 在数据行之前。PNG 只是一张图片。',
  source: '运行',
  sweeps: '批量实验',
  single: '本页面的单次运行',
  ownFamilies: '表 1：以上所有批量实验，按任务族',
  recorded: '录制的结果（docs/results.md）',
  families: '表 1：各任务族',
  sweepOption: (name: string, finished: string) => `${name}（${finished} 次运行）`,
  choose: '本页面的运行',
  chosen: (name: string, epochs: string) => `${name} · ${epochs} 轮`,
  axis: '学习曲线的横轴',
  noFamilies: '这些运行都不进入表 1：它取只有一个任务族的预设的运行，且设置未改动。',
  noneChosen: '请至少选一次运行。',
  drawing: '正在画图。',
  files: (title: string) => `“${title}”的文件`,
  noPng: (cause: string) => `PNG 没有做成（${cause}）。请用 SVG：任何绘图软件都能打开。`,
  missingAblations,
  refresh: '重新读取运行',
} as const;
