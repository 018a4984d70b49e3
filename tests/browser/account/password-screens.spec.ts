/** The screens of passwords and mailed links, as people meet them who do not see, or see little. */

import { choosePassword, linkFor, newAccount, newAddress, signInWith, test } from '../accounts';
import { violations } from '../axe';
import { dialog, expect, type LiveSite, openPanel, type Page } from '../fixtures';

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const SCREENS: readonly [string, (page: Page, site: LiveSite) => Promise<unknown>][] = [
  [
    'forgotten password',
    async (page) => {
      await page.goto('/');
      await (await openPanel(page)).getByRole('button', { name: 'Forgot password?' }).click();
      await dialog(page).getByLabel('Email', { exact: true }).fill(newAddress());
      await press(page, 'Send link');
      await expect(dialog(page).getByRole('status')).not.toBeEmpty();
    },
  ],
  ['a link before it is used', async (page) => page.goto('/auth/confirm?token_hash=x&type=invite')],
  [
    'a link that is too old',
    async (page) => {
      await page.goto('/auth/confirm?token_hash=x&type=recovery');
      await press(page, 'Set a new password');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  ],
  [
    'the new password',
    async (page, site) => {
      await page.goto(await linkFor(site, 'recovery', await newAccount(site)));
      await press(page, 'Set a new password');
      await choosePassword(page, 'short');
    },
  ],
  [
    'the end of it',
    async (page, site) => {
      await page.goto(await linkFor(site, 'magiclink', await newAccount(site)));
      await press(page, 'Sign in');
      await expect(page.getByRole('status')).toBeVisible();
    },
  ],
  [
    'a changed password',
    async (page, site) => {
      await page.goto('/');
      await signInWith(page, await newAccount(site));
      await press(page, 'Account');
      await press(page, 'Change password');
      await choosePassword(page, 'short');
    },
  ],
];

const LOOKS = [
  ['dark', 1440],
  ['light', 1440],
  ['dark', 360],
] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [name, open] of SCREENS) {
  test(`axe finds nothing on ${name}, and nothing scrolls sideways`, async ({ page, site }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isOurs = !message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && isOurs) complaints.push(message.text());
    });
    await open(page, site);
    await page.waitForLoadState('networkidle');
    for (const [colorScheme, width] of LOOKS) {
      await test.step(`${colorScheme}, ${width} px`, async () => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page)).toEqual([]);
        const excess = await page.evaluate(() => {
          const root = document.scrollingElement ?? document.body;
          return root.scrollWidth - root.clientWidth;
        });
        expect(excess).toBeLessThanOrEqual(0);
      });
    }
    expect(complaints).toEqual([]);
  });
}
