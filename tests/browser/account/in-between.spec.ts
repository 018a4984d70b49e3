/** What a proxy, a firewall or a public network answers in the place of the site is told in words. */

import { daysFromToday } from '../../live/dates';
import { EVENTS, expect, fill, openPanel, type Page, panelAs, test } from '../fixtures';
import { storeSession } from '../sessions';

const HTML = '<html><body><h1>Internal Server Error</h1></body></html>';

type Answer = { status: number; body?: string; contentType?: string };

const pageWith = (status: number): Answer => ({ status, body: HTML, contentType: 'text/html' });
const MAY_HAVE_WORKED = /answered in its place.*may or may not have worked: check before/;
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

test('a save says who refused it, and keeps what was typed (D13) @release', async ({
  page,
  site,
}) => {
  await storeSession(page, 'contact', site);
  await page.goto('/artist/mara-voss');
  await page.getByRole('button', { name: 'Add Event' }).click();
  const form = page.getByRole('form');
  await fill(form, { Date: daysFromToday(30), Venue: 'Saal am Wehr', Location: 'Basel' });
  for (const [what, answer, words] of ANSWERS) {
    await answerWith(page, EVENTS, answer);
    await form.getByRole('button', { name: 'Add Event' }).click();
    await expect(form.getByRole('alert'), what).toHaveText(words);
    await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

const AGAIN = /answered in its place \(\d+\)\. Nothing is lost: try again in a moment\./;

/** Whoever signs in, or asks for a link, changes nothing that a second time would not. */
const atTheDoor = (words: RegExp) => (words === MAY_HAVE_WORKED ? AGAIN : words);

test('a sign-in says who refused it, claims no change, and keeps what was typed (D13) @release', async ({
  page,
  site,
}) => {
  const { email, password } = site.cast.contact;
  await page.goto('/');
  const panel = await openPanel(page);
  await fill(panel, { Email: email, Password: password });
  for (const [what, answer, words] of ANSWERS) {
    if (answer.status === 201) continue;
    await answerWith(page, '/auth/v1/token', answer);
    await panel.getByRole('button', { name: 'Sign In' }).click();
    await expect(panel.getByRole('alert'), what).toHaveText(atTheDoor(words));
    await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue(password);
    await page.unrouteAll({ behavior: 'wait' });
  }
  await panel.getByRole('button', { name: 'Sign In' }).click();
  await expect(panel.getByText(email)).toBeVisible();
});

test('a forgotten password’s link can be asked for again after a proxy’s page (D13)', async ({
  page,
}) => {
  await page.goto('/');
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Forgot password?' }).click();
  await panel.getByLabel('Email', { exact: true }).fill('somebody@stage.test');
  await answerWith(page, '/auth/v1/recover', pageWith(503));
  await panel.getByRole('button', { name: 'Send link' }).click();
  await expect(panel.getByRole('alert')).toHaveText(AGAIN);
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue('somebody@stage.test');
});

test('a new password whose answer a proxy gave may have been saved, and says so (D13) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'contact', site);
  await panel.getByRole('button', { name: 'Account', exact: true }).click();
  await panel.getByRole('button', { name: 'Change password' }).click();
  const current = panel.getByLabel('Current password', { exact: true });
  await current.fill(site.cast.contact.password);
  await panel.getByLabel('New password', { exact: true }).fill('a new one that is long enough');
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(pageWith(502)) : route.fallback(),
  );
  await panel.getByRole('button', { name: 'Save password' }).click();
  await expect(panel.getByRole('alert')).toHaveText(MAY_HAVE_WORKED);
  await expect(current).toHaveValue(site.cast.contact.password);
});
