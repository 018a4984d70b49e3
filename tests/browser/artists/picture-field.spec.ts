import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PICTURES } from '../../live/repository';
import { violations } from '../axe';
import {
  expect,
  type Locator,
  openAddArtist,
  type Page,
  panelAs,
  signedInAt,
  test,
} from '../fixtures';

const PHOTOGRAPH = join(DEMO_PICTURES, 'night-ferry.webp');
const STORED = /\/storage\/v1\/object\/public\/artists\/[a-z0-9-]+\/[0-9a-f]{32}\.(webp|jpg)/;

const file = async () => ({
  name: 'on stage.webp',
  mimeType: 'image/webp',
  buffer: await readFile(PHOTOGRAPH),
});
const chooser = (form: Locator) => form.getByLabel(/^Choose (a|another) picture/);
const ring = (form: Locator) => form.getByRole('button', { name: /^What stays in view/ });

async function editMara(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Mara Voss', exact: true }).click();
  return page.getByRole('form', { name: 'Edit Artist' });
}

for (const width of [390, 1440]) {
  test(`a picture is chosen, seen, sent, pointed at by keyboard and press, described and saved, at ${width} px (M1, M4) @release`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await panelAs(page, 'admin', site);
    const form = await editMara(page);
    const address = form.getByLabel('Image URL');
    await expect(address).toBeHidden();
    await form.locator('summary', { hasText: 'Use an address instead' }).focus();
    await page.keyboard.press('Enter');
    await expect(address).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(address).toBeHidden();
    await chooser(form).setInputFiles(await file());
    await expect(form.getByText(/^Picture sent: \d+ × \d+\.$/)).toBeVisible();
    await expect(form.getByLabel('Image URL')).toHaveValue(STORED);
    await ring(form).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(ring(form)).toHaveAccessibleName(
      'What stays in view: 49 % from the left, 38 % from the top',
    );
    await expect(
      form.getByRole('list', { name: 'How it is cut' }).getByRole('listitem'),
    ).toHaveCount(5);
    expect(await violations(page)).toEqual([]);
    const whole = form.getByAltText('Uncropped');
    const box = await whole.boundingBox();
    if (!box) throw new Error('the picture is not shown');
    await whole.click({ position: { x: box.width * 0.25, y: box.height * 0.75 }, force: true });
    await expect(form.getByLabel('Image URL')).toHaveValue(/#focus=25,75$/);
    await form.getByLabel('Describe the picture').fill('Mara Voss at the piano');
    await form.getByLabel('Credit').fill('Photo: Iva Perko');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
    await page.goto('/artist/mara-voss');
    const banner = page.getByRole('img', { name: 'Mara Voss at the piano' });
    await expect(banner).toBeVisible();
    await expect(banner).toHaveCSS('object-position', '25% 75%');
    await expect(banner).toHaveJSProperty('complete', true);
    expect(await banner.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
  });
}

test('an artist is added with a picture that is pasted (M1)', async ({ page, site }) => {
  await openAddArtist(await panelAs(page, 'admin', site));
  const form = page.getByRole('form', { name: 'Add Artist' });
  await form.getByLabel('Name', { exact: true }).fill('Halve');
  await form.getByLabel('Genre').fill('Techno');
  await expect(chooser(form)).toBeAttached();
  const content = [...(await file()).buffer];
  await form.getByLabel('Image URL').evaluate((field, bytes) => {
    const clipboard = new DataTransfer();
    clipboard.items.add(new File([new Uint8Array(bytes)], 'a.webp', { type: 'image/webp' }));
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  }, content);
  await expect(form.getByLabel('Image URL')).toHaveValue(STORED);
  await form.getByRole('button', { name: 'Add Artist' }).click();
  await expect(form.getByText('Added Halve.')).toBeVisible();
  await page.goto('/artist/halve');
  await expect(page.locator('.banner img')).toHaveAttribute('src', STORED);
});

test('a paragraph that is copied from Word is pasted as text, and the picture stays (M1) @release', async ({
  page,
  site,
}) => {
  await panelAs(page, 'admin', site);
  const form = await editMara(page);
  await expect(chooser(form)).toBeAttached();
  const before = await form.getByLabel('Image URL').inputValue();
  const isTaken = await form.getByLabel('Bio', { exact: true }).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Sings.');
    clipboardData.setData('text/html', '<p>Sings.</p>');
    clipboardData.items.add(new File(['a picture of it'], 'image.png', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return !field.dispatchEvent(event);
  });
  expect(isTaken).toBe(false);
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByLabel('Image URL')).toHaveValue(before);
});

