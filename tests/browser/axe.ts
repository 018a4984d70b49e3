import axe from 'axe-core';
import type { Page } from './fixtures';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong with the page as it is now, rule and element, and the lists that Safari takes for none. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    (values) =>
      window.axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      }),
    TAGS,
  );
  const wrong = found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  return [...wrong, ...(await page.evaluate(unlisted))];
}

/** To Safari only a role makes a list of items that are laid out as something else. */
function unlisted(): string[] {
  const isOther = (item: Element) => !/list-item|none/.test(getComputedStyle(item).display);
  return [...document.querySelectorAll('ul:not([role]), ol:not([role])')]
    .filter(({ children }) => [...children].some(isOther))
    .map(({ outerHTML }) => `no role: ${outerHTML.slice(0, 80)}`);
}

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the one of the DOM
  interface Window {
    axe: typeof axe;
  }
}
