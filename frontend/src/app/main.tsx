import '../styles/shared.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSession, startWithOtherTabs } from '../account/session';
import { connect, hasStoredSession, isReturning } from '../api/connection';
import { createStore } from '../api/query-store';
import { loadReads } from '../api/resources';
import { createLetters, servedFitter } from '../ui/type/letters';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';

function start(): void {
  const root = document.getElementById('root');
  const json = document.getElementById('preloaded')?.textContent;
  if (!root || !json) throw new Error('the document carries no data to show');
  const preloaded = parsePreloaded(json);
  connect(preloaded.site.key);
  const session = createSession();
  const letters = createLetters(servedFitter(root));
  const store = createStore(seedOf(preloaded), letters.load);
  const app = <App site={preloaded.site} store={store} session={session} letters={letters} />;
  if (root.dataset.ssr === undefined) {
    const render = () => createRoot(root).render(app);
    letters.load().then(render, render);
  } else {
    // In pieces: what somebody does meanwhile is not kept waiting.
    startTransition(() => void hydrateRoot(root, app));
  }
  startWithOtherTabs(session);
  if (hasStoredSession() || isReturning()) session.start().catch(() => undefined);
  else if (!navigator.connection?.saveData)
    addEventListener('marquee:hydrated', () => whenIdle(() => warm(letters.load)), { once: true });
}

/** What the next page needs is there before somebody goes to it. */
async function warm(load: () => Promise<void>): Promise<void> {
  try {
    await load();
    await (await loadReads()).dataClient();
  } catch {
    // It is asked for again when it is needed.
  }
}

function whenIdle(work: () => void): void {
  // Not every browser says when it is idle.
  (window.requestIdleCallback ?? setTimeout)(work);
}

start();
