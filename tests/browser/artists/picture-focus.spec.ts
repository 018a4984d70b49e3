import { expect, type Page, test } from '../fixtures';

type Row = { id: string; image: string };

const FOCUS = '20% 80%';

/** How the picture in each place is cut. */
const positions = (page: Page, boxes: string[]) =>
  Promise.all(
    boxes.map((box) =>
      page
        .locator(`${box} img`)
        .first()
        .evaluate((image) => getComputedStyle(image).objectPosition),
    ),
  );

for (const width of [390, 1440]) {
  test(`the focal point decides every crop, and a text tells what the picture shows, at ${width} px (M4)`, async ({
    page,
    site,
  }) => {
    const [mara] = (await site.rest('GET', 'music_artists?id=eq.mara-voss')) as [Row];
    const image = `${mara.image}#focus=20,80`;
    const shown = 'Mara Voss on a dark stage, singing';
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { image, image_alt: shown });
    const [event] = (await site.rest('GET', 'music_events?artist_id=eq.mara-voss')) as [Row];
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setViewportSize({ width, height: 900 });
    for (const script of [true, false]) {
      // The first frame is cut as it will be: what the server wrote needs no script.
      await page.route('**/assets/*.js', (route) => (script ? route.continue() : route.abort()));
      await page.goto('/');
      expect(await positions(page, ['.hero', '.card', '.disc'])).toEqual([FOCUS, FOCUS, FOCUS]);
      await page.goto('/artist/mara-voss');
      expect(await positions(page, ['.banner'])).toEqual([FOCUS]);
      await expect(page.getByRole('img', { name: shown })).toBeVisible();
      await page.goto(`/event/${event.id}`);
      expect(await positions(page, ['.hero'])).toEqual([FOCUS]);
      await page.unroute('**/assets/*.js');
    }
    expect(asked.filter((url) => url.includes('focus'))).toEqual([]);
  });
}
