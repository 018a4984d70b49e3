import type { Page } from '../fixtures';

/** Texts that run off the screen or are cut off by what they stand in. */
export const lostTexts = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.visually-hidden, .skip, [popover]:not(:popover-open), option');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      const what = `${parent.tagName}.${parent.className} “${text.textContent.slice(0, 30)}”`;
      if (left < -1 || right > innerWidth + 1) found.push(`${what} runs off: ${Math.round(right)}`);
      for (let box = parent as Element | null; box; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        if (/hidden|clip/.test(overflowX) && right > frame.right + 1 && textOverflow === 'clip')
          found.push(`${what} is cut at the side by .${box.className}`);
        if (/hidden|clip/.test(overflowY) && (bottom > frame.bottom + 4 || top < frame.top - 4))
          found.push(`${what} is cut by .${box.className}`);
      }
    }
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return excess > 0 ? [...found, `the page is ${excess} px too wide`] : found;
  });
