/** The screens of the second factor and of sessions, as people meet them who do not see, or see little. */

import { PASSWORD } from '../../live/cast';
import { codeOf } from '../../wire/account/authenticator';
import { newAccount, signInWith, signOut, test, tokenOf } from '../accounts';
import { violations } from '../axe';
import { dialog, expect, type Page } from '../fixtures';
import { codeField, upToCode } from './second-factor';

const press = (page: Page, name: string | RegExp) =>
  dialog(page)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .click();

const LOOKS = [
  ['dark', 390],
  ['light', 390],
  ['dark', 1440],
  ['light', 1440],
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on the screens of an account, and nothing scrolls sideways @release', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000);
  const found: string[] = [];
  const look = async (screen: string) => {
    for (const [colorScheme, width] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      // A button that is half under the panel's head would count as a small one.
      await dialog(page).evaluate((box) => box.scrollTo(0, 0));
      const faults = await violations(page);
      const excess = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth);
      if (excess > 0) faults.push(`${excess} px too wide`);
      found.push(...faults.map((fault) => `${screen}, ${colorScheme}, ${width} px: ${fault}`));
    }
  };
  const email = await newAccount(site);
  await tokenOf(site, email);
  await page.goto('/');
  await signInWith(page, email);
  await press(page, 'Account');
  await press(page, /^End:/);
  await look('the question before a session ends');
  await press(page, 'Keep');
  await press(page, 'Change email address');
  await press(page, 'Send links');
  await look('no new email address');
  await press(page, 'Cancel');
  await press(page, 'Turn on');
  await press(page, 'Continue');
  await look('no password');
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await press(page, 'Continue');
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await dialog(page).locator('.secret').innerText()).replaceAll(' ', '');
  await codeField(page).fill(codeOf(secret, 1000));
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await look('a wrong first code');
  await codeField(page).fill(codeOf(secret, -1));
  await expect(dialog(page).getByRole('button', { name: 'Print' })).toBeVisible();
  await look('recovery codes');
  await press(page, 'I have kept them');
  await look('a factor that is on');
  await press(page, 'Turn off');
  await look('turning it off');
  await signOut(page);
  await upToCode(page, email);
  await codeField(page).fill(codeOf(secret, 1000));
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await look('a wrong code');
  await press(page, 'Use a recovery code');
  await look('a recovery code');
  expect(found).toEqual([]);
});
