/**
 * Visits pages as a phone in a tram does: a new browser profile each time, throttled as Lighthouse's mobile preset. What to
 * visit comes as JSON in `VISITS` (`Plan`), what was seen goes to the file named in it. Run by `benchmarks/pages/visits.py`.
 */

import { writeFileSync } from 'node:fs';
import { type Browser, test } from '@playwright/test';
import { type PageLog, readLog } from './page-log';

type Variant = { name: string; url: string; storage: Record<string, string> };
type Plan = { rounds: number; variants: Variant[]; output: string };
type Visit = PageLog & { name: string; transferred: number };

const PHONE = {
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

test('visits', async ({ browser }) => {
  const plan: Plan = JSON.parse(process.env.VISITS ?? '');
  const visits: Visit[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const order = round % 2 === 0 ? plan.variants : plan.variants.toReversed();
    for (const variant of order) visits.push(await visit(browser, variant));
  }
  writeFileSync(plan.output, JSON.stringify(visits));
});

async function visit(browser: Browser, { name, url, storage }: Variant): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (Object.keys(storage).length)
    await page.addInitScript((items) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
    }, storage);
  const devtools = await context.newCDPSession(page);
  let transferred = 0;
  devtools.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => (transferred += encodedDataLength),
  );
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', CPU);
  const answer = await page.goto(url, { waitUntil: 'load' });
  if (!answer?.ok()) throw new Error(`${url} was answered ${answer?.status()}`);
  await page.waitForFunction(() => performance.getEntriesByName('live').length);
  await page.waitForLoadState('networkidle');
  const log = await page.evaluate(readLog);
  await context.close();
  return { name, transferred, ...log };
}
