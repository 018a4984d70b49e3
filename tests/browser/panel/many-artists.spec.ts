/** A site with more artists than a choice offers at once: the panel finds the others. */

import { expect, type LiveSite, type Page, panelAs, test } from '../fixtures';

/** After 50 others by name. */
const LAST = 'Zoë Novák';

async function grow(site: LiveSite): Promise<void> {
  const names = [...Array.from({ length: 50 }, (_, n) => `Band ${n}`), LAST];
  await site.rest(
    'POST',
    'music_artists',
    names.map((name) => ({
      name,
      genre: 'Techno',
      image: '/storage/v1/object/public/demo/halve.webp',
      followers: '800',
    })),
  );
}

async function openPanel(page: Page, site: LiveSite, section: 'People' | 'History') {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: section, exact: true }).click();
  return panel;
}

test.beforeEach(({ site }) => grow(site));

test('whoever is not among the first artists is found for an invitation, and stays chosen (U2) @release', async ({
  page,
  site,
}) => {
  const panel = await openPanel(page, site, 'People');
  await panel.getByRole('button', { name: 'Invite' }).click();
  await panel.getByLabel('What for').selectOption({ label: 'Owner of an artist' });
  const artist = panel.getByLabel('Which artist');
  await expect(artist.getByRole('option', { name: 'Band 0' })).toHaveCount(1);
  await expect(artist.getByRole('option', { name: LAST })).toHaveCount(0);
  await panel.getByRole('searchbox', { name: 'Find an artist' }).fill('novak');
  await artist.selectOption({ label: LAST });
  await panel.getByRole('searchbox', { name: 'Find an artist' }).fill('');
  await expect(artist.getByRole('option', { name: 'Band 0' })).toHaveCount(1);
  await expect(artist.getByRole('option', { selected: true })).toHaveText(LAST);
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(panel.getByRole('heading', { name: `Link for: Owner of ${LAST}` })).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Open invitations' })).toContainText(
    `Owner of ${LAST}`,
  );
});

test('History is narrowed to whoever is not among the first artists (U5) @release', async ({
  page,
  site,
}) => {
  for (const id of ['band-0', 'zoe-novak'])
    await site.rest('PATCH', `music_artists?id=eq.${id}`, { genre: 'House' });
  const panel = await openPanel(page, site, 'History');
  await expect(panel.getByText('changed Band 0: genre')).toBeVisible();
  const artist = panel.getByLabel('Artist', { exact: true });
  await panel.getByRole('searchbox', { name: 'Find an artist' }).fill('novak');
  await artist.selectOption({ label: LAST });
  await expect(panel.getByText('changed Band 0: genre')).toHaveCount(0);
  await expect(panel.getByText(`changed ${LAST}: genre`)).toBeVisible();
  await expect(panel.getByText('added 51 artists').first()).toBeVisible();
});
