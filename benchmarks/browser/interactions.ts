/** Does what an admin does, and reads how long each interaction had to wait. Run by `benchmarks/pages/interactions.py`. */

import { type Locator, type Page, test } from '@playwright/test';
import { readLog } from './page-log';
import { followPlan, load, type Phone, type Variant } from './phone';

type Interactions = { name: string; interactions: Record<string, number[]>; script: number };
type Action = (page: Page) => Promise<void>;

const LETTERS = 'silver';
const BETWEEN_LETTERS_MS = 150;

const click =
  (find: (page: Page) => Locator): Action =>
  (page) =>
    find(page).first().click();

const ON_HOME: Record<string, Action> = {
  'open the search': click((page) => page.getByRole('button', { name: 'Search' })),
  'search letter': (page) =>
    page.getByRole('searchbox').pressSequentially(LETTERS, { delay: BETWEEN_LETTERS_MS }),
  'close the search': (page) => page.getByRole('searchbox').press('Escape'),
  'show more': click((page) => page.getByRole('button', { name: /^show more/i })),
  'open the panel': click((page) => page.getByRole('button', { name: 'Admin panel' })),
};
const ON_PROFILE: Record<string, Action> = {
  'edit the profile': click((page) => page.getByRole('button', { name: /^edit/i })),
  'letter in a form': (page) =>
    page
      .getByRole('textbox', { name: 'Bio' })
      .pressSequentially(LETTERS, { delay: BETWEEN_LETTERS_MS }),
  save: click((page) => page.getByRole('button', { name: /^save/i })),
};

test('interactions', ({ browser }) =>
  followPlan<Interactions>(browser, async ({ page }: Phone, { name, url }: Variant) => {
    await load(page, url);
    const interactions: Interactions['interactions'] = {};
    for (const [kind, act] of Object.entries(name === 'profile' ? ON_PROFILE : ON_HOME)) {
      await page.evaluate(watchInteractions);
      await act(page);
      await page.waitForLoadState('networkidle');
      interactions[kind] = await page.evaluate(readInteractions);
    }
    const { resources } = await page.evaluate(readLog);
    const scripts = resources.filter((resource) => /\.js(\?|$)/.test(resource.name));
    return [{ name, interactions, script: scripts.reduce((sum, { bytes }) => sum + bytes, 0) }];
  }));

type Watch = { observer: PerformanceObserver; entries: PerformanceEventTiming[] };
type Watched = typeof globalThis & { interactions?: Watch };
type PerformanceEventTiming = PerformanceEntry & { interactionId: number };

/** From now on, in the page: note each event that an interaction has caused. */
function watchInteractions(): void {
  const entries: PerformanceEventTiming[] = [];
  const observer = new PerformanceObserver((list) =>
    entries.push(...(list.getEntries() as PerformanceEventTiming[])),
  );
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  (globalThis as Watched).interactions = { observer, entries };
}

/** Milliseconds of each interaction since then to the frame that answers it; quicker ones than 16 ms are not noted. */
async function readInteractions(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300)));
  const { observer, entries } = (globalThis as Watched).interactions as Watch;
  entries.push(...(observer.takeRecords() as PerformanceEventTiming[]));
  observer.disconnect();
  const longest = new Map<number, number>();
  for (const { interactionId, duration } of entries)
    if (interactionId)
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
  return [...longest.values()];
}
