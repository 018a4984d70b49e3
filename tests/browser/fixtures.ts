/** What every browser test begins with: a live site with the cast's content, and nothing from other machines. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { SignedIn } from '../live/cast';
import { DEMO_PICTURES } from '../live/repository';
import { type LiveSite, startSite } from '../live/site';
import { storeSession } from './sessions';
import { translate } from './translation';

export { expect, type Locator, type Page } from '@playwright/test';
export type { LiveSite } from '../live/site';

/** An address of another site that answers with a picture. */
export const PICTURE = 'https://pictures.example/halve.webp';

export const ARTISTS = '/rest/v1/music_artists';
export const EVENTS = '/rest/v1/music_events';
export const SAVE_ARTIST = '/rest/v1/rpc/save_artist';
export const SAVE_EVENT = '/rest/v1/rpc/save_event';
export const CONTACTS = '/rest/v1/music_contacts';

type TestFixtures = {
  site: LiveSite;
  /** The browser translates the page: for all tests with `TRANSLATED=1`. */
  isTranslated: boolean;
  noFaults: undefined;
};
type WorkerFixtures = { workerSite: LiveSite };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  workerSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  site: async ({ workerSite }, use) => {
    await workerSite.reset();
    await use(workerSite);
  },
  baseURL: ({ site }, use) => use(site.url),
  context: async ({ context, site }, use) => {
    const body = readFileSync(join(DEMO_PICTURES, 'halve.webp'));
    await context.route(
      (url) => url.origin !== site.url,
      (route) =>
        new URL(route.request().url()).origin === new URL(PICTURE).origin
          ? route.fulfill({ body, contentType: 'image/webp' })
          : route.abort(),
    );
    await use(context);
  },
  isTranslated: [Boolean(process.env.TRANSLATED), { option: true }],
  page: async ({ page, isTranslated }, use) => {
    if (isTranslated) await translate(page);
    await use(page);
  },
  noFaults: [
    async ({ page, isTranslated }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => {
        if (!(isTranslated && RENDERED_ANEW.test(error.message))) faults.push(String(error));
      });
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|Warning: /.test(message.text()))
          faults.push(message.text());
      });
      await use(undefined);
      expect(faults, 'uncaught errors, policy violations and warnings of the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** What React says of a part that was translated before it was taken over. */
const RENDERED_ANEW = /React error #418/;

export const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the admin modal. */
export async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Admin panel' }).click();
  const panel = dialog(page);
  await expect(panel).toBeVisible();
  return panel;
}

/** Signs in through the form, and leaves the modal open. */
export async function signInAs(page: Page, who: SignedIn, site: LiveSite) {
  const panel = await openPanel(page);
  const { email, password } = site.cast[who];
  await sendSignIn(panel, email, password);
  await expect(panel.getByText(email)).toBeVisible();
  return panel;
}

export async function sendSignIn(panel: Locator, email: string, password: string): Promise<void> {
  await fill(panel, { Email: email, Password: password });
  await panel.getByRole('button', { name: 'Sign In' }).click();
}

/** What the page asks before it knows what somebody may do. */
const RIGHTS = ['/auth/v1/user', CONTACTS, '/rest/v1/music_owners'];

/** Opens a page in a session that is kept from before, and waits until the page knows its rights. */
export async function signedInAt(
  page: Page,
  path: string,
  who: SignedIn,
  site: LiveSite,
): Promise<void> {
  const stored = await storeSession(page, who, site);
  const answers = RIGHTS.map((asked) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === asked),
  );
  await Promise.all([page.goto(path), ...answers]);
  // Whoever signs out stays so, however often the page is loaded again.
  await stored.dispose();
}

/** Opens a page in a session that is kept from before, and the panel. */
export async function panelAs(page: Page, who: SignedIn, site: LiveSite, path = '/') {
  await signedInAt(page, path, who, site);
  const panel = await openPanel(page);
  await expect(panel.getByText(site.cast[who].email)).toBeVisible();
  return panel;
}

/** Where fields are looked for by their labels. */
type Form = Pick<Locator, 'getByLabel'>;

/** Types into the fields with these labels. */
export async function fill(where: Form, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) {
    await where.getByLabel(label, { exact: true }).fill(text);
  }
}

/** Expects the fields with these labels to hold this. */
export async function expectFields(
  where: Form,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(expected)) {
    await expect(where.getByLabel(label, { exact: true })).toHaveValue(text);
  }
}

/** Unfolds the form for a new artist. */
export async function openAddArtist(panel: Locator): Promise<Locator> {
  const section = panel.getByRole('region', { name: 'Add Artist' });
  await section.getByRole('button', { name: 'Add Artist' }).click();
  return section;
}

/** The whole record is loaded before its form takes the place of the lists, which have fields of the same names. */
export async function openEdit(
  panel: Locator,
  button: { name: string | RegExp; exact?: boolean },
): Promise<void> {
  await panel.getByRole('button', button).click();
  await expect(panel.getByRole('button', { name: 'Save Changes' })).toBeVisible();
}

export async function closePanel(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** The page behind the modal; the modal hides it from assistive technology. */
export const pageBehind = (page: Page) => page.locator('main');

/** Waits until React has taken the page over: before, a link leads to a whole new document. */
export const isAlive = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(document.getElementById('root') ?? {}).length))
    .toBeGreaterThan(0);

/** Keeps count of the documents that were loaded: after a change none is. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

/** What a server that fails answers to every request that matches. */
export async function failWith(
  page: Page,
  kind: '500' | 'unreachable',
  matches: (request: Asked) => boolean,
) {
  await page.route(
    (url) => /^\/(rest|auth)\/v1\//.test(url.pathname),
    (route) => {
      const request = route.request();
      const { pathname, searchParams } = new URL(request.url());
      if (!matches({ method: request.method(), pathname, query: searchParams }))
        return route.fallback();
      if (kind === 'unreachable') return route.abort('connectionrefused');
      return route.fulfill({
        status: 500,
        json: {
          code: 'XX000',
          message: 'Something went wrong on the server.',
          details: null,
          hint: null,
        },
      });
    },
  );
}

/** What the service answers to adding a row that a check of this column refuses. */
export async function refuseAdding(page: Page, table: string, column: string): Promise<void> {
  const hint = 'It must be an https:// address.';
  const message = `new row for relation "${table}" violates check constraint "${table}_${column}_check"`;
  await page.route(
    (url) => url.pathname === `/rest/v1/${table}`,
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 400,
            json: { code: '23514', message, details: null, hint },
          })
        : route.fallback(),
  );
}

export type Asked = { method: string; pathname: string; query: URLSearchParams };
