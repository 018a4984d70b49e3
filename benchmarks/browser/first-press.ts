/** Presses one control as soon as it can be seen, and waits for its answer. Run by `benchmarks/pages/first_press.py`. */

import { test } from '@playwright/test';
import { followPlan } from './phone';

/** What is pressed on a page, and what its answer says, unless the browser's own message box does. */
const PRESSES = {
  home: { pressed: /^Listen Now/, answer: 'Bandcamp' },
  profile: { pressed: /^Back/, answer: 'Popular Artists' },
};

type Answer = { name: string; answered: number };

test('first press', ({ browser }) =>
  followPlan<Answer>(browser, async ({ page }, { name, url }) => {
    const { pressed, answer } = PRESSES[name.startsWith('home') ? 'home' : 'profile'];
    const said = new Promise<void>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve();
        void dialog.accept();
      });
    });
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const control = page.getByRole('button', { name: pressed });
    await control.or(page.getByRole('link', { name: pressed })).click();
    await Promise.race([said, page.getByText(answer).first().waitFor()]);
    return [{ name, answered: performance.now() - began }];
  }));
