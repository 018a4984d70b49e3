import {
  expect,
  fill,
  type Locator,
  openAddArtist,
  openEdit,
  type Page,
  PICTURE,
  panelAs,
  refuseAdding,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';

const GOOD = { Name: 'Halve', Genre: 'Techno', 'Image URL': PICTURE, Followers: '0' };

const BAD: readonly [string, string, string][] = [
  ['no name', 'Name', ''],
  ['a blank name', 'Name', '   '],
  ['a name of 201 letters', 'Name', 'n'.repeat(201)],
  ['no genre', 'Genre', ''],
  ['no picture', 'Image URL', ''],
  ['a picture that is no address', 'Image URL', 'picture.png'],
  ['a picture of another scheme', 'Image URL', 'javascript:alert(1)'],
  ['no followers', 'Followers', ''],
  ['a website that is no address', 'Website', 'halve'],
  ['a website of another scheme', 'Website', 'javascript:alert(1)'],
  ['a handle with a space', 'Instagram handle', 'two words'],
  ['a handle that is an address of another site', 'Twitter handle', 'https://facebook.com/one'],
];

/** The field says what is wrong with it, and everything that was typed is still there. */
async function expectWrong(
  where: Locator,
  label: string,
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const field = where.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/\w{4}/);
  await expect(field).toBeFocused();
  for (const [name, text] of Object.entries(typed)) {
    await expect(where.getByLabel(name, { exact: true })).toHaveValue(text);
  }
}

test('where an artist cannot be added so, the field says what is wrong and what was typed stays (P4) @release', async ({
  page,
  site,
}) => {
  test.slow();
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  const optional = { Website: '', 'Instagram handle': '', 'Twitter handle': '' };
  for (const [what, label, text] of BAD) {
    await test.step(what, async () => {
      const typed = { ...GOOD, ...optional, Bio: 'One drum machine.', [label]: text };
      await fill(add, typed);
      await add.getByRole('button', { name: 'Add Artist' }).click();
      await expectWrong(add, label, typed);
      await expect(add.locator('[aria-invalid=true]')).toHaveCount(1);
      expect(await site.rest('GET', 'music_artists?select=id')).toHaveLength(3);
    });
  }
});

test('a refusal by the server appears at its field (P4) @release', async ({ page, site }) => {
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  await refuseAdding(page, 'music_artists', 'website');
  const typed = { ...GOOD, Website: 'https://halve.example' };
  await fill(add, typed);
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expectWrong(add, 'Website', typed);
});

test('Add Artist pressed twice adds one (P4)', async ({ page, site }) => {
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  await fill(add, GOOD);
  await add.getByRole('button', { name: 'Add Artist' }).dblclick();
  await expect(add.getByLabel('Name', { exact: true })).toHaveValue('');
  expect(await site.rest('GET', 'music_artists?select=id&name=eq.Halve')).toHaveLength(1);
});

const PROFILE_BAD: readonly [string, string, string][] = [
  ['no name', 'Name', ''],
  ['a website that is no address', 'Website', 'not an address'],
  ['a handle with a space', 'Instagram', 'two words'],
];

test('a profile that cannot be so is not saved, and the field says why (A7) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const form = page.getByRole('form', { name: 'Edit Profile' });
  for (const [what, label, text] of PROFILE_BAD) {
    await test.step(what, async () => {
      const typed = { Name: 'Mara V.', Website: '', Instagram: '', Bio: 'New.', [label]: text };
      await fill(form, typed);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expectWrong(form, label, typed);
      expect(await site.rest('GET', 'music_artists?select=name,bio&id=eq.mara-voss')).toEqual([
        { name: 'Mara Voss', bio: 'Mara Voss writes at night.' },
      ]);
    });
  }
});

test('where the venue of an event cannot be so, the field says why and what was typed stays (A8) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await page.getByRole('button', { name: 'Add Event' }).click();
  const form = page.getByRole('form', { name: 'Add Event' });
  for (const venue of ['   ', 'v'.repeat(201)]) {
    const typed = { Date: '2040-01-01', Venue: venue, Location: 'Basel' };
    await fill(form, typed);
    await form.getByRole('button', { name: 'Add Event' }).click();
    await expectWrong(form, 'Venue', typed);
    expect(await site.rest('GET', 'music_events?select=id')).toHaveLength(4);
  }
});

const MARKUP = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '"><svg onload=window.hacked=1>',
  '</script><script>window.hacked=1</script>',
  "'; DROP TABLE music_artists; --",
];

async function expectText(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
}

for (const name of MARKUP) {
  test(`markup as a name is text: ${name}`, async ({ page, site }) => {
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', {
      name,
      genre: name,
      bio: name,
      latest_song: name,
    });
    await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', { venue: name, location: name });
    await page.goto('/');
    await expectText(page, name);
    await page.goto('/artist/mara-voss');
    await expectText(page, name);
    await expect(page.getByRole('region', { name: 'Bio' }).getByText(name)).toBeVisible();
    const panel = await signInAs(page, 'admin', site);
    await expect(panel.getByRole('button', { name: `Edit ${name}`, exact: true })).toBeVisible();
    await openEdit(panel, { name: `Edit ${name}`, exact: true });
    await expect(panel.getByLabel('Name', { exact: true })).toHaveValue(name);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });
}

for (const [field, value] of [
  ['social_instagram', '../evil'],
  ['social_twitter', 'x?y=z#w'],
] as const) {
  test(`a handle stays within its site: ${value} (A5)`, async ({ page, site }) => {
    await site
      .rest('PATCH', 'music_artists?id=eq.night-ferry', { [field]: value })
      .catch(() => null);
    await page.goto('/artist/night-ferry');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
    for (const link of await page.getByRole('link', { name: /Instagram|Twitter/ }).all()) {
      const { hostname, search, hash } = new URL((await link.getAttribute('href')) ?? '');
      expect(hostname).toMatch(/^(www\.)?(instagram|twitter|x)\.com$/);
      expect([search, hash]).toEqual(['', '']);
    }
  });
}
