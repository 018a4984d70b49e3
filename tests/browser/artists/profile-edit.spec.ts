import { expect, expectFields, failWith, fill, type Locator, signedInAt, test } from '../fixtures';
import { PHONE } from '../holding';
import { setText } from '../visitors/large-text';

const FIELDS = {
  Name: 'Mara V.',
  Bio: 'Writes in the morning now.',
  Website: 'https://new.example',
  Instagram: 'new_insta',
  Twitter: 'new_twit',
};

const LONG_GENRE = 'Chamber folk, field recordings and electronics';

/** Where a control stands, in whole pixels. */
async function placeOf(control: Locator) {
  const { left, top, bottom } = await control.evaluate((at) => at.getBoundingClientRect().toJSON());
  return { left: Math.round(left), top: Math.round(top), bottom: Math.round(bottom) };
}

test('the editor has the five fields, their placeholders, Save and Cancel (A6) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expectFields(page, {
    Name: 'Mara Voss',
    Bio: 'Mara Voss writes at night.',
    Website: 'https://mara-voss.example',
    Instagram: 'maravoss',
  });
  await expect(page.getByLabel('Twitter', { exact: true })).toHaveValue(/^@?mara_voss$/);
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveAttribute(
    'placeholder',
    'Write your bio here...',
  );
  await expect(page.getByLabel('Instagram', { exact: true })).toHaveAttribute(
    'placeholder',
    '@username',
  );
  await expect(page.getByLabel('Twitter', { exact: true })).toHaveAttribute(
    'placeholder',
    '@username',
  );
  await expect(page.getByLabel('Website', { exact: true })).toHaveAttribute('type', 'url');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
});

test('Cancel restores the last saved record (A7)', async ({ page, site }) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await fill(page, FIELDS);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await expect(page.getByText('Mara Voss writes at night.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expectFields(page, { Name: 'Mara Voss', Website: 'https://mara-voss.example' });
  expect(await site.rest('GET', 'music_artists?select=name&id=eq.mara-voss')).toEqual([
    { name: 'Mara Voss' },
  ]);
});

for (const who of ['owner', 'admin'] as const) {
  test(`Save writes the whole record and returns to the profile (${who}) (A7)`, async ({
    page,
    site,
  }) => {
    await signedInAt(page, '/artist/mara-voss', who, site);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await fill(page, FIELDS);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara V.');
    await expect(page.getByText('Writes in the morning now.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    const record = (await sent).postDataJSON();
    expect(Object.keys(record)).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'genre',
        'image',
        'followers',
        'latest_song',
        'is_featured',
        'updated_at',
      ]),
    );
    expect(await site.rest('GET', 'music_artists?id=eq.mara-voss')).toMatchObject([
      {
        name: 'Mara V.',
        bio: 'Writes in the morning now.',
        website: 'https://new.example',
        social_instagram: 'new_insta',
        social_twitter: 'new_twit',
        genre: 'Art pop',
        followers: '1.2M',
        is_featured: true,
        user_id: site.cast.owner.id,
      },
    ]);
  });
}

test('a save is one request, and the profile shows what the server keeps (A7) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/music_artists')) requests.push(request.method());
  });
  await page.route('**/rest/v1/music_artists*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), bio: 'As it is kept.' } });
  });
  // The second save is not refused: it is based on the version that the first one returned.
  for (const name of ['Mara One', 'Mara Two']) {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText('As it is kept.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
  expect(requests).toEqual(['PATCH', 'PATCH']);
});

test('an owner’s save leaves the fields outside the form unchanged (A7)', async ({
  page,
  site,
}) => {
  const hidden = {
    genre: 'Art pop ',
    latest_song: '',
    followers: ' 1.2M',
    image: 'https://pictures.example/halve.webp#focus=50,28',
  };
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', hidden);
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill('Sings.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  expect(await site.rest('GET', 'music_artists?id=eq.mara-voss')).toMatchObject([
    { ...hidden, bio: 'Sings.' },
  ]);
});

