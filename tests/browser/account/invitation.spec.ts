/** The page that the link of an invitation leads to: `/invitation#token`. */

import { OTHER, OWNED } from '../../live/cast';
import { violations } from '../axe';
import { expect, type LiveSite, type Page, signedInAt, test } from '../fixtures';

const PASSWORD = 'rivers run under the ice';

type Made = { id: string; link: string };

/** Made with the secret key: by nobody in particular. */
async function invite(site: LiveSite, row: object): Promise<Made> {
  const answer = await fetch(`${site.url}/rest/v1/music_invitations`, {
    method: 'POST',
    headers: {
      apikey: site.secret,
      'Content-Type': 'application/json',
      Prefer: 'return=representation',
    },
    body: JSON.stringify(row),
  });
  return ((await answer.json()) as Made[])[0] as Made;
}

async function open(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
}

const newEmail = (name: string) => `${name}-${crypto.randomUUID()}@band.example`;

for (const [width, colorScheme] of [
  [390, 'light'],
  [1440, 'dark'],
] as const) {
  test(`an owner accepts by keyboard, and is greeted with what is theirs and what it lacks, at ${width} (U2, W10) @release`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const email = newEmail('lena');
    const { link } = await invite(site, { role: 'owner', artist_id: OTHER, email });
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
    await expect(page.getByText('has invited you to manage Night Ferry’s page on')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const password = page.getByLabel('Choose a password');
    await password.fill('short');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Use at least 15 characters. This one has 5.')).toBeVisible();
    await expect(password).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('!'.repeat(15));
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription(/easy to guess/);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/welcome');
    const heading = page.getByRole('heading', { level: 1, name: 'This is your page' });
    await expect(heading).toBeFocused();
    const main = page.getByRole('main');
    await expect(main).toContainText('Marquee: artists, their releases and their dates.');
    await expect(main).toContainText(`You are signed in as ${email}.`);
    await expect(main).toContainText(
      'Already there: name, genre, a photograph, “Harbour Lights”, 1 date to',
    );
    await expect(main).toContainText(`${new URL(site.url).host}, with “Admin” at the top`);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(heading).toBeVisible();

    for (const [press, field] of [
      ['Write: Biography', 'Bio'],
      ['Add: Links', 'Add a link'],
    ] as const) {
      await page.getByRole('link', { name: press }).click();
      await expect(page).toHaveURL(`/artist/${OTHER}`);
      await expect(page.getByLabel(field, { exact: true })).toBeFocused();
      await page.goBack();
    }
    await expect(page.getByRole('link', { name: 'Choose: Photograph' })).toHaveCount(0);

    await open(page, link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Used already');
    expect(await violations(page)).toEqual([]);
  });
}

test('the welcome page and the profile say the same of what is missing (W7, W10) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, {
    image: 'https://missing.example/picture.jpg',
    latest_song: null,
  });
  await signedInAt(page, '/welcome', 'owner', site);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Choose: Photograph' })).toBeVisible();
  await expect(main).not.toContainText('a photograph');
  const items = main.getByRole('region', { name: 'Missing' }).getByRole('listitem');
  const missing = (await items.locator('b').allInnerTexts()).map((what) => what.toLowerCase());
  await page.goto(`/artist/${OWNED}`);
  await expect(page.getByRole('region', { name: 'What is missing' })).toHaveText(
    `Missing: ${missing.join(', ')}`,
  );
});

test('whoever has an account signs in to accept; one for somebody else says so (U2) @release', async ({
  page,
  site,
}) => {
  const { link } = await invite(site, { role: 'contact', email: site.cast.stranger.email });
  await page.goto(link);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('has an account already');
  await page.getByRole('button', { name: 'Sign in to accept' }).click();
  const password = page.getByLabel('Password');
  await password.fill('Wrong-1-Horse');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.type(site.cast.stranger.password);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue(site.cast.stranger.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const accept = page.getByRole('button', { name: 'Accept with this account' });
  await expect(accept).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const other = await invite(site, { role: 'service_role', email: newEmail('ben') });
  await open(page, other.link);
  await expect(page.getByRole('alert')).toContainText('you are signed in as stranger@stage.test');
  expect(await violations(page)).toEqual([]);
  await open(page, link);
  await accept.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeFocused();
  await expect(page).toHaveURL('/welcome');
  await expect(page.getByRole('main')).toContainText('You look after the dates of its artists.');
  await expect(page.getByRole('main')).toContainText('Already there: 3 artists, 3 dates to come.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open: Dates' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Add Event' })).toBeVisible();
});

test('whoever accepts again, as the answer was lost, learns how to go on (U2) @release', async ({
  page,
  site,
}) => {
  const { link } = await invite(site, { role: 'contact', email: newEmail('ola') });
  await page.route(
    '**/auth/v1/invitation/accept',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto(link);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  const accept = page.getByRole('button', { name: 'Accept', exact: true });
  await accept.click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await accept.click();
  await expect(page.getByRole('alert')).toContainText(
    'If it was you, go on with the Admin button.',
  );
});

test('a new admin is greeted with what the site lacks, each a press away (W10)', async ({
  page,
  site,
}) => {
  const { link } = await invite(site, { role: 'service_role', email: newEmail('ida') });
  await page.goto(link);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('You run it as an admin.');
  const panel = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add: Tagline' }).click();
  await expect(panel.getByLabel('Tagline')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Set up: With a second factor' }).click();
  await expect(panel.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Admin panel' })).toBeFocused();
});

test('the page that greets says to sign in where nobody is (W10)', async ({ page }) => {
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible();
  await expect(page.getByText('Sign in with the Admin button')).toBeVisible();
});

test('the page that greets promises nothing to somebody without rights (W10)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/welcome', 'stranger', site);
  await expect(page.getByRole('main')).toContainText('you cannot change anything yet');
  await expect(page.getByText('You look after the dates')).toHaveCount(0);
});

test('a link that leads to nothing, or whose invitation was withdrawn, says what to do (U2) @release', async ({
  page,
  site,
}) => {
  await page.goto('/invitation');
  await expect(page.getByRole('alert')).toContainText('does not lead to an invitation');
  await open(page, '/invitation#garbled');
  await expect(page.getByRole('alert')).toContainText('does not lead to an invitation');
  expect(await violations(page)).toEqual([]);
  const { id, link } = await invite(site, { role: 'contact' });
  await site.rest('DELETE', `music_invitations?id=eq.${id}`);
  await open(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawn');
  await expect(page.getByText('Ask whoever runs this site for a new one.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
