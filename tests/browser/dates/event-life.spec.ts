import { daysFromToday, longDate } from '../../live/dates';
import {
  expect,
  fill,
  isAlive,
  type LiveSite,
  type Locator,
  type Page,
  panelAs,
  test,
} from '../fixtures';

const FIRST = daysFromToday(20);
const MOVED = daysFromToday(27);
const PASSED = daysFromToday(-5);

/** What must be said everywhere at one moment of an event's life. */
type Moment = Readonly<{
  date: string;
  /** In words, on the pages. */
  words: RegExp;
  jsonLd: Readonly<Record<string, unknown>>;
  ics: readonly RegExp[];
  atom: RegExp;
  isPast?: boolean;
}>;

const compact = (date: string) => date.replaceAll('-', '');

const nodesOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)]
    .flatMap(([, json = '']) => flatten(JSON.parse(json)))
    .filter((node) => node['@type'] === 'MusicEvent');

type Node = Record<string, unknown>;

function flatten(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(flatten);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(flatten)];
}

async function expectEverywhere(site: LiveSite, id: string, moment: Moment): Promise<void> {
  const read = async (path: string) => {
    const answer = await fetch(site.url + path);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  const page = await read(`/event/${id}`);
  const text = (html: string) =>
    html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ');
  expect(text(page).replace(/\s+/g, ' ')).toMatch(moment.words);
  expect(text(page)).toContain(longDate(moment.date).split(', ')[0]);
  const [node] = nodesOf(page);
  expect(node).toMatchObject(moment.jsonLd);
  for (const path of ['/', '/artist/abel-quintero']) {
    const html = await read(path);
    const isHere = html.includes(`/event/${id}`);
    expect(isHere, path).toBe(!moment.isPast || path !== '/');
  }
  const ics = (await read(`/event/${id}.ics`)).replaceAll('\r\n ', '');
  for (const line of [...moment.ics, new RegExp(`DTSTART[^\r\n]*:${compact(moment.date)}`)])
    expect(ics).toMatch(line);
  expect(await read('/artist/abel-quintero/feed.xml')).toMatch(moment.atom);
}

test('the life of one date: added, edited, sold out, moved, cancelled and past, home, profile, its page, calendar, feed and structured data say the same (E1, E2, E5)', async ({
  page,
  site,
}) => {
  test.slow();
  const panel = await panelAs(page, 'admin', site);
  const events = panel.getByRole('region', { name: 'Manage Events' });
  const add = events.getByRole('form', { name: 'Add Event' });
  const edit = events.getByRole('form', { name: /^Edit / });

  await events.getByRole('button', { name: 'Add Event' }).click();
  await add.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
  await fill(add, { Venue: 'Saal am Wehr', Location: 'Basel', Date: FIRST });
  await add.getByRole('button', { name: 'Add Event' }).click();
  await expect(events.locator('.done-note')).toContainText('Added Abel Quintero');
  const [{ id } = { id: '' }] = await site.rest<{ id: string }[]>(
    'GET',
    'music_events?select=id&artist_id=eq.abel-quintero',
  );
  const said: Moment = {
    date: FIRST,
    words: /Saal am Wehr/,
    jsonLd: { startDate: FIRST, eventStatus: 'https://schema.org/EventScheduled' },
    ics: [/STATUS:CONFIRMED/, /SEQUENCE:0\b/],
    atom: /Saal am Wehr/,
  };
  await test.step('added', () => expectEverywhere(site, id, said));

  async function change(how: (form: Locator) => Promise<void>, agree?: string): Promise<void> {
    await events.getByRole('button', { name: /^Edit Abel Quintero/ }).click();
    const more = edit.locator('details');
    if (!(await more.getAttribute('open').then((open) => open !== null)))
      await more.locator('summary').click();
    await how(edit);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    if (agree) await edit.getByRole('button', { name: agree }).click();
    await expect(edit).toHaveCount(0);
  }

  const edited: Moment = {
    ...said,
    jsonLd: {
      startDate: expect.stringMatching(`^${FIRST}T20:30(:00)?[+]01:00$`),
      eventStatus: 'https://schema.org/EventScheduled',
      offers: expect.objectContaining({ url: 'https://tickets.example/wehr' }),
    },
    words: /20:30/,
    ics: [/STATUS:CONFIRMED/, /SEQUENCE:1000\b/, /T193000Z/],
  };
  await change((form) =>
    fill(form, {
      Start: '20:30',
      'Time zone': 'Europe/Zurich',
      'Ticket link': 'https://tickets.example/wehr',
    }),
  );
  await test.step('edited', () => expectEverywhere(site, id, edited));

  await change((form) => form.getByLabel('Sold out', { exact: true }).check());
  const soldOut: Moment = {
    ...edited,
    words: /Sold out/i,
    jsonLd: { offers: expect.objectContaining({ availability: 'https://schema.org/SoldOut' }) },
    ics: [/SEQUENCE:2000\b/],
  };
  await test.step('sold out', () => expectEverywhere(site, id, soldOut));

  await change(async (form) => {
    await form.getByLabel('Moved', { exact: true }).check();
    await fill(form, { Date: MOVED });
  });
  const moved: Moment = {
    ...soldOut,
    date: MOVED,
    words: /Moved/,
    jsonLd: {
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: expect.stringContaining(FIRST),
    },
    ics: [/SEQUENCE:3000\b/, /STATUS:CONFIRMED/],
  };
  await test.step('moved', () => expectEverywhere(site, id, moved));

  await change((form) => form.getByLabel('Cancelled', { exact: true }).check());
  const cancelled: Moment = {
    ...moved,
    words: /Cancelled/,
    jsonLd: { eventStatus: 'https://schema.org/EventCancelled' },
    ics: [/SEQUENCE:4000\b/, /STATUS:CANCELLED/],
    atom: /cancelled/i,
  };
  await test.step('cancelled', () => expectEverywhere(site, id, cancelled));

  await change(async (form) => {
    await form.getByLabel('Scheduled', { exact: true }).check();
    await fill(form, { Date: PASSED });
  }, 'Save it to the past dates');
  const past: Moment = {
    ...said,
    date: PASSED,
    words: /has taken place/,
    jsonLd: { eventStatus: 'https://schema.org/EventScheduled' },
    ics: [/SEQUENCE:5000\b/],
    isPast: true,
  };
  await test.step('past', () => expectEverywhere(site, id, past));
  await expectOnPage(page, id);
});

test('a date that was put off never says that it took place, and its title says so first (E6, E7) @release', async ({
  page,
  site,
}) => {
  const [{ id } = { id: '' }] = await site.rest<{ id: string }[]>('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', venue: 'Depot 24', location: 'Antwerp', status: 'postponed' },
    date: daysFromToday(-20),
  });
  await page.goto(`/event/${id}`);
  await isAlive(page);
  await expect(page).toHaveTitle(
    /^POSTPONED: Mara Voss — Depot 24, Antwerp — \w{3} \d+ \w{3} \d{4}$/,
  );
  await expect(page.getByText('This date was postponed. A new one is to come.')).toBeVisible();
  await expect(page.getByText('This date has taken place.')).toHaveCount(0);
  for (const path of ['/artist/mara-voss', `/events/past/${daysFromToday(-20).slice(0, 4)}`]) {
    await page.goto(path);
    const row = page.locator('li', { hasText: 'Depot 24' });
    await expect(row).toContainText('Antwerp, postponed');
  }
});

