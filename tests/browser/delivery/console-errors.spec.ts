import { daysFromToday } from '../../live/dates';
import {
  ARTISTS,
  type Asked,
  CONTACTS,
  EVENTS,
  expect,
  failWith,
  fill,
  isAlive,
  type LiveSite,
  openAddArtist,
  type Page,
  PICTURE,
  panelAs,
  signedInAt,
  test,
} from '../fixtures';

type Failure = {
  /** What the page logs for each failed operation. */
  message: string;
  fails: (asked: Asked) => boolean;
  act: (page: Page, site: LiveSite) => Promise<unknown>;
};

const from = (pathname: string, method: string) => (asked: Asked) =>
  asked.pathname === pathname && asked.method === method;

async function inPanel(page: Page, site: LiveSite, button: string | RegExp, confirm?: string) {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: button, exact: true }).click();
  if (confirm) await panel.getByRole('button', { name: confirm }).click();
}

async function addArtist(page: Page, site: LiveSite) {
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  await fill(add, { Name: 'Halve', Genre: 'Techno', 'Image URL': PICTURE });
  await add.getByRole('button', { name: 'Add Artist' }).click();
}

async function addEvent(page: Page) {
  await page.getByRole('button', { name: 'Add Event' }).click();
  await fill(page, { Date: daysFromToday(30), Venue: 'Saal am Wehr', Location: 'Basel' });
  await page.getByRole('form').getByRole('button', { name: 'Add Event' }).click();
}

async function openProfileFromHome(page: Page) {
  await page.goto('/');
  await isAlive(page);
  await page
    .getByRole('region', { name: 'Popular Artists' })
    .getByRole('link', { name: 'Night Ferry' })
    .click();
}

const FAILURES: readonly Failure[] = [
  {
    message: 'checking authorization failed',
    fails: from(CONTACTS, 'GET'),
    act: (page, site) => signedInAt(page, '/', 'contact', site),
  },
  {
    message: 'checking authorization failed',
    fails: from('/auth/v1/user', 'GET'),
    act: (page, site) => signedInAt(page, '/', 'admin', site),
  },
  {
    message: 'fetching the artist failed',
    fails: ({ pathname, query }) => pathname === ARTISTS && query.has('id'),
    act: openProfileFromHome,
  },
  { message: 'fetching events failed', fails: from(EVENTS, 'GET'), act: openProfileFromHome },
  {
    message: 'fetching events failed',
    fails: from(EVENTS, 'GET'),
    act: async (page, site) => {
      await signedInAt(page, '/artist/mara-voss', 'contact', site);
      await addEvent(page);
    },
  },
  { message: 'fetching artists failed', fails: from(ARTISTS, 'GET'), act: addArtist },
  { message: 'adding an artist failed', fails: from(ARTISTS, 'POST'), act: addArtist },
  {
    message: 'deleting an artist failed',
    fails: from(ARTISTS, 'DELETE'),
    act: (page, site) => inPanel(page, site, 'Delete Night Ferry', 'Delete artist'),
  },
  {
    message: 'resetting the featured flag failed',
    fails: from(ARTISTS, 'PATCH'),
    act: (page, site) => inPanel(page, site, /^Set Featured.*Night Ferry/),
  },
  {
    message: 'setting the featured artist failed',
    fails: (asked) => from(ARTISTS, 'PATCH')(asked) && asked.query.get('id') === 'eq.night-ferry',
    act: (page, site) => inPanel(page, site, /^Set Featured.*Night Ferry/),
  },
  {
    message: 'updating the artist failed',
    fails: from(ARTISTS, 'PATCH'),
    act: async (page, site) => {
      await signedInAt(page, '/artist/mara-voss', 'owner', site);
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
  },
  {
    message: 'updating the artist failed',
    fails: from(ARTISTS, 'PATCH'),
    act: async (page, site) => {
      await inPanel(page, site, 'Edit Night Ferry');
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  },
  {
    message: 'adding an event failed',
    fails: from(EVENTS, 'POST'),
    act: async (page, site) => {
      await signedInAt(page, '/artist/mara-voss', 'contact', site);
      await addEvent(page);
    },
  },
  {
    message: 'deleting an event failed',
    fails: from(EVENTS, 'DELETE'),
    act: async (page, site) => {
      await signedInAt(page, '/artist/night-ferry', 'contact', site);
      await page.getByRole('button', { name: /^Delete Pier Fourteen Hall/ }).click();
      await page.getByRole('button', { name: 'Delete event' }).click();
    },
  },
  {
    message: 'deleting an event failed',
    fails: from(EVENTS, 'DELETE'),
    act: (page, site) => inPanel(page, site, /^Delete.*Silver Oar/, 'Delete event'),
  },
];

const isRead = (message: string) => /^(checking|fetching)/.test(message);

for (const [place, { message, fails, act }] of FAILURES.entries()) {
  // A read that cannot reach the server is tried again for seconds first: one of them is enough.
  const isTriedAgain = isRead(message) && message !== 'fetching the artist failed';
  for (const kind of isTriedAgain ? (['500'] as const) : (['500', 'unreachable'] as const)) {
    test(`${message} is logged: case ${place + 1}, ${kind} (D9)`, async ({ page, site }) => {
      const logged: string[] = [];
      page.on('console', (entry) => {
        if (entry.type() === 'error') logged.push(entry.text());
      });
      await failWith(page, kind, fails);
      await act(page, site);
      await expect.poll(() => logged.some((text) => text.startsWith(message))).toBe(true);
    });
  }
}

test('nothing is logged when nothing fails (D9) @release', async ({ page, site }) => {
  const logged: string[] = [];
  page.on('console', (entry) => {
    if (entry.type() === 'error') logged.push(entry.text());
  });
  await signedInAt(page, '/artist/mara-voss', 'admin', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill('Sings.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Sings.')).toBeVisible();
  expect(logged).toEqual([]);
});
