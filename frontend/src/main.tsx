import './styles/tokens.css';
import './styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { connect, hasStoredSession, isReturning } from './api/client';
import { App } from './app';
import { parsePreloaded, seedOf } from './preloaded';
import { createStore } from './resource';
import { createSession } from './session/session';

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
  else hydrateRoot(root, app);
  if (hasStoredSession() || isReturning()) session.start().catch(() => undefined);
}

start();
