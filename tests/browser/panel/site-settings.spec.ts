/** What the site is called and how it looks: the panel's Site section, and what visitors see of it. */

import { violations } from '../axe';
import {
  closePanel,
  countLoads,
  expect,
  type LiveSite,
  type Locator,
  openPanel,
  type Page,
  panelAs,
  test,
} from '../fixtures';
import { holdChange } from '../holding';
import { largeLogo } from '../large-logo';

const MINUTE_MS = 60_000;
const MINT = 'rgb(127, 224, 176)';

const change = (site: LiveSite, values: object) =>
  site.rest('PATCH', 'music_settings?id=eq.site', values);

/** How wide a picture is, and how opaque its first pixel. */
function widthAndAlpha(picture: SVGElement | HTMLElement): [number, number | undefined] {
  const context = document.createElement('canvas').getContext('2d');
  context?.drawImage(picture as HTMLImageElement, 0, 0);
  return [(picture as HTMLImageElement).naturalWidth, context?.getImageData(0, 0, 1, 1).data[3]];
}

async function openSite(page: Page, site: LiveSite) {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: 'Site', exact: true }).click();
  const section = panel.getByRole('region', { name: 'Site' });
  await expect(section.getByLabel('Name of the site')).toHaveAttribute('placeholder', 'Marquee');
  return { panel, section };
}

const MERGED = /^This is the latest version with your changes/;

/** The note above a form that has one's own tagline over somebody else's settings. */
async function isMerged(section: Locator): Promise<Locator> {
  const merged = section.getByRole('status').filter({ hasText: MERGED });
  await expect(merged).toBeFocused();
  await expect(merged).toContainText(
    'Someone else changed Tagline too, and yours replaces it: Theirs',
  );
  await expect(merged).not.toContainText('Footer');
  await expect(section.getByLabel('Tagline')).toHaveValue('Mine');
  await expect(section.getByLabel('Footer line')).toHaveValue('Also theirs.');
  return merged;
}

const colourOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`an admin gives the site a name and a colour, and the next visitor sees them, at ${width} (U8)`, async ({
    page,
    browser,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    const { section } = await openSite(page, site);
    const loads = countLoads(page);
    const own = section.getByLabel('Or a colour of your own');
    await own.fill('#8a2c4c');
    await expect(own).toHaveAccessibleDescription(/has a contrast of 2\.3 : 1, and 4\.5 is needed/);
    await section.getByRole('button', { name: 'Save Changes' }).click();
    await expect(own).toBeFocused();
    await section.getByRole('button', { name: /^Use the closest that works/ }).click();
    await expect(section.getByText('Text on it has a contrast of 4.5 : 1.')).toBeVisible();
    await section.getByRole('radio', { name: 'Mint' }).check();
    await expect(section.getByText('Text on it has a contrast of 12.2 : 1.')).toBeVisible();
    expect(await colourOf(page, '.mini__release')).toBe(MINT);
    await section.getByLabel('Name of the site').fill('Night Shift');
    await section.getByLabel('Tagline').fill('Two artists, one van');
    await section.getByLabel('Footer line').fill('Since 2026.');
    await section.getByLabel('Contact').fill('hello@stage.test');
    expect(await violations(page)).toEqual([]);
    await section.getByRole('button', { name: 'Save Changes' }).click();
    await expect(
      section.getByRole('status').getByText('The site has its new colour.'),
    ).toBeVisible();
    await closePanel(page);

    const context = await browser.newContext({ baseURL: site.url });
    const visitor = await context.newPage();
    await visitor.goto('/');
    for (const seen of [page, visitor]) {
      await expect(seen).toHaveTitle('Night Shift – Two artists, one van');
      await expect(
        seen.getByRole('banner').getByRole('link', { name: 'Night Shift' }),
      ).toBeVisible();
      const foot = seen.getByRole('contentinfo');
      await expect(foot.getByText('Since 2026.')).toBeVisible();
      const contact = foot.getByRole('link', { name: 'Contact' });
      await expect(contact).toHaveAttribute('href', 'mailto:hello@stage.test');
      expect(await colourOf(seen, '.ticket__stub')).toBe(MINT);
    }
    expect(loads()).toBe(0);
    await context.close();
  });
}

test('what is typed is kept, nobody saves over a later save, and Undo takes a save back (U8) @release', async ({
  page,
  site,
}) => {
  const { panel, section } = await openSite(page, site);
  await section.getByLabel('Tagline').fill('Mine');
  await closePanel(page);
  await openPanel(page);
  await panel.getByRole('button', { name: 'Site', exact: true }).click();
  await expect(section.getByLabel('Tagline')).toHaveValue('Mine');
  await change(site, { tagline: 'Theirs', footer: 'Also theirs.' });
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByRole('alert')).toContainText('Someone else changed the settings');
  await section.getByRole('button', { name: /^Load the latest version/ }).click();
  await isMerged(section);
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByText('Saved. Every visitor sees it')).toBeVisible();
  await panel.getByRole('button', { name: 'History' }).click();
  await expect(panel.getByText(/changed the site: tagline$/).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Site', exact: true }).click();
  await section.getByLabel('Contact').fill('hello@stage.test');
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await section.getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByText('Undone. The site is as it was.')).toBeVisible();
  await expect(section.getByLabel('Contact')).toHaveValue('');
  expect(await site.rest('GET', 'music_settings?select=tagline,footer,contact')).toEqual([
    { tagline: 'Mine', footer: 'Also theirs.', contact: null },
  ]);
});

