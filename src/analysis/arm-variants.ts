/**
 * @file The arms of a comparison by name. Most are an arm of the method; the paper's two offline arms are one arm with
 * two amounts of data. `Base`, the starting model, needs no run: it is the first evaluation of every run.
 */
import { arms } from '../genenv/sources/arms.ts';
import type { ArmName, Settings } from '../genenv/settings/settings.ts';

export interface ArmVariant {
  /** As the paper writes it, where it has it. */
  title: string;
  /** What it sets beyond the settings all arms share. */
  settings(shared: Readonly<Settings>): Partial<Settings>;
}

const titles: Record<ArmName, string> = {
  genenv: 'GenEnv',
  random: 'GenEnv-Random',
  static: 'GenEnv-Static',
  offline: 'Offline',
  'base-data': 'GRPO on base data',
  'r-zero': 'R-Zero’s reward',
  'absolute-zero': 'Absolute Zero’s reward',
  'level-rule': 'Level-up rule',
  'level-replay': 'Prioritised level replay',
};

/** Offline data relative to the base data: the paper's 957 and 1,777 samples are 1.8 and 3.3 times its 544. */
const offline = (factor: number): ArmVariant => ({
  title: `Offline ×${factor}`,
  settings: ({ basePool }) => ({ arm: 'offline', offlinePool: factor * basePool }),
});

export const armVariants: ReadonlyMap<string, ArmVariant> = new Map([
  ...(Object.keys(arms) as ArmName[]).map((arm): [string, ArmVariant] => [
    arm,
    { title: titles[arm], settings: () => ({ arm }) },
  ]),
  ['offline-2x', offline(2)],
  ['offline-4x', offline(4)],
]);

/** The name for a person; names this program does not know (of an imported run, say) stand for themselves. */
export const armTitle = (name: string): string => armVariants.get(name)?.title ?? name;
