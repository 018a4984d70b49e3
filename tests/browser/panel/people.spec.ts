/** The panel's People section: who may sign in, as what, and who is invited. */

import { PASSWORD } from '../../live/cast';
import { daysFromToday } from '../../live/dates';
import { auth } from '../accounts';
import { violations } from '../axe';
import { expect, failWith, type LiveSite, type Page, panelAs, test } from '../fixtures';
import { hold } from '../holding';

async function openPeople(page: Page, site: LiveSite) {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: 'People', exact: true }).click();
  await expect(panel.getByRole('heading', { name: 'People' })).toBeVisible();
  return panel;
}

for (const width of [390, 1440]) {
  test(`an admin sees who may sign in, changes rights, ends sessions and removes, each asked about, at ${width} px (U1)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const email = `guest-${width}@stage.test`;
    await site.marquee(['user', 'add', email, '--password-stdin'], `${PASSWORD}\n`);
    await auth(site, 'POST token?grant_type=password', { email, password: PASSWORD }, site.key);
    const panel = await openPeople(page, site);
    const row = (who: string) =>
      panel.getByRole('list', { name: 'People' }).locator(':scope > li').filter({ hasText: who });
    await expect(row('owner@stage.test')).toContainText('Owner of Mara Voss');
    await expect(row('contact@stage.test')).toContainText('Music contact');
    await expect(row('admin@stage.test')).toContainText('You');
    await expect(row('admin@stage.test')).toContainText('No second factor');
    await expect(row('admin@stage.test').getByRole('button')).toHaveCount(1);
    await expect(row(email)).toContainText('Last here today');
    expect(await violations(page)).toEqual([]);

    const shown = panel.getByRole('radiogroup', { name: 'Who' });
    for (const [kind, one, other] of [
      ['Owners', 'owner@stage.test', 'contact@stage.test'],
      ['Contacts', 'contact@stage.test', 'admin@stage.test'],
      ['Admins', 'admin@stage.test', 'owner@stage.test'],
    ] as const) {
      await shown.getByRole('radio', { name: kind }).check();
      await expect(row(other)).toHaveCount(0);
      await expect(row(one)).toBeVisible();
    }
    await shown.getByRole('radio', { name: 'All' }).check();
    await expect(row(email)).toBeVisible();
    await panel.getByLabel('Search people').fill(email.slice(0, 9));
    await expect(row('owner@stage.test')).toHaveCount(0);
    await panel.getByRole('button', { name: `Change ${email}` }).click();
    await expect(panel.getByRole('checkbox', { name: /^Admin/ })).toBeFocused();
    await panel.getByLabel('Music contact').check();
    await panel.getByLabel('Owner of', { exact: true }).selectOption({ label: 'Night Ferry' });
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByText(`Changed ${email}.`)).toBeVisible();
    await expect(row(email)).toContainText('Owner of Night Ferry');
    await expect(row(email)).toContainText('Music contact');
    await expect(panel.getByRole('button', { name: `Change ${email}` })).toBeFocused();

    await panel.getByRole('button', { name: `End sessions of ${email}` }).click();
    await panel.getByRole('button', { name: 'End sessions', exact: true }).click();
    await expect(panel.getByText(`${email} is signed out everywhere.`)).toBeVisible();
    await expect(panel.getByRole('button', { name: `End sessions of ${email}` })).toBeDisabled();

    await panel.getByRole('button', { name: `Remove ${email}` }).click();
    await expect(panel.getByRole('button', { name: 'Keep' })).toBeFocused();
    await panel.getByRole('button', { name: 'Remove person' }).click();
    await expect(panel.getByText(`Removed ${email}.`)).toBeVisible();
    expect(await site.rest('GET', `music_people?select=id&email=eq.${email}`)).toEqual([]);
  });
}

test('a form that was open for long takes no right away that another admin gave meanwhile (U1) @release', async ({
  page,
  site,
}) => {
  const email = 'guest-rights@stage.test';
  await site.marquee(['user', 'add', email, '--password-stdin'], `${PASSWORD}\n`);
  const panel = await openPeople(page, site);
  const rights = () =>
    site.rest<{ is_contact: boolean; banned_until: string | null }[]>(
      'GET',
      `music_people?select=is_contact,banned_until&email=eq.${email}`,
    );
  await panel.getByRole('button', { name: `Change ${email}` }).click();
  await site.rest('PATCH', `music_people?email=eq.${email}`, { is_contact: true });
  await panel.getByLabel('Block until').fill(daysFromToday(3));
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(panel.getByText(`Changed ${email}.`)).toBeVisible();
  const [saved] = await rights();
  expect([saved?.is_contact, saved?.banned_until !== null]).toEqual([true, true]);

  await panel.getByRole('button', { name: `Change ${email}` }).click();
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(panel.getByText('There was nothing to save.')).toBeVisible();
  expect(await rights()).toEqual([saved]);
});

for (const [what, hasClipboard] of [
  ['is copied by it', true],
  ['is selected where the browser copies nothing', false],
] as const) {
  test(`one press makes the link of an invitation, which ${what} (U2)`, async ({
    page,
    site,
    context,
  }) => {
    if (hasClipboard) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    else
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'clipboard', { value: undefined }),
      );
    const panel = await openPeople(page, site);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const outcome = panel.getByText(hasClipboard ? 'Copied.' : /^This browser does not let/);
    const link = panel.getByLabel('Invitation link');
    await panel.getByRole('button', { name: 'Invite' }).click();
    await panel
      .getByLabel('What for')
      .selectOption({ label: 'Admin: everything, people included' });
    await panel.getByRole('button', { name: 'Copy link' }).click();
    await expect(outcome).toBeVisible();
    const first = await link.inputValue();
    const selected = () =>
      link.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]);
    if (hasClipboard) expect(await copied()).toBe(first);
    else expect(await selected()).toEqual([0, first.length]);

    await panel.getByRole('button', { name: /^Copy new link/ }).click();
    await expect(link).not.toHaveValue(first);
    await expect(outcome).toBeVisible();
    if (hasClipboard) expect(await copied()).toBe(await link.inputValue());
  });
}

test('an admin invites by a link in at most 5 keys, and sends again and withdraws what is open (U2)', async ({
  page,
  site,
}) => {
  const panel = await openPeople(page, site);
  await panel.getByRole('button', { name: 'Invite' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Music');
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  const link = panel.getByLabel('Invitation link');
  await expect(link).toHaveValue(/\/invitation#.{20}/);
  await expect(link).toBeFocused();
  await expect(panel.getByText(/^The link works once, until \w+ \d+\.$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const first = await link.inputValue();

  const open = panel.getByRole('list', { name: 'Open invitations' });
  const release = await hold(page, '**/music_invitations*');
  await open.getByRole('button', { name: /^Copy new link/ }).click();
  await open.getByRole('button', { name: /^Withdraw/ }).click();
  release();
  await expect(link).not.toHaveValue(first);
  await open.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(open).toHaveCount(0);

  await panel.getByRole('button', { name: 'Invite' }).click();
  await panel.getByRole('button', { name: 'Send invitation' }).click();
  await expect(panel.getByText('Enter an email, or press Copy link.')).toBeVisible();
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(panel.getByText('Enter an email, or press Copy link.')).toHaveCount(0);
  await panel.getByLabel('What for').selectOption({ label: 'Owner of an artist' });
  await panel.getByLabel('Which artist').selectOption({ label: 'Night Ferry' });
  await panel.getByLabel('Email', { exact: true }).fill('lena@stage.test');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText('Invitation sent to lena@stage.test.')).toBeVisible();
  await expect(open.getByRole('button', { name: /^Send again: lena@stage.test/ })).toBeVisible();
});

test('a search among people says that it is under way, and who is found, also to screen readers (U1) @release', async ({
  page,
  site,
}) => {
  const panel = await openPeople(page, site);
  const told = panel.getByRole('status').filter({ hasText: /\S/ });
  await expect(told).toHaveText(/^\d+ people$/);
  const answer = await hold(page, '**/rest/v1/music_people*');
  await panel.getByLabel('Search people').fill('nobody@');
  await expect(told).toHaveText('Searching…');
  answer();
  await expect(told).toHaveText('Nobody found.');
  await panel.getByLabel('Search people').fill('owner@stage');
  await expect(told).toHaveText('1 person');
});

test('whose page somebody owns is taken from the list by keyboard, and told (U1)', async ({
  page,
  site,
}) => {
  const panel = await openPeople(page, site);
  await panel.getByRole('button', { name: `Change ${site.cast.owner.email}` }).click();
  const add = panel.getByRole('combobox', { name: 'Owner of' });
  await add.selectOption({ label: 'Night Ferry' });
  const remove = (name: string) =>
    panel.getByRole('button', { name: `Remove as owner of ${name}`, exact: true });
  await remove('Mara Voss').press('Enter');
  await expect(remove('Night Ferry')).toBeFocused();
  const told = panel.getByRole('status').filter({ hasText: 'Removed as owner of Mara Voss.' });
  await expect(told).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
});

test.describe('in Los Angeles', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('somebody is blocked until that day begins there; a change that failed half-way can be saved again (U1) @release', async ({
    page,
    site,
  }) => {
    const email = 'half@stage.test';
    await site.marquee(['user', 'add', email, '--password-stdin'], `${PASSWORD}\n`);
    const found = `music_people?email=eq.${email}&select=id,banned_until,owns`;
    type Person = { id: string; banned_until: string; owns: string[] };
    const [{ id } = { id: '' }] = await site.rest<Person[]>('GET', found);
    await site.rest('POST', 'music_owners', { user_id: id, artist_id: 'mara-voss' });
    const panel = await openPeople(page, site);
    const day = daysFromToday(9);
    await panel.getByRole('button', { name: `Change ${email}` }).click();
    await expect(panel.getByRole('form').getByText(email, { exact: true })).toBeVisible();
    await panel.getByRole('button', { name: 'Remove as owner of Mara Voss' }).click();
    await panel.getByLabel('Owner of', { exact: true }).selectOption({ label: 'Night Ferry' });
    await panel.getByLabel('Block until').fill(day);
    await failWith(
      page,
      '500',
      ({ method, pathname }) => method === 'DELETE' && pathname === '/rest/v1/music_owners',
    );
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByRole('alert')).toContainText('Something went wrong');
    await page.unrouteAll();
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByText(`Changed ${email}.`)).toBeVisible();
    const [saved] = await site.rest<Person[]>('GET', found);
    expect(saved?.owns).toEqual(['night-ferry']);
    expect(saved?.banned_until).toMatch(new RegExp(`^${day}T0[78]:00`));
    await panel.getByRole('button', { name: `Change ${email}` }).click();
    await expect(panel.getByLabel('Block until')).toHaveValue(day);
  });
});
