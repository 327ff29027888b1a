/**
 * @file The page as a person uses it: buttons by their names, numbers by where they stand.
 */
import { expect, type Browser, type Page } from '@playwright/test';
import type { SettingName } from '../src/genenv/settings/settings.ts';
import { text } from '../src/text/text.ts';

export class PlaygroundPage {
  /** What the browser complained about. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
  }

  static async open(
    browser: Browser,
    prepare?: (page: Page) => Promise<unknown>,
    address = '/',
  ): Promise<PlaygroundPage> {
    const page = await browser.newPage();
    const playground = new PlaygroundPage(page);
    await prepare?.(page);
    await page.goto(address);
    return playground;
  }

  get status() {
    return this.page.getByTestId('status');
  }

  get run() {
    return this.button(text.controls.run);
  }

  get pause() {
    return this.button(text.controls.pause);
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until models are loaded and no stage is under way. */
  async ready() {
    await expect(this.run).toBeVisible();
    await expect(this.status).toContainText(/^(Ready|Paused|Finished)/);
  }

  async stepStage() {
    await this.button(text.controls.stepStage).click();
    await this.ready();
  }

  async stepEpoch() {
    await this.button(text.controls.stepEpoch).click();
    await this.ready();
  }

  async reset() {
    await this.button(text.controls.reset).click();
    await this.ready();
  }

  async choosePreset(preset: string) {
    await this.page.getByLabel(text.controls.preset, { exact: true }).selectOption(preset);
    await this.ready();
  }

  setting(name: SettingName) {
    return this.page.locator(`[data-setting=${name}]`);
  }

  async set(name: SettingName, value: string) {
    const group = this.page.locator('#settings details:not([open])').filter({ has: this.setting(name) });
    if (await group.count()) await group.locator('summary').click();
    const box = this.setting(name).getByRole('textbox');
    await box.fill(value);
    await box.press('Enter');
  }

  chart(id: string) {
    return this.page.locator(`[data-chart=${id}]`);
  }

  /** The numbers of a figure: one row per epoch, as shown in its table. */
  async values(id: string): Promise<string[]> {
    const figure = this.chart(id);
    await figure.scrollIntoViewIfNeeded();
    if (
      !(await figure
        .locator('details')
        .getAttribute('open')
        .then((open) => open !== null))
    )
      await figure.getByText(text.charts.values).click();
    const rows = figure.locator('tbody tr');
    await expect(rows).not.toHaveCount(0);
    return rows.allInnerTexts();
  }
}
