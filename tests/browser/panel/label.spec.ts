/** A label's first day: from an empty site to its roster, in the browser alone (docs/features.md, M1 and U1 to U8). */

import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { daysFromToday } from '../../live/dates';
import { PYTHON } from '../../live/repository';
import {
  expect,
  fill,
  type LiveSite,
  type Locator,
  openAddArtist,
  openPanel,
  type Page,
  panelAs,
  test,
} from '../fixtures';

const run = promisify(execFile);
const PASSWORD = 'rivers run under the ice';

/** As they come from phones: upright, across, of 48 megapixels, lying on its side, and a drawing. */
const PHOTOGRAPHS = `
import sys
from PIL import Image
def photograph(name, size, **options):
    noise = Image.effect_noise((size[0] // 16, size[1] // 16), 70).convert("RGB")
    noise.resize(size, Image.Resampling.BICUBIC).save(f"{sys.argv[1]}/{name}", **options)
photograph("upright.jpg", (1512, 2016), quality=85)
photograph("across.jpg", (2016, 1512), quality=85)
photograph("large.jpg", (8064, 6048), quality=80)
exif = Image.Exif()
exif[0x0112] = 6
photograph("sideways.jpg", (2016, 1512), quality=85, exif=exif)
photograph("drawing.png", (900, 1200))
`;

const ROSTER = [
  ['Halve', 'Techno', 'upright.jpg', 'Picture sent: 1512 × 2016.'],
  ['Vesna Kole', 'Art pop', 'across.jpg', 'Picture sent: 2016 × 1512.'],
  ['Abel Trio', 'Jazz', 'large.jpg', 'Picture sent: 8064 × 6048.'],
  ['Night Ferry', 'Dream pop', 'sideways.jpg', 'Picture sent: 1512 × 2016.'],
  ['Delphine', 'Folk', 'drawing.png', 'Picture sent: 900 × 1200.'],
] as const;

/** How often somebody pressed a key or a button while doing something; texts that are typed do not count. */
async function presses(page: Page, what: string, doIt: () => Promise<void>): Promise<void> {
  const count = () => page.evaluate(() => Number(sessionStorage.getItem('presses')));
  const before = await count();
  await doIt();
  test.info().annotations.push({ type: what, description: `${(await count()) - before} presses` });
}

async function counting(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    addEventListener(
      'click',
      (event) => {
        if (event.isTrusted)
          sessionStorage.setItem('presses', `${Number(sessionStorage.getItem('presses')) + 1}`);
      },
      true,
    );
  });
  return page;
}

