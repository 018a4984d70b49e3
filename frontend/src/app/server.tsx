import { renderToString } from 'react-dom/server';
import { createSession } from '../account/session';
import { createStore } from '../api/query-store';
import { isPress, otherPage } from '../pages/other-page';
import { PressPage } from '../pages/press-page';
import { datesCss } from '../styles/dates';
import { pressCss } from '../styles/press';
import { collectRules } from '../ui/type/fitted-rules';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';

/** Here nothing can be waited for. */
const OTHER_PAGE = otherPage(PressPage);

/**
 * What the server's embedded engine calls: the page's data, as it is in the document, becomes the markup of the page and
 * the style rules that belong to it. The engine has no browser, no clock's locale and no promises to wait for.
 */
function render(json: string): string {
  const preloaded = parsePreloaded(json);
  const { result: markup, css } = collectRules(() =>
    renderToString(
      <App
        site={preloaded.site}
        store={createStore(seedOf(preloaded))}
        session={createSession()}
        path={preloaded.path}
        otherPage={OTHER_PAGE}
      />,
    ),
  );
  // The preloads that React puts first belong into the head.
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(markup)?.[0] ?? '';
  const pageCss = preloaded.event || preloaded.page ? datesCss : '';
  const ownCss = isPress(preloaded.path) ? pressCss : pageCss;
  return JSON.stringify({ preloads, markup: markup.slice(preloads.length), css: ownCss + css });
}

Object.assign(globalThis, { render });
