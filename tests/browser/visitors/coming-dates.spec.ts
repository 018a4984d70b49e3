import { daysFromToday, longDate } from '../../live/dates';
import { expect, type Page, test } from '../fixtures';
import { only, upcoming } from './only-events';

const hero = (page: Page) => page.getByRole('region', { name: 'Mara Voss', exact: true });
const next = (page: Page) => page.getByRole('region', { name: 'Next', exact: true });

test('on phones the next three dates stand between hero and release (H5)', async ({
  page,
  site,
}) => {
  await only(site, [
    { date: daysFromToday(2), venue: 'Kesselhaus', status: 'cancelled' },
    ...[3, 4, 5, 6].map((days) => ({ date: daysFromToday(days), venue: `Hall ${days}` })),
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const dates = next(page).getByRole('listitem').getByRole('link');
  await expect(dates).toHaveText([/Hall 3/, /Hall 4/, /Hall 5/]);
  await expect(dates.first()).toContainText(longDate(daysFromToday(3)));
  const [above, below] = await Promise.all([
    hero(page).boundingBox(),
    page.getByRole('region', { name: 'Latest Release' }).boundingBox(),
  ]);
  const box = await next(page).boundingBox();
  expect(box?.y).toBe((above?.y ?? 0) + (above?.height ?? 0));
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(below?.y);
  await next(page).getByRole('link', { name: 'All 5 dates' }).click();
  await expect(page).toHaveURL('/#events');
  await expect(upcoming(page).getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
  await dates.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mara Voss');
  await expect(page.getByText('Hall 3').first()).toBeVisible();
});

test('where there is room or no date, no dates stand before the release (H5)', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(upcoming(page)).toBeVisible();
  await expect(next(page)).toBeHidden();
  await site.rest('DELETE', 'music_events?id=not.is.null');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByText('No upcoming events scheduled.')).toBeVisible();
  await expect(next(page)).toHaveCount(0);
});
