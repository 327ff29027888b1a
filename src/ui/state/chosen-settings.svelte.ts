/** @file The settings a person has chosen: in force, from the next stage on, and for the next run. */
import type { SettingsChanged } from '../../genenv/log/events.ts';
import type { SettingName, Settings } from '../../genenv/settings/settings.ts';

export class ChosenSettings {
  /** In force from the next stage on. */
  inForce = $state.raw() as Settings;
  /** Chosen, but part of what a run is: the next Reset uses them. */
  private forNextRun = $state.raw<Partial<Settings>>({});
  /** Live changes whose first stage has not ended yet. */
  pending = $state.raw<Partial<Settings>>({});
  all: Settings = $derived({ ...this.inForce, ...this.forNextRun });

  constructor(settings: Settings) {
    this.inForce = settings;
  }

  /** A run is opened: its settings replace every choice. */
  begin(settings: Settings): void {
    this.inForce = settings;
    this.forNextRun = {};
    this.pending = {};
  }

  /** A stage has ended: what was pending has taken effect. */
  takeEffect(): void {
    this.pending = {};
  }

  /** @param send makes the live changes, and answers with their event; where it throws, the settings are as before */
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
    const before = this.inForce;
    this.inForce = { ...before, ...live };
    this.pending = { ...this.pending, ...live };
    try {
      this.pending = (await send(live))?.changes ?? {};
    } catch (error) {
      this.inForce = before;
      this.pending = {};
      throw error;
    }
  }
}
