/**
 * @file Defines the transport's actions for buttons and keys, and the keys as data. An impossible action does nothing,
 * so no button needs `disabled`, which would lose the focus. A key does nothing while the user types or chooses, or on
 * a control that uses the key. No key leaves a run, because users hit keys by accident.
 */
import type { Panel } from '../../../frame/view-names.ts';
import { text } from '../../../../text/text.ts';
import { clamp } from '../../../../common/clamp.ts';
import type { RunPlayer } from '../../../state/run-player.svelte.ts';

export interface Transport {
  canPlay: boolean;
  canStep: boolean;
  canReset: boolean;
  play(): void;
  stepStage(): void;
  stepEpoch(): void;
  reset(): void;
  /** Moves along the timeline by a number of epochs, at most to an end of the timeline. */
  move(epochs: number): void;
}

/** Returns the actions that a player allows now. @param hasRun true if there is a run that could restart */
export function transport(player: RunPlayer, hasRun: boolean): Transport {
  const playing = player.phase === 'running';
  const canPlay = playing ? !player.pausing : player.canRun;
  const canStep = !playing && player.canStep;
  const canReset = !playing && (player.kind === 'replay' || (hasRun && !player.isLoading));
  const when = (possible: boolean, act: () => unknown) => (): void => {
    if (possible) void act();
  };
  return {
    canPlay,
    canStep,
    canReset,
    play: when(canPlay, playing ? player.pause : player.run),
    stepStage: when(canStep, player.stepStage),
    stepEpoch: when(canStep, player.stepEpoch),
    reset: when(canReset, player.reset),
    // Move from the epoch last requested, because users press keys faster than epochs load.
    move: (epochs) => player.seek(clamp(player.asked + epochs, player.firstEpoch, player.lastEpoch)),
  };
}

/** Names a speed in stages per second. `story` is as fast as users read captions, and Infinity is full speed. */
export function speedOption(stages: number | 'story'): string {
  const { speeds } = text.controls;
  if (stages === 'story') return speeds.story;
  if (stages === Infinity) return speeds.full;
  return stages < 1 ? speeds.slow : speeds.stages({ stages });
}

export interface ShortcutTargets extends Transport {
  showPanel(panel: Panel): void;
  changeSpeed(steps: number): void;
  showHelp(): void;
}

/** Shortcuts, in the order of the `?` dialog. The keys are values of `KeyboardEvent.key`. */
export const shortcuts = [
  { name: 'play', keys: [' ', 'p'], act: ({ play }) => play() },
  { name: 'stepStage', keys: ['s'], act: ({ stepStage }) => stepStage() },
  { name: 'stepEpoch', keys: ['e'], act: ({ stepEpoch }) => stepEpoch() },
  { name: 'back', keys: ['ArrowLeft'], act: ({ move }) => move(-1) },
  { name: 'forward', keys: ['ArrowRight'], act: ({ move }) => move(1) },
  { name: 'first', keys: ['Home'], act: ({ move }) => move(-Infinity) },
  { name: 'last', keys: ['End'], act: ({ move }) => move(Infinity) },
  { name: 'slower', keys: ['-'], act: ({ changeSpeed }) => changeSpeed(-1) },
  { name: 'faster', keys: ['+', '='], act: ({ changeSpeed }) => changeSpeed(1) },
  { name: 'circuit', keys: ['l'], act: ({ showPanel }) => showPanel('circuit') },
  { name: 'tasks', keys: ['t'], act: ({ showPanel }) => showPanel('tasks') },
  { name: 'answers', keys: ['h'], act: ({ showPanel }) => showPanel('answers') },
  { name: 'updates', keys: ['u'], act: ({ showPanel }) => showPanel('updates') },
  { name: 'curves', keys: ['c'], act: ({ showPanel }) => showPanel('curves') },
  { name: 'settings', keys: [','], act: ({ showPanel }) => showPanel('settings') },
  { name: 'help', keys: ['?'], act: ({ showHelp }) => showHelp() },
] as const satisfies readonly { name: string; keys: readonly string[]; act(targets: ShortcutTargets): void }[];

export interface KeyPress {
  key: string;
  modified: boolean;
  /** Focused element: a text field or list, a control that uses arrow keys, a button, or another element. */
  on: 'field' | 'row' | 'button' | 'page';
}

const ofRows = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

export function shortcutOf({ key, modified, on }: KeyPress): (typeof shortcuts)[number] | undefined {
  if (modified || on === 'field' || (on !== 'page' && key === ' ') || (on === 'row' && ofRows.has(key)))
    return undefined;
  return shortcuts.find(({ keys }) => (keys as readonly string[]).includes(key));
}

/** Returns the kind of the focused element, which decides the keys that it uses. */
export function focusKind(target: EventTarget | null): KeyPress['on'] {
  if (!(target instanceof Element)) return 'page';
  if (target.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, select')) return 'field';
  if (target.closest('input[type=range], input[type=radio], [role=toolbar]')) return 'row';
  return target.closest('button, a, input, summary') ? 'button' : 'page';
}
