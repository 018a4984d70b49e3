import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PICTURES } from '../../live/repository';
import { violations } from '../axe';
import { expect, type Locator, panelAs, test } from '../fixtures';
import { hold } from '../holding';

const PHOTOGRAPH = join(DEMO_PICTURES, 'night-ferry.webp');
const STORED = /\/storage\/v1\/object\/public\/artists\/mara-voss\/[0-9a-f]{32}\.webp$/;

/** Pastes or drops a file into a field of the form, as a browser tells the page of it. */
async function give(field: Locator, how: 'paste' | 'drop', content: Buffer): Promise<void> {
  await field.evaluate(
    (element, [event, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'a.webp', { type: 'image/webp' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent(event, { clipboardData: data, ...options })
          : new DragEvent(event, { dataTransfer: data, ...options }),
      );
    },
    [how, [...content]] as const,
  );
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`a picture is taken anywhere in its form, and never lost to an early Save, in ${colorScheme} (M1) @release`, async ({
    page,
    site,
  }) => {
    const photograph = await readFile(PHOTOGRAPH);
    await page.emulateMedia({ colorScheme });
    const letScriptCome = await hold(page, '**/assets/storage-*.js');
    await panelAs(page, 'admin', site);
    await page.getByRole('button', { name: 'Edit Mara Voss', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit Artist' });
    const [name, address] = [
      form.getByLabel('Name', { exact: true }),
      form.getByLabel('Image URL'),
    ];
    await form.getByLabel(/^Choose (a|another) picture/).setInputFiles({
      name: 'a.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('GIF89a'),
    });
    await expect(form.getByRole('alert')).toContainText('This is a GIF.');
    await expect(form.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    await give(name, 'drop', photograph);
    await expect(form.getByText('One moment...')).toBeVisible();
    const waits = form.getByText('The picture is still on its way.');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(waits).toBeVisible();
    await form.getByRole('button', { name: 'Cancel sending' }).click();
    await expect(waits).toHaveCount(0);
    await give(name, 'drop', photograph);
    letScriptCome();
    await expect(form.getByText(/^Picture sent/)).toBeVisible();
    await expect(address).toHaveValue(STORED);
    const dropped = await address.inputValue();

    const sent = '**/storage/v1/object/artists/**';
    await page.route(sent, (route) => route.abort(), { times: 1 });
    const release = await hold(page, sent);
    await give(name, 'paste', photograph);
    await expect(form.getByRole('progressbar')).toBeVisible();
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(waits).toBeVisible();
    release();
    await form.getByRole('button', { name: 'Try again' }).focus();
    await expect(waits).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(form.getByText(/^Picture sent/)).toBeVisible();
    await expect(address).not.toHaveValue(dropped);
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
  });
}
