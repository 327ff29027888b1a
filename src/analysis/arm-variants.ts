/**
 * @file The arms of a comparison by name. Most are an arm of the method; the paper's two offline arms are one arm with
 * two amounts of data. `Base`, the starting model, needs no run: it is the first evaluation of every run.
 */
import { arms } from '../genenv/sources/arms.ts';
import type { ArmName, Settings } from '../genenv/settings/settings.ts';

/** Arms of a comparison that are an arm of the method with other settings. */
export type VariantName = 'offline-2x' | 'offline-4x';
export type ComparedArm = ArmName | VariantName;

export interface ArmVariant {
  /** The arm's changes to the settings that all arms share. */
  settings(shared: Readonly<Settings>): Partial<Settings>;
}

/** Offline data relative to the base data: the paper's 957 and 1,777 samples are 1.8 and 3.3 times its 544. */
const offline = (factor: number): ArmVariant => ({
  settings: ({ basePool }) => ({ arm: 'offline', offlinePool: factor * basePool }),
});

const variants: Readonly<Record<VariantName, ArmVariant>> = { 'offline-2x': offline(2), 'offline-4x': offline(4) };

export const armVariants: ReadonlyMap<string, ArmVariant> = new Map([
  ...(Object.keys(arms) as ArmName[]).map((arm): [string, ArmVariant] => [arm, { settings: () => ({ arm }) }]),
  ...Object.entries(variants),
]);
