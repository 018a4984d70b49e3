import { daysFromToday, longDate } from '../../live/dates';
import { violations } from '../axe';
import {
  dialog,
  expect,
  openAddArtist,
  openEdit,
  openPanel,
  type Page,
  panelAs,
  sendSignIn,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';

type View = readonly [
  string,
  (page: Page, site: Parameters<typeof signInAs>[2]) => Promise<unknown>,
];

const VIEWS: readonly View[] = [
  ['home', (page) => page.goto('/')],
  ['profile', (page) => page.goto('/artist/mara-voss')],
  [
    'event on the longest weekday',
    async (page, site) => {
      const days = [...Array(7).keys()].map((number) => daysFromToday(30 + number));
      const date = days.find((day) => longDate(day).startsWith('Wednesday'));
      await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', { date });
      const path = 'music_events?select=id&venue=eq.Silver%20Oar';
      const [found] = await site.rest<{ id: string }[]>('GET', path);
      await page.goto(`/event/${found?.id}`);
    },
  ],
  ['search', (page) => page.goto('/?q=mara')],
  ['a page that is missing', (page) => page.goto('/nowhere')],
  [
    'profile being edited',
    async (page, site) => {
      await signedInAt(page, '/artist/mara-voss', 'admin', site);
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByRole('button', { name: 'Add Event' }).click();
      await page
        .getByRole('form', { name: 'Add Event' })
        .getByRole('button', { name: 'Add Event' })
        .click();
      await page.getByRole('button', { name: /^Delete Silver Oar/ }).click();
    },
  ],
  [
    'panel signed out',
    async (page) => {
      await page.goto('/');
      const panel = await openPanel(page);
      await sendSignIn(panel, 'nobody@stage.test', 'not the password at all');
      await expect(panel.getByRole('alert')).toBeVisible();
    },
  ],
  [
    'panel signed in',
    async (page, site) => {
      const panel = await panelAs(page, 'admin', site);
      const add = await openAddArtist(panel);
      await add.getByRole('button', { name: 'Add Artist' }).click();
      await panel.getByRole('button', { name: 'Delete Night Ferry', exact: true }).click();
      await panel.getByRole('button', { name: 'Add Event' }).click();
    },
  ],
  [
    'panel, editing an artist',
    async (page, site) => {
      const panel = await panelAs(page, 'stranger', site);
      await openEdit(panel, { name: 'Edit Night Ferry', exact: true });
    },
  ],
];

async function signedOutAgain(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
}

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1440],
] as const) {
  test(`axe finds nothing on any page or in the panel, ${colorScheme} at ${width} px`, async ({
    page,
    site,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    for (const [name, open] of VIEWS) {
      await signedOutAgain(page);
      await open(page, site);
      await page.waitForLoadState('networkidle');
      expect(await violations(page), name).toEqual([]);
    }
  });
}

test('nothing scrolls sideways at any width @release', async ({ page, site }) => {
  test.setTimeout(180_000);
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', {
    name: 'Donaudampfschifffahrtsgesellschaftskapitän Quartett',
    genre: 'Chamber folk, field recordings and quiet songs from the north coast of an island',
    latest_song: 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
    website: `https://example.com/${'long'.repeat(60)}`,
    bio: 'w'.repeat(300),
  });
  for (const [name, open] of VIEWS) {
    await signedOutAgain(page);
    await open(page, site);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page.evaluate(() => {
        const root = document.scrollingElement ?? document.body;
        return root.scrollWidth - root.clientWidth;
      });
      expect(excess, `${name} at ${width} px`).toBeLessThanOrEqual(0);
      const panel = dialog(page);
      if (await panel.isVisible()) {
        const inside = await panel.evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(inside, `${name} at ${width} px`).toBe(0);
      }
    }
  }
});

test('the panel takes the focus, keeps it, and gives it back @release', async ({ page, site }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Admin panel' });
  await button.focus();
  await page.keyboard.press('Enter');
  const panel = dialog(page);
  await expect(panel.getByLabel('Email', { exact: true })).toBeFocused();
  // After the last control the browser's own are next: the document has no focus then.
  const isInside = () =>
    panel.evaluate(
      (element) =>
        element.contains(document.activeElement) || document.activeElement === document.body,
    );
  for (const key of [...Array(6).fill('Tab'), ...Array(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await isInside()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
  await signInAs(page, 'admin', site);
  await page.keyboard.press('Shift+Tab');
  expect(await isInside()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('the page behind the panel is out of reach @release', async ({ page }) => {
  await page.goto('/');
  await openPanel(page);
  const isReached = await page.getByText('Listen Now').evaluate((element: HTMLElement) => {
    element.focus();
    const { left, top, width, height } = element.getBoundingClientRect();
    const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
    return document.activeElement === element || !pressed?.matches('[role="dialog"], dialog');
  });
  expect(isReached).toBe(false);
  const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  expect(overflow).toBe('hidden');
});

test('Escape in the question deletes nothing and leaves the panel open @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const remove = panel.getByRole('button', { name: 'Delete Night Ferry', exact: true });
  await remove.click();
  await expect(panel.getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await expect(remove).toBeFocused();
});

test('signing in works from the keyboard alone', async ({ page, site }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin panel' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(site.cast.owner.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(site.cast.owner.password);
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(site.cast.owner.email)).toBeVisible();
  expect(await dialog(page).evaluate((element) => element.contains(document.activeElement))).toBe(
    true,
  );
});

test('the first Tab stop skips the header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('region', { name: 'Latest Release' }).hover();
    await page.getByRole('region', { name: 'Popular Artists' }).getByRole('link').first().hover();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number(effect?.getComputedTiming().duration) > 1,
        )
        .map((animation) => animation.constructor.name),
    );
    expect(moving).toEqual([]);
  });
});
