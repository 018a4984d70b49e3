/** The page that links in emails lead to: `/auth/confirm`. */

import { PASSWORD } from '../../live/cast';
import {
  auth,
  choosePassword,
  linkFor,
  NEW_PASSWORD,
  newAccount,
  newAddress,
  signInWith,
  signOut,
  test,
  tokenOf,
} from '../accounts';
import { dialog, expect, type LiveSite, openPanel, type Page } from '../fixtures';
import { holdAll } from '../holding';

const OLD = 'This link has expired or was already used.';

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('accepting an invitation and choosing a password signs in', async ({ page, site }) => {
  const email = newAddress();
  await auth(site, 'POST invite', { email });
  await page.goto((await site.mailedLink(email)).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invitation');
  await press(page, 'Accept the invitation');
  await choosePassword(page);
  await expect(page.getByRole('status')).toHaveText(
    `Welcome! Your password has been saved. You are signed in as ${email}.`,
  );
  expect(await tokenOf(site, email, NEW_PASSWORD)).toBeTruthy();
});

test('a new email is asked for in the panel, and confirmed from both mailboxes (S6)', async ({
  page,
  site,
}) => {
  const [old, fresh] = [await newAccount(site), newAddress()];
  await page.goto('/');
  await signInWith(page, old);
  await press(page, 'Account');
  await press(page, 'Change email address');
  const form = dialog(page).getByRole('form', { name: 'Change email address' });
  await form.getByLabel('New email address').fill(fresh);
  await form.getByLabel('Current password').fill('not this one');
  await form.getByRole('button', { name: 'Send links' }).click();
  await expect(form.getByText('This is not your current password.')).toBeVisible();
  await form.getByLabel('Current password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Send links' }).click();
  await expect(dialog(page).getByText(`and the one that was sent to ${fresh}`)).toBeVisible();
  await page.goto((await site.mailedLink(old)).href);
  await press(page, 'Confirm the change');
  await expect(page.getByRole('status')).toHaveText(
    'Confirmed. Now open the link that was sent to your other email address.',
  );
  await page.goto((await site.mailedLink(fresh)).href);
  await press(page, 'Confirm the change');
  await expect(page.getByRole('status')).toHaveText(
    `Your email address has been changed. You are signed in as ${fresh}.`,
  );
});

test('a sign-in link signs in', async ({ page, site }) => {
  const email = await newAccount(site);
  await page.goto(await linkFor(site, 'magiclink', email));
  await press(page, 'Sign in');
  await expect(page.getByRole('status')).toHaveText(`Welcome back. You are signed in as ${email}.`);
  await expect(page.getByRole('status')).toBeFocused();
  await expect((await openPanel(page)).getByText(email)).toBeVisible();
});

test('a link that an app asked for is used by a press, and leads to the service @release', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  const asked = encodeURIComponent('io.example.app://login');
  await page.goto(`${await linkFor(site, 'magiclink', email)}&redirect_to=${asked}`);
  const action = page.getByRole('link', { name: 'Sign in', exact: true });
  await expect(action).toHaveAttribute('href', new RegExp(`^/auth/v1/verify\\?.*=${asked}$`));
  await action.click();
  // This site lists no such app, so the session is not taken there.
  await expect(page).toHaveURL(/\/#access_token=/);
});

test('the token disappears from the URL and the history when it is used @release', async ({
  page,
  site,
}) => {
  const link = await linkFor(site, 'recovery', await newAccount(site));
  await page.goto('/');
  await page.goto(link);
  await press(page, 'Set a new password');
  await expect(page).toHaveURL('/auth/confirm?type=recovery');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(page).toHaveURL('/auth/confirm?type=recovery');
});

test('after a reload, the confirmation page still asks for the password', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await page.goto(await linkFor(site, 'recovery', email));
  await press(page, 'Set a new password');
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.reload();
  await choosePassword(page);
  await expect(page.getByRole('status')).toContainText(`You are signed in as ${email}.`);
  expect(await tokenOf(site, email, NEW_PASSWORD)).toBeTruthy();
});

