/** A page whose script and style are a part of their own looks the same however one comes to it. */

import { expect, isAlive, type Page, test } from '../fixtures';
import { holdAll, isDocument } from '../holding';
import { storeSession } from '../sessions';

const PROFILE = '/artist/mara-voss';
const PROPERTIES = [
  'display',
  'position',
  'color',
  'background-color',
  'font-size',
  'font-weight',
  'font-stretch',
  'margin',
  'padding',
  'border',
] as const;

/** Where everything in the page is, and how it looks; of what comes late, when it is there. */
async function lookOf(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  return page.evaluate((properties) => {
    const all = [...document.querySelectorAll('#root *:not(option)')];
    const looks = all
      .filter((one) => one.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = [x, y, width, height].map(Math.round).join(' ');
        const style = getComputedStyle(element);
        const look = properties.map((name) => style.getPropertyValue(name)).join('; ');
        return `${element.tagName} ${element.className} at ${place}: ${look}`;
      });
    return looks;
  }, PROPERTIES);
}

/** Whoever may change the page sees how. */
const TOOLS = { visitor: undefined, admin: 'Edit Profile', owner: 'Edit Profile' };

for (const who of ['visitor', 'admin', 'owner'] as const) {
  test(`the ${who} sees the same pages opened, reloaded, and on the way from home to a date and back`, async ({
    page,
    site,
  }) => {
    test.slow();
    await site.rest('PATCH', 'music_settings?id=eq.site', { accent: '#7fe0b0' });
    if (who !== 'visitor') await storeSession(page, who, site);
    const tool = TOOLS[who];
    const atProfile = async () => {
      await expect(page.getByRole('heading', { name: 'Bio' })).toBeVisible();
      if (tool) await expect(page.getByRole('button', { name: tool })).toBeVisible();
    };
    const atDate = async () => {
      await expect(page.getByRole('heading', { name: /^More dates of/ })).toBeVisible();
      if (tool) await expect(page.locator('.event-tools')).toBeVisible();
    };
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const home = await lookOf(page);
      await page.goto(PROFILE);
      await atProfile();
      const profile = await lookOf(page);
      await page.reload();
      await atProfile();
      await expect.poll(() => lookOf(page)).toEqual(profile);

      await page.goto('/');
      await isAlive(page);
      await page.getByRole('link', { name: 'View Profile' }).click();
      await atProfile();
      await expect.poll(() => lookOf(page)).toEqual(profile);
      await page.locator('.ticket__name a').first().click();
      await atDate();
      const date = await lookOf(page);
      await page.goBack();
      await atProfile();
      await expect.poll(() => lookOf(page)).toEqual(profile);
      await page.getByRole('link', { name: 'Back' }).click();
      await expect(page.getByRole('heading', { name: 'Popular Artists' })).toBeVisible();
      await expect.poll(() => lookOf(page)).toEqual(home);

      await page.goBack();
      await page.goForward();
      await page.goBack();
      await page.locator('.ticket__name a').first().click();
      await atDate();
      await page.reload();
      await atDate();
      await expect.poll(() => lookOf(page)).toEqual(date);
    }
  });
}

test('a card that is pressed before the page of artists has come keeps the place, and leads there @release', async ({
  page,
}) => {
  await page.goto('/');
  await isAlive(page);
  const isPart = (url: string) => /assets\/(profile|data)-/.test(url);
  const release = await holdAll(page, (request) => !isPart(request.url()) || isDocument(request));
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(PROFILE);
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  await expect(page.locator('.banner')).toHaveCSS('height', '400px');
  await release();
  await expect(page.getByRole('heading', { name: 'Bio' })).toBeVisible();
});

test('a profile whose own script does not come stays readable, and its links lead on', async ({
  page,
}) => {
  await page.route(/assets\/profile-/, (route) => route.abort());
  await page.goto(PROFILE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Popular Artists' })).toBeVisible();
});
