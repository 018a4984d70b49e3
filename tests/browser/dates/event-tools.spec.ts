/** What contacts do with a date where visitors see it: on the profile, and on its own page. */

import type { Route } from '@playwright/test';
import { addDays } from '../../live/dates';
import { violations } from '../axe';
import {
  ARTISTS,
  closePanel,
  EVENTS,
  expect,
  type LiveSite,
  openPanel,
  type Page,
  panelAs,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';

const silverOar = async (site: LiveSite) => {
  const path = 'music_events?select=id,date&venue=eq.Silver%20Oar';
  const [found] = await site.rest<{ id: string; date: string }[]>('GET', path);
  return found as { id: string; date: string };
};

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

test('the form of a date asks for artists once somebody is typed for its bill (E2)', async ({
  page,
  site,
}) => {
  const oar = await silverOar(site);
  await signedInAt(page, `/event/${oar.id}`, 'contact', site);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === ARTISTS && searchParams.get('select')?.includes('genre'))
      asked.push(searchParams.get('search') ?? 'all');
  });
  await page.getByRole('button', { name: /^Edit Silver Oar/ }).click();
  await page.locator('summary').filter({ hasText: 'More' }).click();
  await page.getByLabel('Add to the bill').fill('night');
  await expect(page.getByRole('option', { name: /^Night Ferry/ })).toBeVisible();
  expect(asked).toEqual([expect.stringContaining('night')]);
});

test('owners take their artist off the bill of somebody else’s date, on its own page (E14)', async ({
  page,
  site,
}) => {
  const [pier] = await site.rest<{ id: string }[]>(
    'GET',
    'music_events?select=id&artist_id=eq.night-ferry&date=gt.now',
  );
  const act = { event_id: pier?.id, artist_id: 'mara-voss', position: 1 };
  await site.rest('POST', 'music_lineup', [
    act,
    { ...act, artist_id: 'abel-quintero', position: 2 },
  ]);
  await signedInAt(page, `/event/${pier?.id}`, 'owner', site);
  const bill = page.getByRole('region', { name: 'On the bill' });
  await expect(bill.getByRole('listitem')).toHaveText([
    'Night Ferry',
    'Mara Voss',
    'Abel Quintero',
  ]);
  await page.getByRole('button', { name: 'Take Mara Voss off this bill' }).click();
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take off' }).click();
  await expect(bill.getByRole('listitem')).toHaveText(['Night Ferry', 'Abel Quintero']);
  await expect(page.getByRole('button', { name: /off this bill/ })).toHaveCount(0);
});

test('contacts edit a date on the profile and on its own page, others see nothing to edit it with (E1) @release', async ({
  page,
  site,
}) => {
  const oar = await silverOar(site);
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await page.getByRole('button', { name: /^Edit Silver Oar/ }).click();
  const form = page.getByRole('form', { name: /^Edit / });
  await form.getByLabel('Start', { exact: true }).fill('20:15');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.locator('.done-note')).toContainText('Saved Mara Voss');
  await expect(page.getByRole('listitem').filter({ hasText: 'Silver Oar' })).toContainText('20:15');

  await page.goto(`/event/${oar.id}`);
  await page.getByRole('button', { name: /^Edit Silver Oar/ }).click();
  await form.getByLabel('Venue', { exact: true }).fill('Silver Oar Hall');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.locator('.done-note')).toContainText('Saved Mara Voss');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Edit Silver Oar Hall/ })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('Silver Oar Hall');

  await openPanel(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signInAs(page, 'stranger', site);
  await closePanel(page);
  await expect(page.getByRole('button', { name: /^(Edit|Duplicate|Delete) Silver/ })).toHaveCount(
    0,
  );
});

const PLACES: Readonly<Record<string, (page: Page, site: LiveSite) => Promise<void>>> = {
  'in the panel': async (page, site) => {
    await panelAs(page, 'contact', site);
  },
  'on the profile': (page, site) => signedInAt(page, '/artist/mara-voss', 'contact', site),
  'on its own page': async (page, site) => {
    await signedInAt(page, `/event/${(await silverOar(site)).id}`, 'contact', site);
  },
};

for (const [place, goThere] of Object.entries(PLACES)) {
  test(`a date whose form is on its way ${place} says so, and why it does not come (E1) @release`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goThere(page, site);
    let answer: (route: Route) => Promise<void> = (route) => route.abort('connectionrefused');
    let letGo = () => {};
    await page.route(
      (url) => url.pathname === EVENTS && url.searchParams.get('id')?.startsWith('eq.') === true,
      async (route) => {
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await answer(route);
      },
    );
    const edit = page.getByRole('button', { name: /^Edit .*Silver Oar/ });
    await edit.click();
    await expect(edit).toHaveAttribute('aria-busy', 'true');
    await expect(edit).toBeFocused();
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect(async () => {
      letGo();
      await expect(again).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(edit).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('alert')).toContainText('The site could not be reached.');
    expect(await violations(page)).toEqual([]);
    answer = (route) => route.fallback();
    await again.click();
    await expect(edit).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const focused = page.getByRole('form', { name: /^Edit / }).locator(':focus');
    // The request may have been on its way to the hold at the first time.
    await expect(async () => {
      letGo();
      await expect(focused).toHaveCount(1, { timeout: 100 });
    }).toPass();
  });
}

test('on its own page a date is copied to the next day, and deleted: one stands on the profile then, which says so (E8, E1)', async ({
  page,
  site,
}) => {
  const oar = await silverOar(site);
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await page.goto(`/event/${oar.id}`);
  const tool = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^${name} Silver Oar`) });
  await tool('Duplicate').click();
  const form = page.getByRole('form', { name: 'Add Event' });
  await expect(form.getByLabel('Date', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(addDays(oar.date, 1));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(tool('Edit')).toBeFocused();
  await tool('Duplicate').click();
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add Event' }).click();
  await page.getByRole('link', { name: 'Show the new date' }).click();
  await expect(page).not.toHaveURL(new RegExp(oar.id));
  const copied = page.url();

  await tool('Delete').click();
  await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(tool('Delete')).toBeFocused();
  await tool('Delete').click();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(page).toHaveURL(/\/artist\/mara-voss$/);
  await expect(
    page.getByRole('status').getByText(/^Deleted Mara Voss, .*, Silver Oar\.$/),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Silver Oar' })).toHaveCount(1);
  expect((await fetch(copied)).status).toBe(404);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Mara Voss, .*, Silver Oar is back\.$/)).toBeVisible();
  expect(page.url()).toBe(copied);
  expect((await fetch(copied)).status).toBe(200);
  await page.getByRole('button', { name: 'OK' }).click();

  await tool('Delete').click();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(/^Deleted Mara Voss/)).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('on a phone the tools of a date on a profile are on one line (E1)', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  const tools = page.locator('.ticket .event-tools').first().getByRole('button');
  await expect(tools).toHaveCount(3);
  const tops = await tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
