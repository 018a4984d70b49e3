/** A label's roster through the panel, as somebody without a programmer brings it in. */

import { execFileSync } from 'node:child_process';
import { inRepository, PYTHON } from '../../live/repository';
import { expect, panelAs, test } from '../fixtures';

/** 40 artists and 305 rows of dates, as they are copied from a spreadsheet: tests/sheets/roster.py. */
function roster(): { artists: string; events: string } {
  const program = `
import csv, io, json
from tests.sheets import roster
def copied(table, delimiter):
    return "\\n".join(map("\\t".join, csv.reader(io.StringIO(table), delimiter=delimiter)))
artists = copied(roster.artists().decode(), ",")
print(json.dumps({"artists": artists, "events": copied(roster.events(open_dates=True).decode("cp1252"), ";")}))
`;
  return JSON.parse(
    execFileSync(PYTHON, ['-c', program], { cwd: inRepository('.'), encoding: 'utf-8' }),
  );
}

test('a roster of 40 artists and 300 dates comes in through the panel (E9)', async ({
  page,
  site,
}) => {
  const { artists, events } = roster();
  const panel = await panelAs(page, 'admin', site);
  const tally = panel.locator('.import-tally');
  const began = Date.now();
  let presses = 0;
  const press = async (name: string | RegExp) => {
    presses += 1;
    await panel.getByRole('button', { name }).click();
  };
  const paste = async (table: string) => {
    presses += 2;
    await panel.getByLabel('Paste a table').fill(table);
    await page.keyboard.press('Control+Enter');
  };

  await press('Several at once');
  await paste(artists);
  await expect(tally).toHaveText('38 ready, 2 to decide, 2 already there.');
  await press('Leave out all 2 problems');
  await press('Add 38 artists');
  await expect(panel).toContainText('Rows 13 and 25, with the reason beside each');

  await press('Import another table');
  await paste(events);
  await expect(tally).toContainText('to decide');
  presses += 2;
  await panel.getByRole('radio', { name: 'December 4' }).click();
  await panel
    .getByLabel('Artist of row 91, Zoe Nowak')
    .selectOption({ label: 'Zoë Novák (closest)' });
  await expect(tally).toContainText('already there');
  await press(/^Leave out all \d+ problems$/);
  await press(/^Add \d+ dates$/);
  const outcome = panel.getByRole('status').filter({ hasText: 'dates added' });
  await expect(outcome).toHaveText(
    /^278 dates added, all in one go\. 5 rows were there already, 22 rows left out/,
  );
  await press('Done');
  console.log(`The roster took ${presses} presses and ${(Date.now() - began) / 1000} s.`);

  const { length: dates } = (await site.rest('GET', 'music_events?select=id')) as unknown[];
  await press('History');
  const history = panel.getByRole('region', { name: 'History' });
  const table = history.locator('.hist > li').filter({ hasText: 'You added 278 dates' });
  await table.locator('summary').click();
  await table.getByRole('button', { name: 'Undo all 278' }).click();
  await expect(history.getByText('You took back 278 dates')).toBeVisible();
  await expect(table.getByText('Undone', { exact: true })).toBeVisible();
  expect(await site.rest('GET', 'music_events?select=id')).toHaveLength(dates - 278);
  const back = history.locator('.hist > li').filter({ hasText: 'You took back 278 dates' });
  await back.locator('summary').click();
  await back.getByRole('button', { name: 'Bring all 278 back' }).click();
  await expect(history.getByText('You brought back 278 dates')).toBeVisible();

  await page.goto('/artist/zoe-novak');
  await expect(page.locator('h1')).toHaveText('Zoë Novák');
  await expect(page.getByText('The Roxy').first()).toBeVisible();
  expect(await site.rest('GET', 'music_artists?select=id')).toHaveLength(3 + 38);
});
