/** The Account section of the panel: the second factor, and where the person is signed in. */

import { PASSWORD } from '../../live/cast';
import { codeOf } from '../../wire/account/authenticator';
import { auth, NEW_PASSWORD, newAccount, signInWith, signOut, test, tokenOf } from '../accounts';
import {
  dialog,
  expect,
  isAlive,
  type LiveSite,
  openAddArtist,
  openPanel,
  type Page,
} from '../fixtures';
import { addFactor, codeField, signInWithCode, upToCode } from './second-factor';

const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();
const factorPane = (page: Page) => dialog(page).getByRole('region', { name: 'Second factor' });
const sessionsPane = (page: Page) =>
  dialog(page).getByRole('region', { name: 'Where you are signed in' });

async function openAccount(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await signInWith(page, email);
  await press(page, 'Account');
}

/** Up to the QR code; answers the secret beside it. */
async function startTurningOn(page: Page): Promise<string> {
  await press(page, 'Turn on');
  await expect(dialog(page).getByLabel('Current password')).toBeFocused();
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await press(page, 'Continue');
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  return (await dialog(page).locator('.secret').innerText()).replaceAll(' ', '');
}

const nameOf = async (site: LiveSite, email: string) => {
  const query = `music_people?select=name&email=eq.${encodeURIComponent(email)}`;
  const [person] = (await site.rest('GET', query)) as { name: string | null }[];
  return person?.name;
};

test('a person gives themselves a name, which admins see, and takes it away (S5)', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await openAccount(page, email);
  const pane = dialog(page).getByRole('region', { name: 'Your name' });
  const name = pane.getByLabel('Full name', { exact: true });
  const save = await pane.getByRole('button', { name: 'Save name' }).boundingBox();
  const change = await dialog(page).getByRole('button', { name: 'Change password' }).boundingBox();
  expect(save?.width).toBeLessThan(change?.width ?? 0);
  await name.fill('  Jonas   Weil ');
  await name.press('Enter');
  await expect(pane.getByRole('status')).toHaveText('Your name is saved.');
  await expect(name).toHaveValue('Jonas Weil');
  expect(await nameOf(site, email)).toBe('Jonas Weil');
  await name.fill('x'.repeat(101));
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Use at most 100 characters/);
  await name.fill('');
  await press(page, 'Save name');
  await expect(pane.getByRole('status')).toContainText('your email address');
  expect(await nameOf(site, email)).toBeNull();
});

for (const [width, height] of [
  [390, 844],
  [667, 375],
] as const) {
  test(`the QR code is in view at ${width} × ${height}, and the field for its code has the focus (S2) @release`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    await openAccount(page, await newAccount(site));
    await startTurningOn(page);
    await expect(codeField(page)).toBeFocused();
    // All but a part of the white around it.
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeInViewport({
      ratio: 0.95,
    });
    await codeField(page).press('1');
    await expect(codeField(page)).toBeInViewport({ ratio: 1 });
  });
}

/** The session in which the page is, by its access token. */
const sessionOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { access_token } = JSON.parse(localStorage.getItem('supabase.auth.token') ?? '{}');
    return JSON.parse(atob(access_token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
      .session_id;
  });

