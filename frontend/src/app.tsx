import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router } from 'wouter';
import { AdminButton } from './admin/admin-button';
import { type Store, StoreContext } from './resource';
import { Routes } from './routes';
import { SessionContext, type SessionStore } from './session/session';
import { SiteContext } from './site';
import type { Site } from './types';
import { Alert } from './ui/alert';
import { ErrorBoundary } from './ui/error-boundary';
import { Notice } from './ui/notice';

type Props = {
  site: Site;
  store: Store;
  session: SessionStore;
  /** The address on the server, which has no browser to ask. */
  path?: string;
};

export function App({ site, store, session, path }: Props) {
  return (
    <ErrorBoundary fallback={<Alert message="Something went wrong. Reload the page." />}>
      <SiteContext value={site}>
        <StoreContext value={store}>
          <SessionContext value={session}>
            <Router {...(path === undefined ? {} : { ssrPath: path })} aroundNav={goTo}>
              <Shell session={session} />
            </Router>
          </SessionContext>
        </StoreContext>
      </SiteContext>
    </ErrorBoundary>
  );
}

type Panel = ComponentType<{ onClose: () => void }>;

const loadPanel = async (): Promise<Panel> => (await import('./admin/admin-panel')).AdminPanel;

/** The page, and the admin panel over it. */
function Shell({ session }: { session: SessionStore }) {
  const button = useRef<HTMLButtonElement>(null);
  const [OpenPanel, setOpenPanel] = useState<Panel | null>(null);
  const [hasFailed, setFailed] = useState(false);

  // The document's boot script plays back what was pressed before there was anything to press.
  useEffect(() => void dispatchEvent(new Event('marquee:hydrated')), []);

  const open = useCallback(async (): Promise<void> => {
    setFailed(false);
    try {
      const [panel] = await Promise.all([loadPanel(), session.start()]);
      setOpenPanel(() => panel);
    } catch {
      setFailed(true);
    }
  }, [session]);

  // Who comes back from a link to choose a new password finds the place to do so open, once.
  useEffect(() => {
    let wasRecovering = false;
    const look = () => {
      const { isRecovering } = session.read();
      if (isRecovering && !wasRecovering) void open();
      wasRecovering = isRecovering;
    };
    look();
    return session.subscribe(look);
  }, [session, open]);

  function close(): void {
    flushSync(() => setOpenPanel(null));
    button.current?.focus();
  }

  return (
    <>
      <div inert={OpenPanel !== null}>
        <Routes
          adminButton={
            <AdminButton
              ref={button}
              onOpen={() => void open()}
              onApproach={() => void loadPanel().catch(() => undefined)}
            />
          }
        />
      </div>
      {hasFailed && <Notice text={PANEL_FAILURE} onClose={() => setFailed(false)} />}
      {OpenPanel && <OpenPanel onClose={close} />}
    </>
  );
}

const PANEL_FAILURE = 'The admin panel could not be loaded. Check your connection and try again.';

/** A new page starts at its top, and the keyboard starts with it. */
const goTo: AroundNavHandler = (navigate, to, options) => {
  if (options?.replace) return navigate(to, options);
  flushSync(() => navigate(to, options));
  window.scrollTo({ top: 0, behavior: 'instant' });
  document.getElementById('main')?.focus({ preventScroll: true });
};
