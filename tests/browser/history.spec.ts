/** What happened, by whom and when, and undoing it. */

import { OWNED } from '../live/cast';
import { violations } from './axe';
import { expect, type Page, signInAs, test } from './fixtures';

const openHistory = async (panel: ReturnType<Page['getByRole']>) => {
  await panel.getByRole('button', { name: 'History' }).click();
  return panel.getByRole('region', { name: 'History' });
};

test('History says what was changed, unfolds to before and after, and undoes it (U5)', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { genre: 'Noise' });
  await page.goto('/');
  const history = await openHistory(await signInAs(page, 'admin', site));
  await expect(history.getByRole('heading', { name: 'History' })).toBeFocused();
  const newest = history.getByRole('group').first();
  await expect(newest).toContainText('changed Mara Voss: genre');
  await newest.locator('summary').click();
  await expect(newest.getByRole('row', { name: 'Genre Art pop Noise' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await newest.getByRole('button', { name: 'Undo this change' }).click();
  await expect(history.getByRole('status')).toContainText('Undone');
  await expect(newest).toContainText('You undid a change of Mara Voss: genre');
  expect(await site.rest('GET', `music_artists?id=eq.${OWNED}&select=genre`)).toEqual([
    { genre: 'Art pop' },
  ]);
});
