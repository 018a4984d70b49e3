import { PASSWORD, SIGNED_IN } from '../../live/cast';
import {
  closePanel,
  dialog,
  expect,
  openEdit,
  openPanel,
  panelAs,
  sendSignIn,
  test,
} from '../fixtures';
import { gate } from '../holding';
import { endSessions } from '../sessions';

const SECTIONS = ['Add Artist', 'Manage Events', 'Manage Artists'] as const;

test('signed out, the panel is the login (P1)', async ({ page }) => {
  await page.goto('/');
  const panel = await openPanel(page);
  await expect(panel).toHaveAccessibleName('Admin Login');
  await expect(panel.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  const email = panel.getByLabel('Email', { exact: true });
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('required');
  const password = panel.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('required');
  await expect(panel.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  for (const name of SECTIONS) await expect(panel.getByRole('heading', { name })).toHaveCount(0);
});

for (const [what, email, password] of [
  ['no email', '', PASSWORD],
  ['no password', 'admin@stage.test', ''],
  ['an email that is none', 'admin', PASSWORD],
] as const) {
  test(`with ${what}, nothing is sent (P1) @release`, async ({ page }) => {
    await page.goto('/');
    const panel = await openPanel(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/token')) sent.push(request.url());
    });
    await sendSignIn(panel, email, password);
    const wrong = panel.getByLabel(password ? 'Email' : 'Password', { exact: true });
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toHaveAccessibleDescription(/\w/);
    expect(sent).toEqual([]);
  });
}

test('while pending, the button reads Signing in... and cannot be pressed again (P2) @release', async ({
  page,
  site,
}) => {
  await page.goto('/');
  const panel = await openPanel(page);
  let requests = 0;
  const { opened: held, open: letPass } = gate();
  await page.route('**/auth/v1/token*', async (route) => {
    requests += 1;
    await held;
    await route.continue();
  });
  await sendSignIn(panel, site.cast.contact.email, PASSWORD);
  const pending = panel.getByRole('button', { name: 'Signing in...' });
  await expect(pending).toBeDisabled();
  await panel.getByLabel('Password', { exact: true }).press('Enter');
  await pending.click({ force: true });
  letPass();
  await expect(panel.getByText(site.cast.contact.email)).toBeVisible();
  expect(requests).toBe(1);
});

for (const [what, email, password] of [
  ['a wrong password', 'admin@stage.test', 'not the password at all'],
  ['an unknown address', 'nobody@stage.test', PASSWORD],
] as const) {
  test(`with ${what}, the service’s message appears in a red box above the form (P2)`, async ({
    page,
  }) => {
    await page.goto('/');
    const panel = await openPanel(page);
    await sendSignIn(panel, email, password);
    const box = panel.getByRole('alert');
    await expect(box).toHaveText('Invalid login credentials');
    const [red, green, blue] = await box.evaluate((element) =>
      (getComputedStyle(element).borderTopColor.match(/\d+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255));
    const above = (await box.boundingBox()) ?? { y: 0, height: 0 };
    const field = (await panel.getByLabel('Email', { exact: true }).boundingBox()) ?? { y: 0 };
    expect(above.y + above.height).toBeLessThanOrEqual(field.y);
    await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(panel.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await expect(panel.getByText('capital letters count')).toBeVisible();
    const secret = panel.getByLabel('Password', { exact: true });
    await expect(secret).toBeFocused();
    // What is typed next takes the place of the wrong one.
    await page.keyboard.type('another');
    await expect(secret).toHaveValue('another');
  });
}

test('the password can be shown, and is hidden again when it is sent (P1) @release', async ({
  page,
}) => {
  await page.goto('/');
  const panel = await openPanel(page);
  const password = panel.getByLabel('Password', { exact: true });
  await password.fill('not the password at all');
  await panel.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await panel.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await panel.getByRole('button', { name: 'Show password' }).click();
  await panel.getByLabel('Email', { exact: true }).fill('admin@stage.test');
  await panel.getByRole('button', { name: 'Sign In' }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(password).toHaveAttribute('type', 'password');
});

test('any other refusal’s message is shown unchanged (P2) @release', async ({ page }) => {
  await page.goto('/');
  await page.route('**/auth/v1/token*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'X-Supabase-Api-Version': '2024-01-01' },
      json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    }),
  );
  const panel = await openPanel(page);
  await sendSignIn(panel, 'admin@stage.test', PASSWORD);
  await expect(panel.getByRole('alert')).toHaveText('Request rate limit reached');
});

// Owners have their page instead (your-page.spec.ts).
for (const who of SIGNED_IN.filter((one) => one !== 'owner')) {
  test(`signed in as ${who}, the panel shows the email, Sign Out and the three sections (P3)`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, who, site);
    await expect(panel.getByText(site.cast[who].email)).toBeVisible();
    await expect(
      panel
        .getByRole('button', { name: 'Sign Out' })
        .or(panel.getByRole('link', { name: 'Sign Out' })),
    ).toBeVisible();
    for (const name of SECTIONS)
      await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(panel.getByText('Admin Login')).toHaveCount(0);
  });
}

