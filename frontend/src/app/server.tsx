import { renderToString } from 'react-dom/server';
import { createSession } from '../account/session/session';
import { createStore } from '../api/queries/query-store';
import { ArtistPage } from '../pages/artist-page';
import { loadAll, OtherPage, partOfOther } from '../pages/other-page';
import { type Words, WordsContext } from '../pages/words';
import { datesCss } from '../styles/dates';
import { pressKitCss } from '../styles/press-kit';
import { profileCss } from '../styles/profile';
import { collectRules } from '../ui/type/fitted-rules';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';
import { pageOf } from './routes';

const PAGES = { artist: ArtistPage, other: OtherPage };

const STYLES = { profile: profileCss, dates: datesCss, 'press-kit': pressKitCss };

/**
 * What the server's embedded engine calls: the page's data, as it is in the document, becomes the markup of the page,
 * the style rules that belong to it, and what it says of itself. The engine has no browser, no clock's locale and no promises to wait for.
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
          pages={PAGES}
        />
      </WordsContext>,
    ),
  );
  // The preloads that React puts first belong into the head.
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(markup)?.[0] ?? '';
  const part = partOf(preloaded.path);
  const ownCss = part && STYLES[part];
  return JSON.stringify({
    preloads,
    markup: markup.slice(preloads.length),
    css: ownCss + css,
    words,
    part,
  });
}

/** The part of the script that the page needs besides that of all pages: its name in vite.config.ts. */
function partOf(path: string): keyof typeof STYLES | '' {
  const page = pageOf(path);
  if (page === 'other') return partOfOther(path);
  return page ? 'profile' : '';
}

// The engine runs what waits for this once it has run the script: from then on nothing can be waited for.
void loadAll();
Object.assign(globalThis, { render });
