import { renderToString } from 'react-dom/server';
import { App } from './app';
import { parsePreloaded, seedOf } from './preloaded';
import { createStore } from './resource';
import { createSession } from './session/session';
import { collectFits, FitSinkContext } from './ui/fitted';

/**
 * What the server's embedded engine calls: the page's data, as it stands in the document, becomes the markup of the
 * page and the style rules that belong to it. The engine has no browser, no clock's locale and no promises to wait for.
 */
function render(json: string): string {
  const preloaded = parsePreloaded(json);
  const fits = collectFits();
  const markup = renderToString(
    <FitSinkContext value={fits.sink}>
      <App
        site={preloaded.site}
        store={createStore(seedOf(preloaded))}
        session={createSession()}
        path={preloaded.path}
      />
    </FitSinkContext>,
  );
  // The preloads that React puts first belong into the head, which the server writes.
  return JSON.stringify({
    markup: markup.replace(/^(?:<link rel="preload"[^>]*>)+/, ''),
    css: fits.css(),
  });
}

Object.assign(globalThis, { render });