test('a new date of a postponed show is asked about, and moves it (E2, E6)', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', venue: 'Depot 25', location: 'Antwerp', status: 'postponed' },
    date: FIRST,
  });
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: /^Edit Mara Voss at Depot 25/ }).click();
  const form = panel.getByRole('form', { name: /^Edit / });
  await fill(form, { Date: MOVED });
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toContainText(`Is ${longDate(MOVED)} the new date of this show?`);
  await form.getByRole('button', { name: 'Yes, it has moved' }).click();
  await expect(form).toHaveCount(0);
  const saved = 'music_events?select=date,status,previous_date&venue=eq.Depot 25';
  expect(await site.rest('GET', saved)).toEqual([
    { date: MOVED, status: 'moved', previous_date: FIRST },
  ]);

  await panel.getByRole('button', { name: /^Edit Mara Voss at Depot 25/ }).click();
  await form.getByLabel('Postponed', { exact: true }).check();
  await fill(form, { Date: daysFromToday(28) });
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.getByRole('button', { name: 'No, only correct the date' }).click();
  await expect(form).toHaveCount(0);
  expect(await site.rest('GET', saved)).toMatchObject([
    { date: daysFromToday(28), status: 'postponed' },
  ]);
});

async function expectOnPage(page: Page, id: string): Promise<void> {
  await page.goto(`/event/${id}`);
  await expect(page.getByText('This date has taken place.')).toBeVisible();
}
