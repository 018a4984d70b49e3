/** Presses what an admin presses, and reads how long each press had to wait. Run by `benchmarks/pages/presses.py`. */

import { type Locator, type Page, test } from '@playwright/test';
import { readLog } from './page-log';
import { followPlan, load, type Phone, type Variant } from './phone';

type Presses = { name: string; presses: Record<string, number[]>; script: number };
type Action = (page: Page) => Promise<void>;

const LETTERS = 'silver';
const BETWEEN_LETTERS_MS = 150;

const press =
  (find: (page: Page) => Locator): Action =>
  (page) =>
    find(page).first().click();

const ON_HOME: Record<string, Action> = {
  'open the search': press((page) => page.getByRole('button', { name: 'Search' })),
  'search letter': (page) =>
    page.getByRole('searchbox').pressSequentially(LETTERS, { delay: BETWEEN_LETTERS_MS }),
  'close the search': (page) => page.getByRole('searchbox').press('Escape'),
  'show more': press((page) => page.getByRole('button', { name: /^show more/i })),
  'open the panel': press((page) => page.getByRole('button', { name: 'Admin panel' })),
};
const ON_PROFILE: Record<string, Action> = {
  'edit the profile': press((page) => page.getByRole('button', { name: /^edit/i })),
  'letter in a form': (page) =>
    page
      .getByRole('textbox', { name: 'Bio' })
      .pressSequentially(LETTERS, { delay: BETWEEN_LETTERS_MS }),
  save: press((page) => page.getByRole('button', { name: /^save/i })),
};

test('presses', ({ browser }) =>
  followPlan<Presses>(browser, async ({ page }: Phone, { name, url }: Variant) => {
    await load(page, url);
    const presses: Presses['presses'] = {};
    for (const [kind, act] of Object.entries(name === 'profile' ? ON_PROFILE : ON_HOME)) {
      await page.evaluate(watchPresses);
      await act(page);
      await page.waitForLoadState('networkidle');
      presses[kind] = await page.evaluate(readPresses);
    }
    const { resources } = await page.evaluate(readLog);
    const scripts = resources.filter((resource) => /\.js(\?|$)/.test(resource.name));
    return [{ name, presses, script: scripts.reduce((sum, { bytes }) => sum + bytes, 0) }];
  }));

type Watch = { observer: PerformanceObserver; entries: PerformanceEventTiming[] };
type Watched = typeof globalThis & { presses?: Watch };
type PerformanceEventTiming = PerformanceEntry & { interactionId: number };

/** From now on, in the page: note each event that somebody's press has caused. */
function watchPresses(): void {
  const entries: PerformanceEventTiming[] = [];
  const observer = new PerformanceObserver((list) =>
    entries.push(...(list.getEntries() as PerformanceEventTiming[])),
  );
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  (globalThis as Watched).presses = { observer, entries };
}

/** Milliseconds of each press since then to the frame that answers it; quicker ones than 16 ms are not noted. */
async function readPresses(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300)));
  const { observer, entries } = (globalThis as Watched).presses as Watch;
  entries.push(...(observer.takeRecords() as PerformanceEventTiming[]));
  observer.disconnect();
  const longest = new Map<number, number>();
  for (const { interactionId, duration } of entries)
    if (interactionId)
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  return [...longest.values()];
}
