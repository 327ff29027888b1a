/** @file Holds the settings that the user has chosen, for the open run and for the next one. */
import type { SettingsChanged } from '../../genenv/log/events.ts';
import type { SettingName, Settings } from '../../genenv/settings/settings.ts';
import type { SessionState } from '../../runs/open-run.ts';

export class ChosenSettings {
  /** The session's settings for its next stage. */
  private session = $state.raw() as Settings;
  /** Changes of an unfinished epoch that a reload lost, in order. The session repeats each at its place in the log. */
  private repeated = $state.raw<readonly Partial<Settings>[]>([]);
  /** Live changes since the last stage. */
  private unused = $state.raw<Partial<Settings>>({});
  /** Chosen settings that cannot change during a run. The next new run uses them. */
  private forNextRun = $state.raw<Partial<Settings>>({});
  /** Settings of the open run: the session's settings with the changes in `repeated`. */
  inForce: Settings = $derived(Object.assign({}, this.session, ...this.repeated));
  /** Live changes that no stage has used yet. */
  pending: Partial<Settings> = $derived(Object.assign({}, this.unused, ...this.repeated));
  all: Settings = $derived({ ...this.inForce, ...this.forNextRun });

  constructor(settings: Settings) {
    this.session = settings;
  }

  /** Replaces every choice with the settings of a run that is opened. */
  begin(settings: Settings): void {
    this.forNextRun = {};
    this.open({ settings, repeated: [] });
  }

  /** Takes over the settings of the session that was opened. */
  open({ settings, repeated }: Pick<SessionState, 'settings' | 'repeated'>): void {
    this.session = settings;
    this.repeated = repeated;
    this.unused = {};
  }

  /** Empties the changes that no stage has used. Call it when a stage has ended. */
  takeEffect(): void {
    this.unused = {};
  }

  /** Moves a change from `repeated` to the session's settings. Call it when the session has made the change again. */
  repeat({ changes }: SettingsChanged): void {
    this.session = { ...this.session, ...changes };
    this.unused = { ...this.unused, ...changes };
    this.repeated = this.repeated.slice(1);
  }

  /**
   * Changes settings. If `send` throws, undoes the live changes.
   * @param definesRun returns true if only a new run can use the setting
   * @param send makes the live changes and returns their event
   */
  async change(
    change: Partial<Settings>,
    definesRun: (name: SettingName) => boolean,
    send: (live: Partial<Settings>) => Promise<SettingsChanged | null>,
  ): Promise<void> {
    const entries = Object.entries(change) as [SettingName, unknown][];
    const fixed = Object.fromEntries(entries.filter(([name]) => definesRun(name)));
    const live: Partial<Settings> = Object.fromEntries(entries.filter(([name]) => !definesRun(name)));
    this.forNextRun = { ...this.forNextRun, ...fixed };
    if (Object.keys(live).length === 0) return;
    const { session, repeated } = this;
    this.session = { ...session, ...live };
    this.unused = { ...this.unused, ...live };
    // A newer change of a setting replaces the setting's changes in `repeated`.
    this.repeated = repeated.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => !(name in live))));
    try {
      this.unused = (await send(live))?.changes ?? {};
    } catch (error) {
      this.session = session;
      this.repeated = repeated;
      this.unused = {};
      throw error;
    }
  }
}
