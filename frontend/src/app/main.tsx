import '../styles/visitor.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSession, followOtherTabs } from '../account/session/session';
import { warmUp } from '../api/client/client';
import { connect, hasStoredSession, isReturning } from '../api/client/connection';
import { createStore } from '../api/queries/query-store';
import { laterPage } from '../ui/later-page';
import { keepPlaces } from '../ui/place';
// Several parts need it: it comes with all pages, or one part would bring another along.
import '../ui/type/paragraphs';
import { App } from './app';
import { forgiveMoves } from './forgive-moves';
import { parsePreloaded, seedOf } from './page-data';
import { pageOf } from './routes';

const artist = laterPage(async () => (await import('../pages/artist-page')).ArtistPage);
const other = laterPage(async () => (await import('../pages/other-page')).OtherPage);
const LATER = { artist, other };
const PAGES = { artist: artist.Page, other: other.Page };

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const json = document.getElementById('preloaded')?.textContent;
  if (!root || !json) throw new Error('the document carries no data to show');
  const preloaded = parsePreloaded(json);
  connect(preloaded.site);
  const session = createSession();
  const app = (
    <App
      site={preloaded.site}
      store={createStore(seedOf(preloaded))}
      session={session}
      pages={PAGES}
    />
  );
  keepPlaces();
  forgiveMoves();
  const shown = pageOf(location.pathname);
  // The boot script asks for it beside this one. Taken over without it, the finished page could turn into a stand-in.
  if (shown) await LATER[shown].load().catch(() => undefined);
  if (root.dataset.ssr === undefined) createRoot(root).render(app);
  // In pieces: what a person does in the meantime is not kept waiting.
  else startTransition(() => void hydrateRoot(root, app));
  // Whoever does something may soon ask for more than came with the page.
  for (const act of ['pointerover', 'keydown']) addEventListener(act, warm, { once: true });
  followOtherTabs(session);
  if (hasStoredSession() || isReturning()) session.start().catch(() => undefined);
}

function warm(): void {
  warmUp();
  artist.load().catch(() => undefined);
}

void start();
