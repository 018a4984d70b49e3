/** What people see who set their text at twice its size. */

import { daysFromToday, tonight } from '../../live/dates';
import { expect, isAlive, type Page, panelAs, test } from '../fixtures';
import { linesOf, textStart } from '../lines';
import { setText } from './large-text';
import { only } from './only-events';

test('with text at twice its size nothing is cut, covered or beside the screen @release', async ({
  page,
  site,
}) => {
  const name = 'The Independent Recording Company of Gothenburg';
  await site.rest('PATCH', 'music_settings?id=eq.site', { site_name: name });
  const [event] = await only(site, [
    { date: tonight(), start_time: '23:59' },
    { date: daysFromToday(10), door_time: '23:00', start_time: '00:30' },
  ]);
  const paths = ['/', '/artist/mara-voss', `/event/${event?.id}`];
  for (const path of [...paths, '/events/past', '/artist/mara-voss/press']) {
    await page.goto(path);
    await isAlive(page);
    await setText(page, 200);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await excess(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      if (path === '/events/past') expect(await underHead(page)).toBeLessThanOrEqual(0);
      const day = page.locator('.gig__day .bill');
      if (width < 768 && (await day.count()) > 0)
        expect(await day.evaluate(heightOf), `the day at ${width} px`).toBeGreaterThan(100);
      for (const word of await page.getByText('Biography', { exact: true }).all())
        expect(await word.evaluate(heightOf), `a word at ${width} px`).toBeLessThan(80);
      if (path !== '/') continue;
      const brand = page.getByRole('banner').getByRole('link', { name });
      expect(await brand.evaluate(isCut), `the brand at ${width} px`).toBe(false);
      const stub = page.locator('.next > [aria-hidden], .next small');
      for (const part of await stub.all()) expect(await part.evaluate(isCut)).toBe(false);
    }
  }
});

test('with text at twice its size a stub keeps its day apart from its month @release', async ({
  page,
  site,
}) => {
  await only(site, [{ date: daysFromToday(10), start_time: '20:30' }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await setText(page, 200);
  const [day, month] = await Promise.all(
    ['day', 'mon'].map((part) => page.locator(`.ticket__${part}`).boundingBox()),
  );
  expect((month?.x ?? 0) - (day?.x ?? 0) - (day?.width ?? 0)).toBeGreaterThan(10);
  expect(await page.locator('.ticket__start').evaluate(textStart)).toBeCloseTo(month?.x ?? 0, 0);
});

test('with text at twice its size no line of facts begins or ends with a dot @release', async ({
  page,
  site,
}) => {
  await only(site, [{ date: tonight(), door_time: '23:00', start_time: '23:59', venue: 'Saal' }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await setText(page, 200);
  const facts = page.locator('.ticket__facts');
  await expect(facts).toHaveText('Doors 23:00 Start 23:59');
  const [doors, start] = [/^Doors/, /^Start/].map((fact) => facts.getByText(fact));
  expect(await doors?.evaluate(textStart)).toBe(await start?.evaluate(textStart));
  const hit = page.getByRole('region', { name: 'Next' }).getByRole('link', { name: /Saal/ });
  await expect(hit).toContainText('Tonight Saal, Leipzig');
});

test('with text at twice its size Admin stands on the line of the links beside it @release', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await setText(page, 200);
  const places = ['Main', 'Admin panel'].map((name) => page.getByLabel(name).boundingBox());
  const [links, button] = (await Promise.all(places)).map((box) => box && box.y + box.height / 2);
  expect(Math.abs((links ?? 0) - (button ?? 0))).toBeLessThan(3);
});

test('with text at twice its size the panel does not scroll sideways @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await setText(page, 200);
  for (const section of ['Artists', 'Dates']) {
    await panel.getByRole('button', { name: section, exact: true }).click();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const inside = await panel.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(inside, `${section} at ${width} px`).toBe(0);
      const several = panel.locator('.form__act', { hasText: 'Several at once' });
      expect(await several.evaluate(isCut), `the buttons at ${width} px`).toBe(false);
    }
  }
});

test('with text at twice its size an email breaks between its parts @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: 'People', exact: true }).click();
  await setText(page, 200);
  await page.setViewportSize({ width: 320, height: 900 });
  for (const { email } of [site.cast.owner, site.cast.contact, site.cast.stranger]) {
    const person = panel.getByRole('list', { name: 'People' }).getByText(email, { exact: true });
    for (const part of email.split(/[@.]/)) expect(await person.evaluate(linesOf, part)).toBe(1);
  }
});

test('with text at twice its size every form of the panel stays within it @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const panel = await panelAs(page, 'admin', site);
  await setText(page, 200);
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
  const expectAllWithin = async (form: string) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const inside = await panel.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(inside, `${form} at ${width} px`).toBe(0);
    }
  };
  const past = await panel.locator('label', { hasText: 'Show past dates' }).boundingBox();
  const rows = await panel.locator('[data-section="dates"] .rows').boundingBox();
  expect((past?.y ?? 0) + (past?.height ?? 0)).toBeLessThanOrEqual(rows?.y ?? 0);
  await press('Add Event');
  await panel.locator('summary', { hasText: 'More' }).click();
  await expectAllWithin('Add Event');
  await press('Several at once');
  await expect(panel.getByLabel('Paste a table')).toBeFocused();
  await expectAllWithin('Several at once');
  await panel.getByLabel('Paste a table').fill('Date\tWho\tVenue\n2030-09-25\tNobody\tRuine');
  await press('Check');
  const meaning = await panel.getByRole('combobox', { name: 'Who is' }).boundingBox();
  expect(meaning?.width).toBeGreaterThan(200);
  await press('Site');
  const colours = panel.getByRole('group', { name: 'Accent' }).locator('label');
  await expect(colours).toHaveCount(6);
  for (const colour of await colours.all()) expect(await colour.evaluate(isCut)).toBe(false);
});

const excess = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How much of the page's name the head covers, in pixels. */
const underHead = (page: Page) =>
  page.evaluate(() => {
    const [head, name] = ['header', 'h1'].map((part) => document.querySelector(part));
    return (head?.getBoundingClientRect().bottom ?? 0) - (name?.getBoundingClientRect().top ?? 0);
  });

const heightOf = (element: Element) => element.getBoundingClientRect().height;

/** True where an element has more text than room for it. */
const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
