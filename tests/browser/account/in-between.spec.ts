/** What a proxy, a firewall or a public network answers in the place of the site is told in words. */

import { daysFromToday } from '../../live/dates';
import { storeSession } from '../accounts';
import { EVENTS, expect, openPanel, type Page, test } from '../fixtures';

const HTML = '<html><body><h1>Internal Server Error</h1></body></html>';

type Answer = { status: number; body?: string; contentType?: string };

const pageWith = (status: number): Answer => ({ status, body: HTML, contentType: 'text/html' });
const MAY_HAVE_WORKED = /answered in its place.*may or may not have worked\. Check before/;
const ANSWERS: readonly [string, Answer, RegExp][] = [
  ['a page of a public network', pageWith(200), MAY_HAVE_WORKED],
  ['an empty 201', { status: 201, body: '' }, MAY_HAVE_WORKED],
  ['a firewall’s 403', pageWith(403), /refused this \(403\).*Try another network/],
  ['a proxy’s 413', pageWith(413), /larger than.*\(413\)\. Make it smaller/],
  ['a proxy’s 429', pageWith(429), /no more requests for now \(429\)\. Wait a minute/],
  ['a proxy’s 500', pageWith(500), MAY_HAVE_WORKED],
  ['a proxy’s 502', pageWith(502), MAY_HAVE_WORKED],
  ['a network’s 511', pageWith(511), /sign in to it first \(511\)/],
];

const answerWith = (page: Page, path: string, answer: Answer) =>
  page.route(
    (url) => url.pathname === path,
    (route) => (route.request().method() === 'POST' ? route.fulfill(answer) : route.fallback()),
  );

test('a save says who refused it, and keeps what was typed (D13)', async ({ page, site }) => {
  await storeSession(page, 'contact', site);
  await page.goto('/artist/mara-voss');
  await page.getByRole('button', { name: 'Add Event' }).click();
  const form = page.getByRole('form');
  await form.getByLabel('Date', { exact: true }).fill(daysFromToday(30));
  await form.getByLabel('Venue', { exact: true }).fill('Saal am Wehr');
  await form.getByLabel('Location', { exact: true }).fill('Basel');
  for (const [what, answer, words] of ANSWERS) {
    await answerWith(page, EVENTS, answer);
    await form.getByRole('button', { name: 'Add Event' }).click();
    await expect(form.getByRole('alert'), what).toHaveText(words);
    await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('a sign-in says who refused it (D13)', async ({ page, site }) => {
  await page.goto('/');
  const panel = await openPanel(page);
  await panel.getByLabel('Email', { exact: true }).fill(site.cast.contact.email);
  await panel.getByLabel('Password', { exact: true }).fill(site.cast.contact.password);
  for (const [what, answer, words] of ANSWERS) {
    if (answer.status === 201) continue;
    await answerWith(page, '/auth/v1/token', answer);
    await panel.getByRole('button', { name: 'Sign In' }).click();
    await expect(panel.getByRole('alert'), what).toHaveText(words);
    await page.unrouteAll({ behavior: 'wait' });
  }
});
