/** Presses one control as soon as it can be seen, and waits for its answer. Run by `benchmarks/pages/first_interaction.py`. */

import { test } from '@playwright/test';
import { followPlan } from './phone';

/** What is pressed on a page, and what its answer says, unless the browser's own message box does. */
const CONTROLS = {
  home: { control: /^Listen Now/, answer: 'Bandcamp' },
  profile: { control: /^Back/, answer: 'Popular Artists' },
};

type Answer = { name: string; answered: number };

test('first interaction', ({ browser }) =>
  followPlan<Answer>(browser, async ({ page }, { name, url }) => {
    const { control, answer } = CONTROLS[name.startsWith('home') ? 'home' : 'profile'];
    const said = new Promise<void>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve();
        void dialog.accept();
      });
    });
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: control });
    await button.or(page.getByRole('link', { name: control })).click();
    await Promise.race([said, page.getByText(answer).first().waitFor()]);
    return [{ name, answered: performance.now() - began }];
  }));
