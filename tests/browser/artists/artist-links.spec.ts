/** An artist's links to streaming services, edited as a list. */

import { violations } from '../axe';
import {
  closePanel,
  expect,
  type LiveSite,
  type Locator,
  openEdit,
  openPanel,
  type Page,
  signedInAt,
  test,
} from '../fixtures';

/** Pastes as a person does: what the page does not take itself, the browser puts into the field. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  const isTaken = await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return !input.dispatchEvent(event);
  }, text);
  if (!isTaken) await field.pressSequentially(text);
}

const link = (area: Page | Locator, place: number) =>
  area.getByRole('textbox', { name: `Link ${place}`, exact: true });

type Saved = { id: string; updated_at: string; links: object[] };

const savedUrls = async (site: LiveSite) => {
  const rows = await site.rest<{ url: string }[]>(
    'GET',
    'music_links?select=url&artist_id=eq.mara-voss&order=position',
  );
  return rows.map(({ url }) => url);
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an owner pastes, orders and saves links, and Listen offers them at once (E4) @release', async ({
    page,
    site,
  }) => {
    await signedInAt(page, '/artist/mara-voss', 'owner', site);
    const edit = page.getByRole('button', { name: 'Edit Profile' });
    await edit.click();
    const add = page.getByRole('textbox', { name: 'Add a link' });
    await paste(add, 'Radio: radio.example/mara\nwww.mara.bandcamp.com open.spotify.com/artist/1');
    await expect(add).toHaveValue('');
    await expect(link(page, 2)).toHaveValue('www.mara.bandcamp.com');
    await expect(link(page, 2)).toHaveAccessibleDescription('Bandcamp in Listen Now');
    await expect(page.getByLabel('Label of link 1')).toHaveValue('Radio');
    await expect(page.getByLabel('Label of link 2')).toHaveCount(0);

    const up = page.getByRole('button', { name: 'Move Spotify up' });
    await up.press('Enter');
    await up.press('Enter');
    await expect(up).toBeFocused();
    await expect(link(page, 1)).toHaveValue('open.spotify.com/artist/1');
    await expect(page.getByText('Spotify: now 1 of 3.')).toBeAttached();
    await page.getByRole('button', { name: 'Remove Radio' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Remove Bandcamp' })).toBeFocused();

    await add.fill('my own shop');
    await add.press('Enter');
    await expect(add).toHaveAccessibleDescription(/This is no web address/);
    await page.reload();
    await expect(add).toHaveValue('my own shop');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(add).toBeFocused();
    await expect(add).toHaveAccessibleDescription(/This is no web address/);
    expect(await violations(page)).toEqual([]);
    await add.fill('http://shop.mara.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(edit).toBeVisible();
    expect(await savedUrls(site)).toEqual([
      'https://open.spotify.com/artist/1',
      'https://www.mara.bandcamp.com',
      'https://shop.mara.example',
    ]);
    await page.getByRole('button', { name: 'Listen', exact: true }).click();
    const offered = page.locator('.factbar .menu').getByRole('link');
    await expect(offered).toHaveText([/^Spotify/, /^Bandcamp/, /^shop\.mara\.example/]);
  });
});

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('an admin edits links in the panel, and Listen Now offers them at once (E4)', async ({
    page,
    site,
  }) => {
    await site.rest('POST', 'music_links', [
      { artist_id: 'mara-voss', position: 0, url: 'https://mara.bandcamp.com' },
      { artist_id: 'mara-voss', position: 1, url: 'https://radio.example' },
    ]);
    await signedInAt(page, '/', 'admin', site);
    const panel = await openPanel(page);
    await openEdit(panel, { name: 'Edit Mara Voss', exact: true });
    await link(panel, 2).fill('https://mara.bandcamp.com/');
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(link(panel, 2)).toBeFocused();
    await expect(link(panel, 2)).toHaveAccessibleDescription('This is the same as link 1.');
    await paste(link(panel, 2), 'tidal.com/artist/1\nyoutube.com/@mara');
    await panel.getByRole('button', { name: 'Remove Bandcamp (link 2)' }).click();
    await panel.getByRole('button', { name: 'Move Bandcamp down' }).click();

    const [mara] = await site.rest<Saved[]>(
      'GET',
      'music_artists?select=id,updated_at,links:music_links(id,url)&id=eq.mara-voss',
    );
    const { links, ...artist } = mara as Saved;
    const theirs = [...links, { url: 'https://deezer.com/mara' }];
    await site.rest('POST', 'rpc/save_artist', { artist, links: theirs });
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByRole('alert')).toContainText(/Someone else saved this/);
    await panel.getByRole('button', { name: /Load the latest version/ }).click();
    await expect(link(panel, 4)).toHaveValue('https://deezer.com/mara');
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByText('Saved Mara Voss.')).toBeVisible();
    await closePanel(page);
    await page.getByRole('button', { name: 'Listen Now' }).click();
    const offered = page.locator('.menu--left').getByRole('link');
    await expect(offered).toHaveText([/^TIDAL/, /^Bandcamp/, /^YouTube/, /^Deezer/]);
  });
});
