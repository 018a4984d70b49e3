// Takes the pictures of docs/pictures.md from a running demonstration: node take-pictures.mjs URL ACCOUNTS FOLDER
import { mkdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [url, accounts, folder] = process.argv.slice(2);
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** What is shown: its name, who looks, how wide, in which theme, and how one gets there. */
const PICTURES = [
  { name: 'home', size: WIDE, theme: 'dark' },
  { name: 'home-phone', size: PHONE, theme: 'light' },
  { name: 'profile', size: WIDE, theme: 'light', path: '/artist/vesna-kole' },
  { name: 'dates', size: WIDE, theme: 'dark', open: (page) => scrollTo(page, 'Upcoming Events') },
  { name: 'panel', size: WIDE, theme: 'dark', as: 'admin', open: openPanel },
  { name: 'import', size: WIDE, theme: 'light', as: 'admin', open: openImport },
  { name: 'press', size: WIDE, theme: 'light', path: '/artist/vesna-kole/press' },
];

const TABLE = `Date;Artist;Venue;City;Doors
12 June 2027;Vesna Kole;Teatro Lanterna;Trieste;19:30
13.06.2027;Vesna Kole;Silver Oar;Glasgow;8pm
31 June 2027;Vesna Kole;Depot 23;Ghent;20:00`;

async function scrollTo(page, heading) {
  await page.getByRole('heading', { name: heading }).first().scrollIntoViewIfNeeded();
  await page.evaluate((name) => {
    const found = [...document.querySelectorAll('h2')].find((one) => one.textContent === name);
    scrollTo(0, (found?.getBoundingClientRect().top ?? 0) + scrollY - 120);
  }, heading);
}

async function openPanel(page) {
  await page.getByRole('button', { name: 'Admin panel' }).click();
  await page.getByRole('dialog').getByText('Manage Events').first().waitFor();
}

async function openImport(page) {
  await openPanel(page);
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: /Several at once/ }).first().click();
  await panel.getByRole('textbox').first().fill(TABLE);
  await panel.getByRole('button', { name: /Check|Preview/ }).first().click();
  await panel.getByText('Depot 23').first().waitFor();
}

async function signIn(page, who) {
  const found = new RegExp(`(\\S+@\\S+) +(\\S+) +${who}$`, 'm').exec(readFileSync(accounts, 'utf8'));
  await page.goto(url);
  await page.getByRole('button', { name: 'Admin panel' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Email', { exact: true }).fill(found[1]);
  await panel.getByLabel('Password', { exact: true }).fill(found[2]);
  await panel.getByRole('button', { name: 'Sign In' }).click();
  await panel.getByText(found[1]).waitFor();
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
});
for (const { name, size, theme, as, path = '/', open } of PICTURES) {
  const page = await browser.newPage({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
  if (as) await signIn(page, as);
  await page.goto(`${url}${path}`);
  await open?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
