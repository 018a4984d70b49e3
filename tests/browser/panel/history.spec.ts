/** What happened, by whom and when, and undoing it. */

import { OTHER, OWNED } from '../../live/cast';
import { auth, changeAs } from '../accounts';
import { violations } from '../axe';
import { dialog, expect, type LiveSite, type Locator, panelAs, signInAs, test } from '../fixtures';
import { linesOf } from '../lines';
import { setText } from '../visitors/large-text';

const openHistory = async (panel: Locator) => {
  await panel.getByRole('button', { name: 'History' }).click();
  return panel.getByRole('region', { name: 'History' });
};
const entry = (history: Locator, text: string | RegExp) =>
  history.locator('.hist > li').filter({ hasText: text });
const genreOf = (site: LiveSite) => site.rest('GET', `music_artists?id=eq.${OWNED}&select=genre`);

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`History says who changed what, undoes it, and refuses what would lose a later change, at ${width} px (U5)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    for (const genre of ['Noise', 'Folk'])
      await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { genre });
    const history = await openHistory(await panelAs(page, 'admin', site));
    await expect(history.getByRole('heading', { name: 'History', level: 3 })).toBeFocused();
    // Two saves within a second are two entries.
    const last = entry(history, 'changed Mara Voss: genre').first();
    await last.locator('summary').click();
    await expect(last.getByRole('row', { name: 'Genre Noise Folk' })).toBeVisible();
    // Axe takes a button that is half below the panel's head for a small one.
    await dialog(page).evaluate((box) => box.scrollTo(0, 0));
    expect(await violations(page)).toEqual([]);
    await last.getByRole('button', { name: 'Undo this change' }).click();
    await expect(history.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();
    await expect(entry(history, 'You undid a change of Mara Voss: genre').first()).toBeVisible();
    await expect(last.getByText('Undone', { exact: true })).toBeVisible();
    expect(await genreOf(site)).toEqual([{ genre: 'Noise' }]);
  });
}

test('on a phone no word is broken in History, nor with text at twice its size @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await site.rest('POST', 'music_events', {
    artist_id: OWNED,
    date: '2030-09-25',
    venue: 'Ruine',
    location: 'Genk',
  });
  const history = await openHistory(await panelAs(page, 'admin', site));
  const added = entry(history, 'Ruine').first();
  await added.locator('summary').click();
  const field = added.getByRole('rowheader', { name: 'Announced' });
  expect(await field.evaluate(linesOf, 'Announced')).toBe(1);
  await setText(page, 200);
  for (const [shown, word] of [
    [field, 'Announced'],
    [added.getByRole('cell', { name: /September/ }), 'Wednesday,'],
  ] as const)
    expect(await shown.evaluate(linesOf, word)).toBe(1);
});

test('an undo that would lose a later change shows both versions and what to do (U5) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { genre: 'Noise' });
  const history = await openHistory(await panelAs(page, 'admin', site));
  const mine = entry(history, 'changed Mara Voss: genre').first();
  await mine.locator('summary').click();
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { genre: 'Folk' });
  await mine.getByRole('button', { name: 'Undo this change' }).click();
  const refused = mine.getByRole('alert');
  await expect(refused).toContainText('Not undone: it has been changed since.');
  await expect(refused.getByRole('row', { name: 'Genre Noise Folk' })).toBeVisible();
  await expect(refused).toContainText('Undo the later change first.');
  expect(await violations(page)).toEqual([]);
  expect(await genreOf(site)).toEqual([{ genre: 'Folk' }]);
});

test('an undo of a move between artists that is refused names them (U5) @release', async ({
  page,
  site,
}) => {
  const found = await site.rest('GET', `music_events?artist_id=eq.${OWNED}&limit=1&select=id`);
  const [date] = found as { id: string }[];
  const give = (artist_id: string) =>
    site.rest('PATCH', `music_events?id=eq.${date?.id}`, { artist_id });
  await give(OTHER);
  const history = await openHistory(await panelAs(page, 'admin', site));
  const moved = entry(history, /changed Night Ferry, .*: artist/).first();
  await moved.locator('summary').click();
  await give(OWNED);
  await moved.getByRole('button', { name: 'Undo this change' }).click();
  const refused = moved.getByRole('alert');
  await expect(refused.getByRole('row', { name: 'Artist Night Ferry Mara Voss' })).toBeVisible();
});

test('what was deleted stands first, comes back whole, and the rest is narrowed to an artist or a person (U5)', async ({
  page,
  site,
}) => {
  await site.rest('DELETE', `music_artists?id=eq.${OTHER}`);
  const history = await openHistory(await panelAs(page, 'admin', site));
  // Other tests have deleted others on the same site.
  const deleted = history
    .getByRole('listitem')
    .filter({ hasText: 'Gone for good on' })
    .filter({
      hasText: /^Night Ferry ?Artist with 2 dates.*\. A program deleted it /,
    });
  await deleted.getByRole('button', { name: 'Bring back Night Ferry' }).click();
  await expect(deleted).toHaveCount(0);
  await expect(entry(history, 'You brought back Night Ferry').first()).toBeVisible();
  expect(await site.rest('GET', `music_events?select=venue&artist_id=eq.${OTHER}`)).toHaveLength(2);

  await history.getByLabel('Person').selectOption({ label: site.cast.admin.email });
  await expect(entry(history, 'program')).toHaveCount(0);
  await expect(entry(history, 'You brought back Night Ferry').first()).toBeVisible();
  await history.getByLabel('Artist').selectOption({ label: 'Mara Voss' });
  await expect(entry(history, 'Night Ferry')).toHaveCount(0);
});

test('an admin reads names where people gave themselves one; others read nobody’s (U5)', async ({
  page,
  site,
}) => {
  const { id } = site.cast.contact;
  await auth(site, `PUT admin/users/${id}`, { user_metadata: { full_name: 'Jonas Weil' } });
  await changeAs(site, 'contact', `music_events?artist_id=eq.${OWNED}`, { price: '€18' });
  const asAdmin = await panelAs(page, 'admin', site);
  const history = await openHistory(asAdmin);
  await expect(entry(history, 'Jonas Weil changed').first()).toBeVisible();
  await expect(history.getByLabel('Person')).toContainText('Jonas Weil');
  await asAdmin.getByRole('button', { name: 'Sign Out' }).click();
  const theirs = await openHistory(await signInAs(page, 'owner', site));
  await expect(entry(theirs, 'Somebody else changed').first()).toBeVisible();
  await expect(theirs).not.toContainText(/Jonas|contact@/);
  await auth(site, `PUT admin/users/${id}`, { user_metadata: { full_name: null } });
});

test('more that was deleted is shown by keyboard, from the first new row on, and told (U5) @release', async ({
  page,
  site,
}) => {
  await site.rest('DELETE', 'music_events?id=not.is.null');
  const history = await openHistory(await panelAs(page, 'admin', site));
  const deleted = history.getByRole('listitem').filter({ hasText: 'Gone for good on' });
  await expect(deleted).toHaveCount(3);
  await history.getByRole('button', { name: 'Show more deletions' }).press('Enter');
  await expect(deleted.nth(3).getByRole('button', { name: /^Bring back/ })).toBeFocused();
  // Other tests have deleted others on the same site.
  const told = history.getByRole('status').filter({ hasText: /^(One more|\d+ more deletions)\.$/ });
  await expect(told).toBeAttached();
});

test('each person finds in History what is for them (U5) @release', async ({ page, site }) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { followers: '1.3M' });
  await changeAs(site, 'contact', 'music_events?venue=eq.Pier%20Fourteen%20Hall', {
    start_time: '20:30',
  });
  await changeAs(site, 'owner', `music_artists?id=eq.${OWNED}`, { genre: 'Noise' });
  for (const [who, seen, unseen] of [
    ['contact', 'You changed Night Ferry, Pier Fourteen Hall', 'added Night Ferry'],
    ['owner', 'You changed Mara Voss', 'Night Ferry'],
  ] as const) {
    const panel = await panelAs(page, who, site);
    const history = await openHistory(panel);
    await expect(history.locator('.hist > li').filter({ hasText: seen }).first()).toBeVisible();
    await expect(history.locator('.hist > li').filter({ hasText: unseen })).toHaveCount(0);
    await expect(history.getByLabel('Person')).toHaveCount(0);
    if (who === 'owner') {
      for (const [field, isTheirs] of [
        ['genre', true],
        ['followers', false],
      ] as const) {
        const change = entry(history, `changed Mara Voss: ${field}`).first();
        await change.locator('summary').click();
        await expect(change.getByText('Only admins can undo this.')).toHaveCount(isTheirs ? 0 : 1);
        await expect(change.getByRole('button')).toHaveCount(isTheirs ? 1 : 0);
      }
    }
    await panel.getByRole('button', { name: 'Sign Out' }).click();
    await expect(panel).toHaveCount(0);
  }
  const panel = await signInAs(page, 'stranger', site);
  await expect(panel.getByText('Only admins can feature or delete artists.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'History' })).toHaveCount(0);
});

test('while it cannot be told what may be undone, History shows, and an undo asks the server itself (U5) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { genre: 'Noise' });
  await page.route('**/rest/v1/rpc/can_undo', (route) => route.fulfill({ status: 503, body: '' }));
  const history = await openHistory(await panelAs(page, 'admin', site));
  const mine = entry(history, 'changed Mara Voss: genre').first();
  await mine.locator('summary').click();
  await mine.getByRole('button', { name: 'Undo this change' }).click();
  await expect(history.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible();
});