for (const [width, height] of [
  [1280, 720],
  [360, 640],
  [1440, 1000],
] as const) {
  test(`at ${width} × ${height}, the panel takes at most 80 % of the height and scrolls inside (P8)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    const panel = await panelAs(page, 'admin', site);
    // Before its sections are there it stands where it will: a press on Close meets nothing else.
    const box = await panel.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(height * 0.8 + 0.5);
    const last = panel.getByRole('button', { name: 'Delete Abel Quintero', exact: true });
    await expect(last).toBeVisible();
    await expect(last).not.toBeInViewport();
    const position = await page.evaluate(() => window.scrollY);
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(position);
    expect(await panel.boundingBox()).toEqual(box);
  });
}

test('closing the panel cancels an artist edit and hides the event form (P9)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await openEdit(panel, { name: /^Edit Night Ferry$/ });
  await panel.getByLabel('Name', { exact: true }).fill('Something else');
  await closePanel(page);
  await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Edit Artist' })).toHaveCount(0);
  await expect(panel.getByText('Something else')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Add Event' }).click();
  await panel.getByLabel('Venue', { exact: true }).fill('Half typed');
  await closePanel(page);
  await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Manage Events' })).toBeVisible();
  await expect(panel.getByLabel('Venue', { exact: true })).toHaveCount(0);
  // Of the artist, and of the new event.
  await expect(panel.getByText('What you typed here before is kept.')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Add Event' }).click();
  await expect(panel.getByText('What you typed here before is back.')).toBeVisible();
  expect(await site.rest('GET', 'music_artists?select=name&id=eq.night-ferry')).toEqual([
    { name: 'Night Ferry' },
  ]);
});

test('signing out closes the panel (P10)', async ({ page, site }) => {
  const panel = await panelAs(page, 'admin', site);
  await panel.getByText('Sign Out').click();
  await expect(dialog(page)).toHaveCount(0);
  await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue('');
  await expect(panel.getByText(site.cast.admin.email)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  await page.reload();
  await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('signing out works when the session has already ended (P10) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'contact', site);
  // The check of what the account may do would find the end before the button does.
  await page.waitForLoadState('networkidle');
  await endSessions(site, 'contact');
  await panel.getByText('Sign Out').click();
  await expect(dialog(page)).toHaveCount(0);
  await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('a sign-out that did not reach the server says so and leaves the person signed in', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await page.route('**/auth/v1/logout*', (route) => route.abort('connectionrefused'));
  await panel.getByText('Sign Out').click();
  await expect(panel.getByRole('alert')).toContainText(/\w/);
  await expect(panel.getByText(site.cast.admin.email)).toBeVisible();
});
