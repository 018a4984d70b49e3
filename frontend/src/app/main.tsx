import '../styles/visitor.css';
import { lazy, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSession, startWithOtherTabs } from '../account/session';
import { warmUp } from '../api/client';
import { connect, hasStoredSession, isReturning } from '../api/connection';
import { createStore } from '../api/query-store';
import { keepPlaces } from '../ui/place';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';

const OtherPage = lazy(async () => ({
  default: (await import('../pages/other-page')).OtherPage,
}));

function start(): void {
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
      otherPage={OtherPage}
    />
  );
  keepPlaces();
  if (root.dataset.ssr === undefined) createRoot(root).render(app);
  // In pieces: what a person does in the meantime is not kept waiting.
  else startTransition(() => void hydrateRoot(root, app));
  // Whoever does something may soon ask for more than came with the page.
  for (const act of ['pointerover', 'keydown']) addEventListener(act, warmUp, { once: true });
  startWithOtherTabs(session);
  if (hasStoredSession() || isReturning()) session.start().catch(() => undefined);
}

start();
