/** The home page on paper. */

import { expect, isAlive, test } from '../fixtures';
import { only } from './only-events';

test('on paper the dates of home are a plain list with prices as typed, and the foot is not alone @release', async ({
  page,
  site,
}) => {
  await only(site, [
    { price: '18 €', ticket_url: 'https://tickets.example/18' },
    { price: '$32', ticket_url: 'https://tickets.example/32' },
  ]);
  await page.goto('/');
  await isAlive(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  const rows = page.getByRole('region', { name: 'Upcoming Events' }).getByRole('listitem');
  for (const [place, price] of ['18 €', '$32'].entries()) {
    const row = rows.nth(place);
    await expect(row.getByText(price)).toBeVisible();
    await expect(row.locator('time')).toBeVisible();
    await expect(row.getByText('Get Tickets')).toBeHidden();
    await expect(row.locator('.ticket__stub')).toBeHidden();
    const { height = 0 } = (await row.boundingBox()) ?? {};
    expect(height).toBeLessThan(90);
  }
  const foot = page.getByRole('contentinfo');
  await expect(foot).toHaveCSS('break-before', 'avoid');
});