test('a draft from before a later save takes on what that changed, and says so (U8)', async ({
  page,
  site,
}) => {
  const { panel, section } = await openSite(page, site);
  await section.getByLabel('Tagline').fill('Mine');
  await closePanel(page);
  await change(site, { tagline: 'Theirs', footer: 'Also theirs.' });
  await page.reload();
  await openPanel(page);
  await panel.getByRole('button', { name: 'Site', exact: true }).click();
  const merged = await isMerged(section);
  await section.getByRole('button', { name: 'Start over' }).click();
  await expect(section.getByLabel('Tagline')).toHaveValue('Theirs');
  await expect(merged).toHaveCount(0);
});

test('what is typed after a save outlives its Undo, a later save and the closed panel (U8) @release', async ({
  page,
  site,
}) => {
  const { panel, section } = await openSite(page, site);
  const reopen = async () => {
    await closePanel(page);
    await openPanel(page);
    await panel.getByRole('button', { name: 'Site', exact: true }).click();
  };
  const footer = section.getByLabel('Footer line');
  await section.getByRole('radio', { name: 'Mint' }).check();
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByText('Saved. The site has its new colour.')).toBeVisible();
  await footer.fill('Since 2026.');
  await section.getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByText('Undone. The site is as it was.')).toBeVisible();
  await expect(section.getByRole('radio', { name: 'Mint' })).not.toBeChecked();
  await expect(footer).toHaveValue('Since 2026.');
  await reopen();
  await expect(footer).toHaveValue('Since 2026.');

  await change(site, { tagline: 'Theirs' });
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await section.getByRole('button', { name: /^Load the latest version/ }).click();
  await expect(section.getByRole('status').filter({ hasText: MERGED })).toBeFocused();
  await reopen();
  await expect(footer).toHaveValue('Since 2026.');
  await expect(section.getByLabel('Tagline')).toHaveValue('Theirs');
});

test('a logo is sent and taken away, and the name given back to the configuration (U8) @release', async ({
  page,
  site,
}) => {
  await change(site, { site_name: 'Night Shift' });
  const { panel, section } = await openSite(page, site);
  const name = section.getByLabel('Name of the site');
  await expect(name).toHaveAccessibleDescription(/Without one: Marquee/);
  await name.fill('');
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: largeLogo() };
  await section.getByLabel('Choose a logo').setInputFiles(logo);
  await expect(section.getByText(/^Picture sent/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByText('The site has its new name.')).toBeVisible();
  const [saved] = await site.rest<{ site_name: null; logo: string }[]>('GET', 'music_settings');
  expect(saved?.site_name).toBeNull();
  expect(saved?.logo).toMatch(/^\/storage\/v1\/object\/public\/artists\/new-\w+\/\w+\.webp$/);
  await page.reload();
  const brand = page.getByRole('banner').getByRole('img', { name: 'Marquee' });
  await expect(brand).toHaveJSProperty('complete', true);
  // It is made smaller on its way, and stays transparent.
  expect(await brand.evaluate(widthAndAlpha)).toEqual([3200, 0]);
  await openPanel(page);
  await panel.getByRole('button', { name: 'Site', exact: true }).click();
  await section.getByRole('button', { name: 'Remove the logo' }).click();
  await section.getByText('Use an address instead').click();
  await section.getByLabel('Logo address').fill('http://pictures.example/logo.svg');
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByLabel('Logo address')).toBeFocused();
  await section.getByLabel('Logo address').fill('');
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByText('Every visitor sees it')).toBeVisible();
  expect(await site.rest('GET', 'music_settings?select=logo')).toEqual([{ logo: null }]);
});

test('what was saved, or taken back, stays on the page that is open (U8)', async ({
  page,
  site,
}) => {
  await page.clock.install();
  const { section } = await openSite(page, site);
  const [brand, foot] = [page.locator('.site-head .brand'), page.locator('.site-foot__line')];
  await section.getByLabel('Name of the site').fill('Night Shift');
  await section.getByLabel('Footer line').fill('Since 2026.');
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await expect(section.getByText('The site has its new name.')).toBeVisible();
  await page.clock.fastForward(MINUTE_MS);
  await expect(brand).toHaveText('Night Shift');
  await expect(foot).toContainText('Since 2026.');
  await section.getByRole('button', { name: 'Undo' }).click();
  await expect(section.getByText('Undone. The site is as it was.')).toBeVisible();
  await page.clock.fastForward(MINUTE_MS);
  await expect(brand).toHaveText('Marquee');
  await expect(foot).not.toContainText('Since 2026.');
});

for (const colorScheme of ['dark', 'light'] as const) {
  test(`a site in any colour can be read on ${colorScheme} pages (U8) @release`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    const [event] = (await site.rest('GET', 'music_events?select=id&limit=1')) as { id: string }[];
    for (const accent of ['#7a7a7a', '#ffff00']) {
      await change(site, { accent });
      for (const path of ['/', '/artist/mara-voss', `/event/${event?.id}`, '/events/past']) {
        await page.goto(path);
        expect(await violations(page), `${accent} ${path}`).toEqual([]);
      }
    }
  });
}

test('Cancel while the settings are saved brings nothing old back over them @release', async ({
  page,
  site,
}) => {
  const { section } = await openSite(page, site);
  const tagline = section.getByLabel('Tagline');
  const held = await holdChange(page, '/rest/v1/music_settings');
  await tagline.fill('New.');
  await section.getByRole('button', { name: 'Save Changes' }).click();
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(tagline).toHaveValue('');
  await section.getByLabel('Footer line').fill('Typed since.');
  held.letPass();
  await expect(section.getByText('Saved. Every visitor sees it from now on.')).toBeVisible();
  await expect(tagline).toHaveValue('New.');
  await expect(section.getByLabel('Footer line')).toHaveValue('Typed since.');
});
