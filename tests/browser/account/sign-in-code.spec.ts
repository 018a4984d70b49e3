/** Signing in to an account with a second factor: nobody is signed in before its code is right. */

import type { SignedIn } from '../../live/cast';
import {
  choosePassword,
  linkFor,
  NEW_PASSWORD,
  newAccount,
  signOut,
  test,
  tokenOf,
} from '../accounts';
import { closePanel, dialog, expect, type LiveSite, openPanel, type Page } from '../fixtures';
import { endSessions } from '../sessions';
import { addFactor, codeField, signInWithCode, upToCode } from './second-factor';

const signOutButton = (page: Page) => dialog(page).getByRole('button', { name: 'Sign Out' });

async function accountWithFactor(site: LiveSite) {
  const email = await newAccount(site);
  return { email, factor: await addFactor(site, email) };
}

test('after the password, the code is asked for and sends itself (S1)', async ({ page, site }) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  await expect(dialog(page)).toHaveAccessibleName('One more step');
  await expect(dialog(page).getByText(email)).toBeVisible();
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAccessibleDescription('Six digits');
  const code = factor.codeAt();
  await codeField(page).pressSequentially(code.slice(0, 5));
  await expect(signOutButton(page)).toHaveCount(0);
  await codeField(page).press(code.slice(5));
  await expect(signOutButton(page)).toBeVisible();
  await expect(dialog(page)).toHaveAccessibleName('Admin panel');
});

test('a code may be pasted with a space, and sent by Enter before it is complete @release', async ({
  page,
  site,
}) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  await codeField(page).fill('41');
  await codeField(page).press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription(/Enter the six digits/);
  await codeField(page).fill(factor.codeAt().replace(/^.../, '$& '));
  await expect(signOutButton(page)).toBeVisible();
});

test('a wrong code is said in words, and the field is empty for the next @release', async ({
  page,
  site,
}) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  const wrong = factor.codeAt(1000);
  await codeField(page).fill(wrong);
  await expect(dialog(page).getByRole('alert')).toHaveText(/is not right\. Wait for the next one/);
  await expect(codeField(page)).toHaveValue('');
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAccessibleDescription(/is not right/);
  await codeField(page).fill(factor.codeAt());
  await expect(signOutButton(page)).toBeVisible();
});

test('a recovery code takes the place of the app, once (S1) @release', async ({ page, site }) => {
  const { email, factor } = await accountWithFactor(site);
  const [first = '', second = ''] = factor.recoveryCodes;
  const recover = async (code: string) => {
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    const field = dialog(page).getByLabel('Recovery code');
    await expect(field).toBeFocused();
    await field.fill(code);
    await field.press('Enter');
    return field;
  };
  await page.goto('/');
  await upToCode(page, email);
  await recover(first.toUpperCase());
  await expect(signOutButton(page)).toBeVisible();
  await signOut(page);
  await upToCode(page, email);
  const field = await recover(first);
  await expect(dialog(page).getByRole('alert')).toHaveText(/is not right.*used before/);
  await expect(field).toHaveValue('');
  await field.fill(second.replace('-', ' '));
  await dialog(page).getByRole('button', { name: 'Sign In' }).click();
  await expect(signOutButton(page)).toBeVisible();
});

test('Cancel signs out, and the password is typed anew @release', async ({ page, site }) => {
  const { email } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Admin Login');
  await expect(dialog(page).getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(dialog(page).getByText('Your session has ended')).toHaveCount(0);
  await page.reload();
  await expect(await openPanel(page)).toHaveAccessibleName('Admin Login');
});

test('a server that cannot be reached is explained, and the code stays typed @release', async ({
  page,
  site,
}) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  await page.route('**/factors/**', (route) => route.abort('connectionrefused'));
  await codeField(page).fill(factor.codeAt());
  await expect(dialog(page).getByRole('alert')).toHaveText(/could not be reached/);
  await page.unrouteAll({ behavior: 'wait' });
  await dialog(page).getByRole('button', { name: 'Sign In' }).click();
  await expect(signOutButton(page)).toBeVisible();
});

test('a reload before the code comes back to it, signed out until then (S1) @release', async ({
  page,
  site,
}) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto('/');
  await upToCode(page, email);
  await page.reload();
  await openPanel(page);
  await expect(codeField(page)).toBeFocused();
  await expect(dialog(page)).toHaveAccessibleName('One more step');
  await codeField(page).fill(factor.codeAt());
  await expect(signOutButton(page)).toBeVisible();
});

const TOOLS: readonly [SignedIn, string][] = [
  ['admin', 'Edit Profile'],
  ['contact', 'Add Event'],
  ['owner', 'Edit Profile'],
];

for (const [who, tool] of TOOLS) {
  test(`the ${who} has "${tool}" with the code, also after a reload, and not before @release`, async ({
    page,
    site,
  }) => {
    const { email } = site.cast[who];
    await site.marquee(['user', 'reset-factors', email]);
    const factor = await addFactor(site, email);
    await page.goto('/artist/mara-voss');
    await upToCode(page, email);
    await closePanel(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name: tool })).toHaveCount(0);
    await openPanel(page);
    await codeField(page).fill(factor.codeAt());
    await expect(signOutButton(page)).toBeVisible();
    await closePanel(page);
    await expect(page.getByRole('button', { name: tool })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: tool })).toBeVisible();
    await page.goto('/artist/night-ferry');
    await page.waitForLoadState('networkidle');
    const may = who === 'owner' ? 0 : 1;
    await expect(page.getByRole('button', { name: tool })).toHaveCount(may);
    await site.marquee(['user', 'reset-factors', email]);
  });
}

test('text typed into a profile survives until the code is right again @release', async ({
  page,
  site,
}) => {
  const { email } = site.cast.owner;
  await site.marquee(['user', 'reset-factors', email]);
  const factor = await addFactor(site, email);
  await page.goto('/artist/mara-voss');
  await signInWithCode(page, email, factor.codeAt());
  await closePanel(page);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const bio = page.getByRole('textbox', { name: 'Bio' });
  await bio.fill('A long text that took an hour.');
  await endSessions(site, 'owner');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/session/i);
  await upToCode(page, email);
  await codeField(page).fill(factor.codeAt(1));
  await expect(signOutButton(page)).toBeVisible();
  await closePanel(page);
  await expect(bio).toHaveValue('A long text that took an hour.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A long text that took an hour.')).toBeVisible();
  await site.marquee(['user', 'reset-factors', email]);
});

test('a link to choose a new password asks for the code first @release', async ({ page, site }) => {
  const { email, factor } = await accountWithFactor(site);
  await page.goto(await linkFor(site, 'recovery', email));
  await page.getByRole('button', { name: 'Set a new password' }).click();
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(factor.codeAt());
  await choosePassword(page);
  await expect(page.getByRole('status')).toContainText(`You are signed in as ${email}.`);
  expect(await tokenOf(site, email, NEW_PASSWORD)).toBeTruthy();
});