for (const kind of ['500', 'unreachable'] as const) {
  test(`a failed save (${kind}) stays in edit mode with what was typed (A7)`, async ({
    page,
    site,
  }) => {
    await signedInAt(page, '/artist/mara-voss', 'owner', site);
    await failWith(page, kind, ({ method }) => method === 'PATCH');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await fill(page, FIELDS);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(/\w/);
    await expectFields(page, FIELDS);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara V.');
  });
}

test('a save over someone else’s newer save is refused with a message and overwrites nothing (A7)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await fill(page, FIELDS);
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { bio: 'The admin was here.' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/meantime|somebody|someone/i);
  await expectFields(page, FIELDS);
  expect(await site.rest('GET', 'music_artists?select=name,bio&id=eq.mara-voss')).toEqual([
    { name: 'Mara Voss', bio: 'The admin was here.' },
  ]);
});

for (const handle of ['@new_insta', 'https://www.instagram.com/new_insta/']) {
  test(`a handle typed as ${handle} makes a working address (A5) @release`, async ({
    page,
    site,
  }) => {
    await signedInAt(page, '/artist/mara-voss', 'owner', site);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Instagram', { exact: true }).fill(handle);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const link = page
      .getByRole('region', { name: 'Connect' })
      .getByRole('link', { name: /instagram/i });
    await expect(link).toHaveAttribute('href', /^https:\/\/(www\.)?instagram\.com\/new_insta\/?$/);
  });
}

test('on a phone on its side nothing covers the control that has the focus (A6) @release', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 667, height: 375 });
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  const isCovered = () =>
    page.evaluate(() => {
      const control = document.activeElement ?? document.body;
      const { left, top, width, height: high } = control.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + high / 2);
      return !found || !control.parentElement?.contains(found);
    });
  for (let press = 0; press < 12; press += 1) {
    await expect.poll(isCovered).toBe(false);
    await page.keyboard.press('Tab');
  }
});

test('on a phone on its side Listen stands where it does for visitors, whoever may edit the page (A6, E4) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_links', [
    { artist_id: 'mara-voss', position: 0, url: 'https://mara.bandcamp.com' },
  ]);
  await page.setViewportSize({ width: 667, height: 375 });
  const listen = page.getByRole('button', { name: 'Listen', exact: true });
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await page.goto('/artist/mara-voss');
  const visitors = await placeOf(listen);
  for (const who of ['owner', 'admin'] as const) {
    await page.evaluate(() => localStorage.clear());
    await signedInAt(page, '/artist/mara-voss', who, site);
    await expect(edit).toBeInViewport();
    await expect.poll(() => placeOf(listen)).toEqual(visitors);
    expect((await placeOf(edit)).top).toBe(visitors.top);
  }
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { genre: LONG_GENRE });
  await page.reload();
  await expect(edit).toBeVisible();
  await expect.poll(async () => (await placeOf(listen)).top).toBe(visitors.top);
  // In larger letters there is no room for one beside the other.
  await setText(page, 150);
  const isAbove = async () => (await placeOf(listen)).bottom <= (await placeOf(edit)).top;
  await expect.poll(isAbove).toBe(true);
});

test('no field of the editor takes the focus under the bar with Save @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize(PHONE);
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  // What comes late would move the fields after they took the focus.
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Name', { exact: true }).focus();
  const bar = page.locator('.editbar');
  const label = (name: string) => page.getByLabel(name, { exact: true });
  for (const field of ['Bio', 'Website', 'Instagram', 'Twitter'].map(label)) {
    while (!(await field.evaluate((input) => input === document.activeElement)))
      await page.keyboard.press('Tab');
    // Of Bio, which is long, a browser shows the line that is typed into, wherever its end is.
    const gap = async () =>
      ((await bar.boundingBox())?.y ?? 0) -
      (await field.evaluate((input) => {
        const { top, bottom } = input.getBoundingClientRect();
        return Math.min(bottom, top + 48);
      }));
    await expect.poll(gap).toBeGreaterThan(0);
  }
});