test('no request reveals the link’s URL as its referrer @release', async ({ page, site }) => {
  const link = await linkFor(site, 'recovery', await newAccount(site));
  const referers: (string | undefined)[] = [];
  page.on('request', async (request) => referers.push((await request.allHeaders()).referer));
  await page.goto(link);
  await press(page, 'Set a new password');
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  expect(referers.length).toBeGreaterThan(3);
  expect(referers.filter((referer) => referer?.includes('confirm'))).toEqual([]);
});

test('a used link is explained and offers a new one @release', async ({ page, site }) => {
  const email = await newAccount(site);
  const link = await linkFor(site, 'recovery', email);
  await page.goto(link);
  await press(page, 'Set a new password');
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await page.goto(link);
  await press(page, 'Set a new password');
  await expect(page.getByRole('alert')).toContainText(OLD);
  await expect(page).toHaveURL('/auth/confirm');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await press(page, 'Send link');
  await expect(page.getByRole('status')).toContainText('we have sent it an email');
  await page.goto((await site.mailedLink(email)).href);
  await press(page, 'Set a new password');
  await choosePassword(page);
  await expect(page.getByRole('status')).toContainText(`You are signed in as ${email}.`);
});

test('an unknown link of every type is explained @release', async ({ page }) => {
  for (const type of ['invite', 'signup', 'email_change', 'magiclink']) {
    await test.step(type, async () => {
      await page.goto(`/auth/confirm?token_hash=never-was&type=${type}`);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert')).toHaveText(
        new RegExp(`${OLD} (Ask|Please request) .*new one`),
      );
      await expect(page.getByRole('link', { name: 'Go to the site' })).toBeFocused();
    });
  }
});

test('the page of a link says when the link is not complete @release', async ({ page }) => {
  for (const query of ['', '?type=recovery', '?token_hash=x', '?token_hash=x&type=nothing']) {
    await test.step(`ending in "${query}"`, async () => {
      await page.goto(`/auth/confirm${query}`);
      await expect(page.getByRole('alert')).toHaveText(/^This link \w/);
    });
  }
});

test('a link still works after the server could not be reached @release', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await page.goto(await linkFor(site, 'magiclink', email));
  await page.route('**/auth/v1/verify*', (route) => route.abort('connectionrefused'), { times: 1 });
  await press(page, 'Sign in');
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/);
  await press(page, 'Sign in');
  await expect(page.getByRole('status')).toContainText(`You are signed in as ${email}.`);
});

/** The same mail, followed by the protocol’s own link: back to the site with a code for the client that asked. */
async function returnWithCode(page: Page, site: LiveSite): Promise<string> {
  const email = await newAccount(site);
  await page.goto('/');
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Forgot password?' }).click();
  await panel.getByLabel('Email', { exact: true }).fill(email);
  await panel.getByRole('button', { name: 'Send link' }).click();
  const token = (await site.mailedLink(email)).searchParams.get('token_hash') ?? '';
  const query = { token, type: 'recovery', redirect_to: site.url };
  await page.goto(`/auth/v1/verify?${new URLSearchParams(query)}`);
  return email;
}

test('returning with a code opens the form for a new password once @release', async ({
  page,
  site,
}) => {
  const email = await returnWithCode(page, site);
  const panel = dialog(page);
  await expect(panel.getByText(email)).toBeVisible();
  await expect(panel.getByLabel('Current password')).toHaveCount(0);
  await choosePassword(page);
  await expect(
    panel.getByText('Your password has been changed, and other devices have been signed out.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
  await signOut(page);
  await signInWith(page, email, NEW_PASSWORD);
  await expect(panel.getByLabel('New password')).toHaveCount(0);
});

test('that form keeps the focus when it becomes known later what one may do', async ({
  page,
  site,
}) => {
  const release = await holdAll(page, (request) => !/music_contacts/.test(request.url()));
  await returnWithCode(page, site);
  const field = dialog(page).getByLabel('New password', { exact: true });
  await expect(field).toBeFocused();
  await release();
  await expect(dialog(page).getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(field).toBeFocused();
});

test('closing that form dismisses it for good @release', async ({ page, site }) => {
  const email = await returnWithCode(page, site);
  await expect(dialog(page).getByLabel('New password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByLabel('New password')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const panel = await openPanel(page);
  await expect(panel.getByText(email)).toBeVisible();
  await expect(panel.getByLabel('New password')).toHaveCount(0);
});
