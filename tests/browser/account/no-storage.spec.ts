/** A browser that keeps nothing for the site, and a password manager that tells nobody what it filled in. */

import { dialog, expect, openPanel, type Page, signInAs, test } from '../fixtures';

const denied = 'throw new DOMException("The operation is insecure.", "SecurityError")';
const STORAGES: readonly [string, string][] = [
  [
    'is refused',
    `for (const name of ['localStorage', 'sessionStorage'])
       Object.defineProperty(window, name, { get() { ${denied}; } });`,
  ],
  [
    'is refused on each use',
    `for (const name of ['getItem', 'setItem', 'removeItem'])
       Storage.prototype[name] = () => { ${denied}; };`,
  ],
  ['is full', `Storage.prototype.setItem = () => { ${denied}; };`],
  [
    'is not there',
    `for (const name of ['localStorage', 'sessionStorage'])
       Object.defineProperty(window, name, { get: () => null });`,
  ],
];

for (const [what, script] of STORAGES) {
  test(`where storage ${what}, people sign in, work and sign out (D14)`, async ({ page, site }) => {
    await page.addInitScript(script);
    await page.goto('/');
    const panel = await signInAs(page, 'contact', site);
    const events = panel.getByRole('region', { name: 'Manage Events' });
    await events.getByRole('button', { name: 'Add Event' }).click();
    await events.getByLabel('Venue', { exact: true }).fill('Orangerie');
    await events.getByRole('button', { name: 'Cancel' }).first().click();
    await expect(events.getByRole('button', { name: 'Add Event' })).toBeVisible();
    await panel.getByRole('button', { name: 'Sign Out' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  });
}

/** Sets what is in a field as such programs do: without an event. */
const fillUnseen = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement, value) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, value);
  }, text);

test('what a password manager fills in unseen is sent, and stays while one goes on typing (D14)', async ({
  page,
  site,
}) => {
  await page.goto('/');
  const panel = await openPanel(page);
  const { email, password } = site.cast.contact;
  await fillUnseen(page, 'Email', email);
  await panel.getByLabel('Password', { exact: true }).pressSequentially('no');
  await expect(panel.getByLabel('Email', { exact: true })).toHaveValue(email);
  await panel.getByLabel('Password', { exact: true }).fill('');
  await fillUnseen(page, 'Password', password);
  await panel.getByRole('button', { name: 'Sign In' }).click();
  await expect(panel.getByText(email)).toBeVisible();
});
