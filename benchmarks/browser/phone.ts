/** A phone as Lighthouse's mobile preset throttles it, a new browser profile each time, and the plan of what to visit. */

import { writeFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';

export type Variant = {
  name: string;
  url: string;
  loads: number;
  storage: Record<string, string>;
};
type Plan = { rounds: number; variants: Variant[]; output: string };
export type Phone = { page: Page; devtools: CDPSession };

const SCREEN = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
const CPU = { rate: 4 };
const PATIENCE_MS = 60_000;

/** Visits every variant of the plan in turn (A B, B A, …), and writes down what `see` has seen of each. */
export async function followPlan<Seen>(
  browser: Browser,
  see: (phone: Phone, variant: Variant) => Promise<Seen[]>,
): Promise<void> {
  const plan: Plan = JSON.parse(process.env.PLAN ?? '');
  const seen: Seen[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const order = round % 2 === 0 ? plan.variants : plan.variants.toReversed();
    for (const variant of order) seen.push(...(await withPhone(browser, variant, see)));
  }
  writeFileSync(plan.output, JSON.stringify(seen));
}

/** Opens a variant's page, or reloads it, and waits until its script has taken over and nothing is under way. */
export async function load(page: Page, url: string): Promise<void> {
  const response = page.url() === url ? await page.reload() : await page.goto(url);
  if (!response?.ok()) throw new Error(`${url} was answered ${response?.status()}`);
  await page.waitForFunction(() => performance.getEntriesByName('live').length);
  await page.waitForLoadState('networkidle');
}

async function withPhone<Seen>(
  browser: Browser,
  variant: Variant,
  see: (phone: Phone, variant: Variant) => Promise<Seen[]>,
): Promise<Seen[]> {
  const context = await browser.newContext(SCREEN);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (Object.keys(variant.storage).length)
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, variant.storage);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', CPU);
  const seen = await see({ page, devtools }, variant);
  await context.close();
  return seen;
}
