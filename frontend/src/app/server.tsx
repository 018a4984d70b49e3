import { renderToString } from 'react-dom/server';
import { createSession } from '../account/session/session';
import { createStore } from '../api/queries/query-store';
import { type Words, WordsContext } from '../pages/words';
import { datesCss } from '../styles/dates';
import { pressKitCss } from '../styles/press-kit';
import { profileCss } from '../styles/profile';
import { collectRules } from '../ui/type/fitted-rules';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';
import { loadAll, type PartName, pageOf } from './routes';

const STYLES: Record<PartName, string> = {
  profile: profileCss,
  dates: datesCss,
  'press-kit': pressKitCss,
};

/**
 * What the server's embedded engine calls: the page's data, as it is in the document, becomes the markup of the page,
 * the style rules that belong to it, and what it says of itself. The engine has no browser, no clock's locale and no
 * promises to wait for.
 */
function render(json: string): string {
  const preloaded = parsePreloaded(json);
  let words: Words | undefined;
  const tell = (told: Words) => {
    words = told;
  };
  const { result: markup, css } = collectRules(() =>
    renderToString(
      <WordsContext value={tell}>
        <App
          site={preloaded.site}
          store={createStore(seedOf(preloaded))}
          session={createSession()}
          path={preloaded.path}
        />
      </WordsContext>,
    ),
  );
  // The preloads that React puts first belong into the head.
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(markup)?.[0] ?? '';
  const part = pageOf(preloaded.path)?.part;
  const ownCss = part ? STYLES[part] : '';
  return JSON.stringify({
    preloads,
    markup: markup.slice(preloads.length),
    css: ownCss + css,
    words,
    part,
  });
}

// The engine runs what waits for this once it has run the script: from then on nothing can be waited for.
void loadAll();
Object.assign(globalThis, { render });