test('the second factor is turned on with the password, a code and ten recovery codes (S2)', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await openAccount(page, email);
  await expect(factorPane(page)).toContainText('Off.');
  const secret = await startTurningOn(page);
  const picture = dialog(page).getByRole('img', { name: /^QR code/ });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(codeField(page)).toBeFocused();
  await expect(dialog(page).getByRole('link', { name: 'Open in an app' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  );
  await codeField(page).fill(codeOf(secret, 1000));
  await expect(factorPane(page).getByRole('alert')).toHaveText(/is not right/);
  await expect(codeField(page)).toHaveValue('');
  await expect(codeField(page)).toBeFocused();

  await codeField(page).pressSequentially(codeOf(secret, -1));
  const codes = dialog(page).getByRole('region', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = ''] = await codes.getByRole('listitem').allInnerTexts();
  expect(first).toMatch(/^\w{5}-\w{5}$/);
  // They are shown only this once: Escape leads to the button that says so, and loses nothing.
  for (const press of ['once', 'again']) {
    await page.keyboard.press('Escape');
    await expect(codes.getByRole('button', { name: 'I have kept them' }), press).toBeFocused();
  }
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await press(page, 'I have kept them');
  await expect(factorPane(page).getByRole('status')).toHaveText('The second factor is on.');
  await expect(factorPane(page)).toContainText('On since today.');
  await expect(factorPane(page).getByRole('heading')).toBeFocused();

  await signOut(page);
  await signInWithCode(page, email, codeOf(secret));
  await signOut(page);
  await upToCode(page, email);
  await press(page, 'Use a recovery code');
  await dialog(page).getByLabel('Recovery code').fill(first);
  await press(page, 'Sign In');
  await expect(dialog(page).getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('turning it on ends the session that was there before the password @release', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await openAccount(page, email);
  const before = await sessionOf(page);
  await startTurningOn(page);
  expect(await sessionOf(page)).not.toBe(before);
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(1);
});

test('a wrong password turns nothing on, and Cancel gives the focus back @release', async ({
  page,
  site,
}) => {
  await openAccount(page, await newAccount(site));
  await press(page, 'Turn on');
  const password = dialog(page).getByLabel('Current password');
  await password.fill('not my password at all');
  await press(page, 'Continue');
  await expect(factorPane(page).getByRole('alert')).toHaveText('This is not your password.');
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('not my password at all');
  await press(page, 'Cancel');
  await expect(dialog(page).getByRole('button', { name: 'Turn on' })).toBeFocused();
  await startTurningOn(page);
  await press(page, 'Cancel');
  await expect(factorPane(page)).toContainText('Off.');
  await expect(dialog(page).getByRole('button', { name: 'Turn on' })).toBeFocused();
});

test('it is turned off with the password and a code (S2)', async ({ page, site }) => {
  const email = await newAccount(site);
  const factor = await addFactor(site, email);
  await page.goto('/');
  await signInWithCode(page, email, factor.codeAt());
  await press(page, 'Account');
  await press(page, 'Turn off');
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await codeField(page).fill(factor.codeAt(1000));
  await press(page, 'Turn off');
  await expect(factorPane(page).getByRole('alert')).toHaveText(/is not right/);
  await expect(dialog(page).getByLabel('Current password')).toHaveValue(PASSWORD);
  await press(page, 'Use a recovery code');
  await dialog(page)
    .getByLabel('Recovery code')
    .fill(factor.recoveryCodes[3] ?? '');
  await press(page, 'Turn off');
  await expect(factorPane(page).getByRole('status')).toContainText('The second factor is off.');
  await expect(factorPane(page)).toContainText('Off.');
  await signOut(page);
  await signInWith(page, email);
});

test('what was typed is still there after a look at the account @release', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await signInWith(page, await newAccount(site));
  await openAddArtist(dialog(page));
  await dialog(page).getByLabel('Name', { exact: true }).fill('Half typed');
  await press(page, 'Account');
  await expect(dialog(page).getByRole('button', { name: 'Account' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(dialog(page).getByRole('heading', { name: 'Add Artist' })).toBeHidden();
  await press(page, 'Artists');
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Half typed');
});

test('people see where they are signed in, and end another session, which is over at once (S3)', async ({
  page,
  site,
  browser,
}) => {
  const email = await newAccount(site);
  const context = await browser.newContext({
    baseURL: site.url,
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
  });
  const phone = await context.newPage();
  await phone.goto('/');
  await signInWith(phone, email);
  await openAccount(page, email);
  const rows = sessionsPane(page).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('This one');
  await expect(rows.first()).toContainText(/Here now, from [\d.]+/);
  await expect(rows.last()).toContainText('Firefox on Android');
  await expect(rows.last()).toContainText(/Last seen today, \d\d:\d\d, from [\d.]+/);

  await expect(rows.last().getByRole('button')).toHaveAccessibleDescription(/^Last seen today, /);
  await press(page, 'End: Firefox on Android');
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await press(page, 'Keep');
  await expect(dialog(page).getByRole('button', { name: 'End: Firefox' })).toBeFocused();
  await press(page, 'End: Firefox on Android');
  await press(page, 'End session');
  await expect(sessionsPane(page).getByRole('status')).toHaveText('Ended: Firefox on Android.');
  await expect(rows).toHaveCount(1);
  await expect(sessionsPane(page).getByRole('heading')).toBeFocused();
  await expect(dialog(page).getByRole('button', { name: 'End all others' })).toHaveCount(0);

  await dialog(phone)
    .getByRole('button', { name: /^Set Featured.*Night Ferry/ })
    .click();
  await expect(phone.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await context.close();
});

test('all other sessions end at once (S3) @release', async ({ page, site }) => {
  const email = await newAccount(site);
  const elsewhere = [await tokenOf(site, email), await tokenOf(site, email)];
  await openAccount(page, email);
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(3);
  await press(page, 'End all others');
  await expect(dialog(page).getByText('2 other devices have to sign in again.')).toBeVisible();
  await press(page, 'End sessions');
  await expect(sessionsPane(page).getByRole('status')).toHaveText('Ended: all other sessions.');
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(1);
  for (const token of elsewhere)
    await expect(auth(site, 'GET user', null, token)).rejects.toThrow('session_not_found');
  await page.reload();
  await isAlive(page);
  await openPanel(page);
  await expect(dialog(page).getByText(email)).toBeVisible();
});

test('a session that could not be ended says so, and stays in the list @release', async ({
  page,
  site,
}) => {
  const email = await newAccount(site);
  await tokenOf(site, email);
  await openAccount(page, email);
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(2);
  await page.route('**/music_sessions*', (route) =>
    route.request().method() === 'DELETE' ? route.abort('connectionrefused') : route.fallback(),
  );
  await sessionsPane(page).getByRole('button', { name: /^End:/ }).click();
  await press(page, 'End session');
  await expect(sessionsPane(page).getByRole('alert')).toHaveText(/could not be reached/);
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(2);
});

test('a changed password leaves only this session in the list @release', async ({ page, site }) => {
  const email = await newAccount(site);
  await tokenOf(site, email);
  await openAccount(page, email);
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(2);
  await press(page, 'Change password');
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await dialog(page).getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await press(page, 'Save password');
  await expect(sessionsPane(page).getByRole('listitem')).toHaveCount(1);
});