async function invited(panel: Locator, role: string, artist?: string): Promise<string> {
  await panel.getByRole('button', { name: 'Invite' }).click();
  await panel.getByLabel('What for').selectOption({ label: role });
  if (artist) await panel.getByLabel('Which artist').selectOption({ label: artist });
  await panel.getByRole('button', { name: 'Copy link' }).click();
  const link = panel.getByLabel('Invitation link');
  await expect(link).toHaveValue(/\/invitation#.{20}/);
  return link.inputValue();
}

/** Somebody at a browser of their own who follows a link. */
async function accepted(
  browser: Browser,
  site: LiveSite,
  link: string,
  email?: string,
): Promise<Page> {
  const page = await counting(await (await browser.newContext({ baseURL: site.url })).newPage());
  await page.goto(link);
  if (email) await page.getByLabel('Email').fill(email);
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await presses(page, 'accept an invitation', () =>
    page.getByRole('button', { name: 'Accept', exact: true }).click(),
  );
  return page;
}

test('from an empty site to a label’s roster, in the browser alone (M1, U2, U4)', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(360_000);
  const photographs = mkdtempSync(join(tmpdir(), 'marquee-photographs-'));
  await site.rest('DELETE', 'music_artists?id=not.is.null');
  await run(PYTHON, ['-c', PHOTOGRAPHS, photographs]);
  await counting(page);
  const panel = await panelAs(page, 'admin', site);

  await presses(page, 'name the site and choose its colour', async () => {
    await panel.getByRole('button', { name: 'Site', exact: true }).click();
    await panel.getByLabel('Name of the site').fill('Night Shift');
    await panel.getByRole('radio', { name: 'Mint' }).check();
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByText('The site has its new colour.')).toBeVisible();
  });

  await panel.getByRole('button', { name: 'Artists', exact: true }).click();
  await openAddArtist(panel);
  const add = panel.getByRole('form', { name: 'Add Artist' });
  for (const [name, genre, photograph, told] of ROSTER) {
    await presses(page, `add ${name} with a photograph`, async () => {
      await add.getByLabel('Name', { exact: true }).fill(name);
      await add.getByLabel('Genre').fill(genre);
      await add
        .getByLabel(/^Choose (a|another) picture/)
        .setInputFiles(join(photographs, photograph));
      await expect(add.getByText(told)).toBeVisible();
      await add.getByRole('button', { name: 'Add Artist' }).click();
      await expect(add.getByText(`Added ${name}.`)).toBeVisible();
    });
  }

  await panel.getByRole('button', { name: 'People', exact: true }).click();
  let toContact = '';
  let toOwner = '';
  await presses(page, 'invite a music contact by link', async () => {
    toContact = await invited(panel, 'Music contact: dates of every artist');
  });
  await presses(page, 'invite an owner by link', async () => {
    toOwner = await invited(panel, 'Owner of an artist', 'Halve');
  });
  await presses(page, 'invite an owner by mail', async () => {
    await panel.getByRole('button', { name: 'Invite' }).click();
    await panel.getByLabel('What for').selectOption({ label: 'Owner of an artist' });
    await panel.getByLabel('Which artist').selectOption({ label: 'Vesna Kole' });
    await panel.getByLabel('Email', { exact: true }).fill('vesna@band.example');
    await panel.getByRole('button', { name: 'Send invitation' }).click();
    await expect(panel.getByText('Invitation sent to vesna@band.example.')).toBeVisible();
  });

  const owner = await accepted(browser, site, toOwner, 'halve@band.example');
  await owner.getByRole('link', { name: 'See it as others do: Halve' }).click();
  await expect(owner).toHaveURL('/artist/halve');
  await presses(owner, 'change everything on one’s page', async () => {
    await owner.getByRole('button', { name: 'Edit Profile' }).click();
    const form = owner.getByRole('form', { name: 'Edit Profile' });
    await fill(form, {
      Name: 'Halve & Whole',
      Genre: 'Minimal techno',
      'Latest song': 'Half Past Nothing',
      Bio: 'One drum machine, two people.',
    });
    await form
      .getByLabel(/^Choose (a|another) picture/)
      .setInputFiles(join(photographs, 'across.jpg'));
    await expect(form.getByText(/^Picture sent/)).toBeVisible();
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(owner.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  });
  const second = await accepted(browser, site, (await site.mailedLink('vesna@band.example')).href);
  await expect(second.getByRole('link', { name: /Vesna Kole$/ })).toHaveAttribute(
    'href',
    '/artist/vesna-kole',
  );

  const contact = await accepted(browser, site, toContact, 'jonas@label.example');
  await expect(contact).toHaveURL('/welcome');
  await expect(contact.getByRole('region', { name: 'The site' })).toContainText('5 artists');
  await contact.goto('/');
  const events = (await openPanel(contact)).getByRole('region', { name: 'Manage Events' });
  await presses(contact, 'add a date, delete it by mistake, and undo that', async () => {
    await events.getByRole('button', { name: 'Add Event' }).first().click();
    const form = events.getByRole('form', { name: 'Add Event' });
    await form.getByLabel('Artist').selectOption({ label: 'Halve & Whole' });
    await fill(form, { Date: daysFromToday(50), Venue: 'Kesselhaus Nord', Location: 'Leipzig' });
    await form.getByRole('button', { name: 'Add Event', exact: true }).click();
    await events.getByRole('button', { name: /^Delete.*Kesselhaus Nord/ }).click();
    await events.getByRole('button', { name: 'Delete event' }).click();
    await expect(events.getByRole('status')).toContainText(/^Deleted/);
    await events.getByRole('button', { name: 'Undo' }).click();
    await expect(events.getByRole('status')).toContainText('Kesselhaus Nord is back.');
  });

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto('/');
  await expect(visitor).toHaveTitle(/Night Shift/);
  await expect(
    visitor.getByRole('region', { name: 'Popular Artists' }).getByRole('listitem'),
  ).toHaveCount(5);
  await expect(visitor.getByRole('region', { name: 'Upcoming Events' })).toContainText(
    'Kesselhaus Nord',
  );
  await expect(visitor.locator('main')).toContainText('Halve & Whole');
  for (const picture of await visitor.locator('.card img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
  }
});
