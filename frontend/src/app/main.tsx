import '../styles/visitor.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createSession, startWithOtherTabs } from '../account/session';
import { connect, hasStoredSession, isReturning } from '../api/connection';
import { createStore } from '../api/query-store';
import { App } from './app';
import { parsePreloaded, seedOf } from './page-data';

function start(): void {
  const root = document.getElementById('root');
  const json = document.getElementById('preloaded')?.textContent;
  if (!root || !json) throw new Error('the document carries no data to show');
  const preloaded = parsePreloaded(json);
  connect(preloaded.site.key);
  const session = createSession();
  const app = (
    <App site={preloaded.site} store={createStore(seedOf(preloaded))} session={session} />
  );
  if (root.dataset.ssr === undefined) createRoot(root).render(app);
  // In pieces: what a person does in the meantime is not kept waiting.
  else startTransition(() => void hydrateRoot(root, app));
  startWithOtherTabs(session);
  if (hasStoredSession() || isReturning()) session.start().catch(() => undefined);
}

start();
