/** Forgotten and changed passwords, with the mails that the server wrote. */

import { PASSWORD } from '../../live/cast';
import {
  auth,
  choosePassword,
  NEW_PASSWORD,
  newAccount,
  newAddress,
  signInWith,
  signOut,
  test,
  tokenOf,
  tryToSignIn,
} from '../accounts';
import { dialog, expect, type LiveSite, openPanel, type Page } from '../fixtures';

const SENT =
  'If an account uses this address, we have sent it an email. Its link works once, for 60 minutes.';

async function forget(page: Page, email: string) {
  const panel = await openPanel(page);
  await panel.getByLabel('Email', { exact: true }).fill(email);
  await panel.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(panel).toHaveAccessibleName('Forgot password');
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
  await panel.getByRole('button', { name: 'Send link' }).click();
  return panel;
}

async function signedInPanel(page: Page, site: LiveSite) {
  const email = await newAccount(site);
  await page.goto('/');
  await signInWith(page, email);
  const panel = dialog(page);
  await panel.getByRole('button', { name: 'Account' }).click();
  await panel.getByRole('button', { name: 'Change password' }).click();
  return { email, panel };
}

test('a forgotten password is reset with the mailed link', async ({ page, site }) => {
  test.slow();
  const email = await newAccount(site);
  await page.goto('/');
  const panel = await forget(page, email);
  await expect(panel.getByRole('status')).toHaveText(SENT);
  const link = await site.mailedLink(email);
  for (let looks = 0; looks < 2; looks++) await page.request.get(link.href); // as mail scanners do

  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New password');
  await expect(page).toHaveTitle('New password – Marquee');
  await page.getByRole('button', { name: 'Set a new password' }).click();
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'new-password');
  await expect(field).toHaveAccessibleDescription('At least 15 characters');
  await choosePassword(page);
  await expect(page.getByRole('status')).toContainText(`You are signed in as ${email}.`);

  await page.getByRole('link', { name: 'Go to the site' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await openPanel(page);
  await expect(panel.getByText(email)).toBeVisible();
  await signOut(page);
  await tryToSignIn(page, email, PASSWORD);
  await expect(panel.getByRole('alert')).toHaveText('Invalid login credentials');
  await signInWith(page, email, NEW_PASSWORD);
});

test('an unknown email gets the same message, and going back keeps what was typed @release', async ({
  page,
}) => {
  const email = newAddress();
  await page.goto('/');
  const panel = await forget(page, email);
  await expect(panel.getByRole('status')).toHaveText(SENT);
  await panel.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(panel).toHaveAccessibleName('Admin Login');
  await expect(panel.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
});

test('a second mail within a minute is refused with a message, and nothing claims that it was sent @release', async ({
  page,
}) => {
  await page.goto('/');
  const panel = await forget(page, newAddress());
  await expect(panel.getByRole('status')).toHaveText(SENT);
  await panel.getByRole('button', { name: 'Send link' }).click();
  await expect(panel.getByRole('alert')).toHaveText(/already on its way/);
  await expect(panel.getByRole('status')).toHaveText('');
});

test('an unreachable server is explained, and the email stays typed @release', async ({ page }) => {
  await page.goto('/');
  await page.route('**/auth/v1/recover*', (route) => route.abort('connectionrefused'));
  const email = newAddress();
  const panel = await forget(page, email);
  await expect(panel.getByRole('alert')).toHaveText(/could not be reached/);
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
});

test('no link is requested without an email @release', async ({ page }) => {
  await page.goto('/');
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'Forgot password?' }).click();
  const field = panel.getByLabel('Email', { exact: true });
  await expect(field).toBeFocused();
  await panel.getByRole('button', { name: 'Send link' }).click();
  await expect(field).toHaveAccessibleDescription('Enter your email address.');
});

test('changing the password in the panel signs other devices out @release', async ({
  page,
  site,
}) => {
  const { email, panel } = await signedInPanel(page, site);
  const elsewhere = await tokenOf(site, email);
  await expect(panel.getByLabel('Current password')).toBeFocused();
  await panel.getByLabel('Current password').fill(PASSWORD);
  await choosePassword(page);
  await expect(
    panel.getByText('Your password has been changed, and other devices have been signed out.'),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Change password' })).toBeFocused();
  await expect(panel.getByLabel('New password')).toHaveCount(0);
  await expect(auth(site, 'GET user', null, elsewhere)).rejects.toThrow('session_not_found');
  await signOut(page);
  await signInWith(page, email, NEW_PASSWORD);
});

for (const [what, current, password, field, explained] of [
  [
    'a wrong current password',
    'not my password at all',
    NEW_PASSWORD,
    'Current',
    /not your current/,
  ],
  ['no current password', '', NEW_PASSWORD, 'Current', /Enter your current/],
  ['the password of now', PASSWORD, PASSWORD, 'New', /your current password\. Choose/],
  ['a short one', PASSWORD, 'short', 'New', /at least 15 characters\. This one has 5/],
] as const) {
  test(`${what} is explained at its field, and what was typed stays @release`, async ({
    page,
    site,
  }) => {
    const { panel } = await signedInPanel(page, site);
    await panel.getByLabel('Current password').fill(current);
    await choosePassword(page, password);
    const wrong = panel.getByLabel(`${field} password`, { exact: true });
    await expect(wrong).toHaveAccessibleDescription(explained);
    await expect(wrong).toBeFocused();
    await expect(panel.getByLabel('Current password')).toHaveValue(current);
    await expect(panel.getByLabel('New password', { exact: true })).toHaveValue(password);
  });
}

test('a session that has ended asks for a sign-in and keeps what was typed', async ({
  page,
  site,
}) => {
  const { email, panel } = await signedInPanel(page, site);
  await auth(site, 'POST logout?scope=global', {}, await tokenOf(site, email)).catch(() => null);
  await panel.getByLabel('Current password').fill(PASSWORD);
  await choosePassword(page);
  await signInWith(page, email);
  await expect(panel.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD);
  await choosePassword(page);
  await expect(panel.getByText('Your password has been changed')).toBeVisible();
});

test('passwords can be shown, and Cancel clears them @release', async ({ page, site }) => {
  const { panel } = await signedInPanel(page, site);
  const field = panel.getByLabel('New password', { exact: true });
  await field.fill(NEW_PASSWORD);
  await expect(field).toHaveAttribute('type', 'password');
  await panel.getByLabel('Show passwords').check();
  await expect(field).toHaveAttribute('type', 'text');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveCount(0);
  const change = panel.getByRole('button', { name: 'Change password' });
  await expect(change).toBeFocused();
  await change.click();
  await expect(field).toHaveValue('');
  await expect(field).toHaveAttribute('type', 'password');
});
