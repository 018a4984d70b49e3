/** A site that requires a second factor of admins: MARQUEE_REQUIRE_SECOND_FACTOR=admins. */

import { PASSWORD } from '../../live/cast';
import { codeOf } from '../../wire/account/authenticator';
import { auth, newAddress, signInWith, test } from '../accounts';
import { violations } from '../axe';
import { dialog, expect, type LiveSite, type Page } from '../fixtures';
import { codeField } from './second-factor';

test.use({ settings: { MARQUEE_REQUIRE_SECOND_FACTOR: 'admins' } });

const step = (page: Page) => dialog(page).getByRole('region', { name: 'One more step' });
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

async function newAdmin(site: LiveSite): Promise<string> {
  const email = newAddress();
  const role = 'service_role';
  await auth(site, 'POST admin/users', { email, password: PASSWORD, email_confirm: true, role });
  return email;
}

test('an admin without a second factor is told why, and is an admin once it is on (S4)', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await signInWith(page, await newAdmin(site));
  await expect(step(page)).toContainText(`Admins of Marquee need a second factor.`);
  expect(await violations(page)).toEqual([]);

  await press(page, 'Set it up now');
  await press(page, 'Turn on');
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await press(page, 'Continue');
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await dialog(page).locator('.secret').innerText()).replaceAll(' ', '');
  await codeField(page).pressSequentially(codeOf(secret));
  await press(page, 'I have kept them');
  await press(page, 'Artists');
  await expect(dialog(page).getByRole('region', { name: 'Add Artist' })).toBeVisible();
  await expect(step(page)).toHaveCount(0);
});

test('a person who is no admin is asked for nothing @release', async ({ page, site }) => {
  const email = newAddress();
  await auth(site, 'POST admin/users', { email, password: PASSWORD, email_confirm: true });
  await page.goto('/');
  await signInWith(page, email);
  await expect(dialog(page).getByRole('region', { name: 'Add Artist' })).toBeVisible();
  await expect(step(page)).toHaveCount(0);
});
