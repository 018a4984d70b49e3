/** Text in another size than the browser's own, as people set it. */

import type { Page } from '../fixtures';

export const setText = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
