/**
 * @file The keys of the run page, as data: what each does, in the order in which `?` lists them. A key does nothing while
 * something is typed or chosen, nor on a control that has that key for itself. None leaves a run: a key is easily hit.
 */
import type { Panel } from '../../../state/panels.ts';
import type { Transport } from './transport-actions.ts';

export interface ShortcutTargets extends Transport {
  showPanel(panel: Panel): void;
  changeSpeed(steps: number): void;
  showHelp(): void;
}

interface Shortcut {
  /** As the event names them. */
  keys: readonly string[];
  name: ShortcutName;
  act(targets: ShortcutTargets): void;
}

export const SHORTCUT_NAMES = [
  'play',
  'stepStage',
  'stepEpoch',
  'back',
  'forward',
  'first',
  'last',
  'slower',
  'faster',
  'circuit',
  'tasks',
  'answers',
  'updates',
  'curves',
  'settings',
  'help',
] as const;
type ShortcutName = (typeof SHORTCUT_NAMES)[number];

export const shortcuts: readonly Shortcut[] = [
  { name: 'play', keys: [' ', 'p'], act: ({ play }) => play() },
  { name: 'stepStage', keys: ['s'], act: ({ stepStage }) => stepStage() },
  { name: 'stepEpoch', keys: ['e'], act: ({ stepEpoch }) => stepEpoch() },
  { name: 'back', keys: ['ArrowLeft'], act: ({ move }) => move(-1) },
  { name: 'forward', keys: ['ArrowRight'], act: ({ move }) => move(1) },
  { name: 'first', keys: ['Home'], act: ({ toEnd }) => toEnd('first') },
  { name: 'last', keys: ['End'], act: ({ toEnd }) => toEnd('last') },
  { name: 'slower', keys: ['-'], act: ({ changeSpeed }) => changeSpeed(-1) },
  { name: 'faster', keys: ['+', '='], act: ({ changeSpeed }) => changeSpeed(1) },
  { name: 'circuit', keys: ['l'], act: ({ showPanel }) => showPanel('circuit') },
  { name: 'tasks', keys: ['t'], act: ({ showPanel }) => showPanel('tasks') },
  { name: 'answers', keys: ['h'], act: ({ showPanel }) => showPanel('answers') },
  { name: 'updates', keys: ['u'], act: ({ showPanel }) => showPanel('updates') },
  { name: 'curves', keys: ['c'], act: ({ showPanel }) => showPanel('curves') },
  { name: 'settings', keys: [','], act: ({ showPanel }) => showPanel('settings') },
  { name: 'help', keys: ['?'], act: ({ showHelp }) => showHelp() },
];

/** The part of an event and of its target that decides. */
export interface KeyPress {
  key: string;
  modified: boolean;
  /** The element that has the focus: typed or chosen in, moved along by arrows, pressed, or none of these. */
  on: 'field' | 'row' | 'button' | 'page';
}

const ofRows = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

export function shortcutOf({ key, modified, on }: KeyPress): Shortcut | undefined {
  if (modified || on === 'field' || (on !== 'page' && key === ' ') || (on === 'row' && ofRows.has(key)))
    return undefined;
  return shortcuts.find(({ keys }) => keys.includes(key));
}

/** @param target what has the focus */
export function focusKind(target: EventTarget | null): KeyPress['on'] {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'))
    return 'field';
  if (target.closest('input[type=range], input[type=radio], [role=tab], [role=toolbar], [role=table], [role=slider]'))
    return 'row';
  return target.closest('button, a, input, summary') ? 'button' : 'page';
}
