/** Accounts of a test's own: the cast's passwords and addresses stay what they are. */

import { randomUUID } from 'node:crypto';
import { PASSWORD, type SignedIn } from '../live/cast';
import { startSite } from '../live/site';
import {
  test as base,
  dialog,
  expect,
  type LiveSite,
  openPanel,
  type Page,
  sendSignIn,
} from './fixtures';
import { newSession } from './sessions';

let people = 0;

/** Settings of the site in the environment, for the tests of one file. */
type Settings = Record<string, string>;

/** Each test is somebody at an address of their own: what one may do in five minutes is not for all of them together. */
export const test = base.extend<object, { workerSite: LiveSite; settings: Settings }>({
  settings: [{}, { option: true, scope: 'worker' }],
  workerSite: [
    async ({ settings }, use) => {
      const site = await startSite({ env: { MARQUEE_TRUSTED_PROXIES: '127.0.0.1', ...settings } });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it
  extraHTTPHeaders: async ({}, use) => {
    people += 1;
    await use({ 'X-Forwarded-For': `10.0.0.${people}` });
  },
});

export const NEW_PASSWORD = 'another long and lovely one';

/** An address that nobody has, and no mail was asked for. */
export const newAddress = () => `${randomUUID()}@stage.test`;

/** The address of a new account with the cast's password and no rights. */
export async function newAccount(site: LiveSite): Promise<string> {
  const email = newAddress();
  await auth(site, 'POST admin/users', { email, password: PASSWORD, email_confirm: true });
  return email;
}

/** A call to the session service, with the secret key unless a session's token is given. */
export async function auth<T>(
  site: LiveSite,
  call: string,
  body: unknown,
  token: string = site.secret,
): Promise<T> {
  const [method = 'POST', path] = call.split(' ');
  const answer = await fetch(`${site.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: token === site.secret ? site.secret : site.key,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The access token of a new session, as of another device. */
export async function tokenOf(site: LiveSite, email: string, password = PASSWORD): Promise<string> {
  return (await newSession(site, email, password)).access_token;
}

/** One of the cast changes rows, as on another device. */
export async function changeAs(
  site: LiveSite,
  who: SignedIn,
  rows: string,
  changes: object,
): Promise<void> {
  const token = await tokenOf(site, site.cast[who].email, site.cast[who].password);
  await fetch(`${site.url}/rest/v1/${rows}`, {
    method: 'PATCH',
    headers: {
      apikey: site.key,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(changes),
  });
}

/** The page of a link that was mailed for this purpose, as a mail would name it. */
export async function linkFor(site: LiveSite, type: string, email: string): Promise<string> {
  const { hashed_token } = await auth<{ hashed_token: string }>(site, 'POST admin/generate_link', {
    type,
    email,
  });
  return `/auth/confirm?${new URLSearchParams({ token_hash: hashed_token, type })}`;
}

export async function tryToSignIn(page: Page, email: string, password: string): Promise<void> {
  const panel = (await dialog(page).isVisible()) ? dialog(page) : await openPanel(page);
  await sendSignIn(panel, email, password);
}

export async function signInWith(page: Page, email: string, password = PASSWORD): Promise<void> {
  await tryToSignIn(page, email, password);
  await expect(dialog(page).getByText(email)).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Sign Out' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

export async function choosePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}