test('what is no picture is refused before it is sent, and nothing typed is lost (M1)', async ({
  page,
  site,
}) => {
  const sent: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/storage/v1/object/artists') && sent.push(''),
  );
  await panelAs(page, 'admin', site);
  const form = await editMara(page);
  await form.getByLabel('Name', { exact: true }).fill('Mara V.');
  const before = await form.getByLabel('Image URL').inputValue();
  for (const [name, mimeType, content, words] of [
    ['a.gif', 'image/gif', 'GIF89a', 'This is a GIF.'],
    ['a.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG drawing'],
    ['a.heic', 'image/heic', '\0\0\0 ftypheic', 'Apple’s HEIC format'],
    ['a.jpg', 'image/jpeg', 'not a picture', 'damaged, or not a picture'],
    ['a.jpg', 'image/jpeg', '', 'This file is empty'],
  ] as const) {
    await chooser(form).setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
    await expect(form.getByRole('alert')).toContainText(words);
  }
  expect(sent).toEqual([]);
  expect(await form.getByLabel('Image URL').inputValue()).toBe(before);
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Mara V.');
  await form.getByText('Use an address instead').click();
  await form.getByLabel('Image URL').fill('');
  await form.getByText('Use an address instead').click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByLabel('Image URL')).toBeFocused();
  await form.getByLabel('Image URL').fill('https://nowhere.example/missing.webp');
  await expect(form.getByText('No picture can be loaded from this address')).toBeVisible();
});

test('a picture on a slow line can be cancelled, and sent again after a lost connection (M1)', async ({
  page,
  site,
}) => {
  let meets: 'wait' | 'lose' | 'pass' = 'wait';
  const held: (() => void)[] = [];
  await page.route('**/storage/v1/object/artists/**', async (route) => {
    if (meets === 'wait') await new Promise<void>((resolve) => held.push(resolve));
    if (meets === 'lose') return route.abort('connectionreset');
    return route.continue().catch(() => undefined);
  });
  await panelAs(page, 'admin', site);
  const form = await editMara(page);
  const before = await form.getByLabel('Image URL').inputValue();
  await chooser(form).setInputFiles(await file());
  await expect(form.getByRole('progressbar', { name: 'Sending the picture' })).toBeVisible();
  await expect(form.getByText(/^Sending… \d\.\d of \d\.\d MB$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  await expect(chooser(form)).toBeFocused();
  expect(await form.getByLabel('Image URL').inputValue()).toBe(before);
  meets = 'lose';
  await chooser(form).setInputFiles(await file());
  await expect(form.getByRole('alert')).toContainText('The connection was lost');
  meets = 'pass';
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(chooser(form)).toBeFocused();
  await expect(form.getByText(/^Picture sent/)).toBeVisible();
  for (const release of held) release();
});

test('an owner changes the picture where it stands, and may use no other address (M1, M4, U4) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const form = page.getByRole('form', { name: 'Edit Profile' });
  await expect(chooser(form)).toBeAttached();
  await expect(form.getByLabel('Image URL')).toHaveCount(0);
  await ring(form).press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const banner = page.locator('.banner img');
  await expect(banner).toHaveCSS('object-position', '40% 28%');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await chooser(form).setInputFiles(await file());
  await expect(form.getByText(/^Picture sent/)).toBeVisible();
  await ring(form).press('Shift+ArrowRight');
  await form.getByLabel('Describe the picture').fill('Mara Voss in the rain');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('Not saved: picture, description of the picture.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(banner).toHaveAttribute('src', STORED);
  await expect(banner).toHaveCSS('object-position', '60% 28%');
  await page.reload();
  await expect(banner).toHaveCSS('object-position', '60% 28%');
});
