/** @file Starts Firefox, which is controlled through WebDriver BiDi. Playwright would need a Firefox of its own. */
import puppeteer from 'puppeteer-core';

/** @param {Record<string, string | undefined>} env what `findFirefox` found, and variables for the process of Firefox */
export const launchFirefox = (env, preferences = {}) =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: env.FIREFOX_PATH,
    env,
    defaultViewport: { width: 1400, height: 1000 },
    timeout: 120_000,
    extraPrefsFirefox: {
      'dom.webgpu.enabled': true,
      // Firefox uses no software adapter otherwise.
      'gfx.webgpu.ignore-blocklist': true,
      ...preferences,
    },
  });
