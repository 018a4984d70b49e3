import '../styles/visitor.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  createSession,
  followOtherTabs,
  onSignIn,
  type SessionStore,
} from '../account/session/session';
import { nearKey } from '../api/artists';
import { warmUp } from '../api/client/client';
import { connect, hasStoredSession, isReturning } from '../api/client/connection';
import { onUnsureWrite } from '../api/client/unsure-writes';
import { createStore } from '../api/queries/query-store';
import { tell } from '../ui/message/tell';
import { keepPlaces } from '../ui/place';
// Several parts need these: they come with all pages, or one part would bring another along.
import '../texts/handles';
import '../ui/type/address';
import '../ui/type/paragraphs';
import { watchOwnType } from '../ui/type/own-type';
import { App } from './app';
import { forgiveMoves } from './forgive-moves';
import { parsePreloaded, seedOf } from './page-data';
import { artistPage, pageOf } from './routes';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  const json = document.getElementById('preloaded')?.textContent;
  if (!root || !json) throw new Error('the document carries no data to show');
  const preloaded = parsePreloaded(json);
  connect(preloaded.site);
  const session = createSession();
  const seed = seedOf(preloaded);
  if (preloaded.not_found) seed.set(nearKey(location.pathname), preloaded.not_found.near);
  const store = createStore(seed);
  onUnsureWrite(() => void store.invalidate());
  // What is not announced is not there for visitors.
  onSignIn(session, () => void store.retry());
  const app = <App site={preloaded.site} store={store} session={session} />;
  keepPlaces();
  forgiveMoves();
  watchOwnType();
  const shown = pageOf(location.pathname);
  // The boot script asks for it beside this one. Taken over without it, the finished page could turn into a stand-in.
  if (shown) await shown.load().catch(() => shown.hold(askAgain));
  if (root.dataset.ssr === undefined) createRoot(root).render(app);
  // In pieces: what a person does in the meantime is not kept waiting.
  else startTransition(() => void hydrateRoot(root, app));
  // Whoever does something may soon ask for more than came with the page.
  for (const act of ['pointerover', 'keydown']) addEventListener(act, warm, { once: true });
  followOtherTabs(session);
  if (hasStoredSession() || isReturning()) await startSession(session);
}

/** What was served stays and can be read, until its script comes. */
function askAgain(): Promise<void> {
  return new Promise((resolve) => {
    const run = async () => resolve();
    tell(INCOMPLETE, { name: 'Try again', run });
  });
}

/** Who is signed in sees at first what visitors see. */
async function startSession(session: SessionStore): Promise<void> {
  const run = () => startSession(session);
  await session.start().catch(() => tell(NOT_CHECKED, { name: 'Try again', run }));
}

/** Whether anybody is signed in, and may change anything, is not known. */
const NOT_CHECKED = 'Your sign-in could not be checked. Check your connection and try again.';
const INCOMPLETE = 'A part of this page could not be loaded. Check your connection and try again.';

function warm(): void {
  warmUp();
  artistPage.load().catch(() => undefined);
}

void start();
