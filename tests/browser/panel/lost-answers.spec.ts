/** Saves whose answer is lost on the way: they may have worked, and nothing is there twice unless somebody wants it so. */

import { daysFromToday } from '../../live/dates';
import {
  ARTISTS,
  EVENTS,
  expect,
  fill,
  openAddArtist,
  type Page,
  PICTURE,
  panelAs,
  SAVE_ARTIST,
  test,
} from '../fixtures';

/** The service gets what is sent, and the next answer never comes. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  let isLost = false;
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort('connectionreset');
    },
  );
}

const MAY_HAVE_WORKED = /This may have worked all the same: look before you try again\.$/;

for (const [name, links, path] of [
  ['an artist', '', ARTISTS],
  ['an artist with links', 'vesna.example', SAVE_ARTIST],
] as const) {
  test(`${name} whose save was not answered is asked about before there is a second one (P4)`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, 'admin', site);
    const add = await openAddArtist(panel);
    await fill(add, { Name: 'Vesna Kole', Genre: 'Art pop', 'Image URL': PICTURE });
    await add.getByLabel('Add a link').fill(links);
    await page.waitForLoadState('networkidle');
    await loseAnswer(page, path);
    const press = (name: string) => add.getByRole('button', { name, exact: true }).click();
    await press('Add Artist');
    await expect(add.getByRole('alert')).toHaveText(MAY_HAVE_WORKED);
    const named = () => site.rest('GET', 'music_artists?select=id&name=eq.Vesna%20Kole');
    await expect.poll(named).toHaveLength(1);

    await add.getByRole('form').getByRole('button', { name: 'Add Artist' }).click();
    const question = add.getByRole('group', {
      name: 'There is a Vesna Kole already, added a moment ago.',
    });
    await expect(question.getByRole('link', { name: 'See it' })).toHaveAttribute(
      'href',
      '/artist/vesna-kole',
    );
    await expect(question.getByRole('button', { name: 'Change' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(add.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(question).toBeVisible();
    expect(await named()).toHaveLength(1);
    await question.getByRole('button', { name: 'Add another' }).click();
    await expect(add.getByText('Added Vesna Kole.')).toBeInViewport();
    expect(await named()).toHaveLength(2);
  });
}

test('a date whose save was not answered shows, and is asked about before there is a second one (P5) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'contact', site);
  await panel.getByRole('button', { name: 'Add Event' }).click();
  const form = panel.getByRole('form', { name: 'Add Event' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Night Ferry' });
  const fields = { Date: daysFromToday(40), Venue: 'Old Mill', Location: 'Bern' };
  for (const [label, text] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(text);
  await loseAnswer(page, EVENTS);
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(form.getByRole('alert')).toHaveText(MAY_HAVE_WORKED);
  await expect(panel.getByRole('button', { name: /^Delete.*Old Mill/ })).toBeVisible();
  await form.getByRole('button', { name: 'Add Event' }).click();
  const question = form.getByRole('group', { name: 'Night Ferry already plays Old Mill' });
  await expect(question.getByRole('link', { name: 'See it' })).toHaveAttribute(
    'href',
    /^\/event\//,
  );
  await expect(question.getByRole('button', { name: 'Add it again' })).toBeVisible();
  const there = await site.rest('GET', 'music_events?select=id&venue=eq.Old%20Mill');
  expect(there).toHaveLength(1);
});
