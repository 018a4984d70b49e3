/** What a browser does to a page that it translates, without another language: tests go on finding things by their words. */

import type { Page } from '@playwright/test';

/** Every text of the page is replaced by an element with that text, as soon as the page is alive and whenever one is added. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(replaceTexts);
}

function replaceTexts(): void {
  const LEFT_ALONE = 'script, style, noscript, textarea, select, title, code, font, [translate=no]';

  function replace(text: Text): void {
    if (!text.data.trim() || text.parentElement?.closest(LEFT_ALONE)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function replaceIn(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  }

  addEventListener('marquee:hydrated', () => {
    replaceIn(document.body);
    document.documentElement.classList.add('translated-ltr');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(replaceIn);
    }).observe(document.body, { childList: true, subtree: true });
  });
}
