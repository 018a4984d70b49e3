/** Loads pages and reads what the browser has measured of each load. Run by `benchmarks/pages/visits.py`. */

import { test } from '@playwright/test';
import { type PageLog, readLog } from './page-log';
import { followPlan, load, type Phone, type Variant } from './phone';

type Visit = PageLog & { name: string; transferred: number };

test('visits', ({ browser }) => followPlan<Visit>(browser, visit));

async function visit({ page, devtools }: Phone, { name, url, loads }: Variant): Promise<Visit[]> {
  const visits: Visit[] = [];
  let transferred = 0;
  devtools.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => (transferred += encodedDataLength),
  );
  while (visits.length < loads) {
    transferred = 0;
    await load(page, url);
    visits.push({ ...(await page.evaluate(readLog)), name, transferred });
  }
  return visits;
}
