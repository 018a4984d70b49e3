import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SessionContext, type SessionStore, useSessionStore } from '../account/session/session';
import { AdminButton } from '../admin/admin-button';
import { hasStoredSession } from '../api/client/connection';
import { type Store, StoreContext } from '../api/queries/query-store';
import { SiteContext, useOpenSite } from '../site';
import type { Site } from '../types';
import { LateDialog, useLateDialog } from '../ui/dialog/late-dialog';
import { Alert } from '../ui/message/alert';
import { Notice } from '../ui/message/notice';
import { OpenPanelContext, PanelStartContext } from '../ui/open-panel';
import { ErrorBoundary } from '../ui/parts/error-boundary';
import { PathContext } from '../ui/router';
import { Routes } from './routes';

type Props = {
  site: Site;
  store: Store;
  session: SessionStore;
  path?: string;
};

/** A page of the site. `path` is for the server, which has no browser to ask. */
export function App({ site, store, session, path }: Props) {
  return (
    <ErrorBoundary fallback={<Alert message="Something went wrong. Reload the page." />}>
      <SiteContext value={useOpenSite(site)}>
        <StoreContext value={store}>
          <SessionContext value={session}>
            <PathContext value={path ?? null}>
              <Shell />
            </PathContext>
          </SessionContext>
        </StoreContext>
      </SiteContext>
    </ErrorBoundary>
  );
}

const loadPanel = async () => (await import('../admin/admin-panel')).AdminPanel;

/** The page, and the admin panel over it. */
function Shell() {
  const session = useSessionStore();
  const button = useRef<HTMLButtonElement>(null);
  const load = useCallback(async () => {
    const [panel] = await Promise.all([loadPanel(), session.start()]);
    return panel;
  }, [session]);
  const panel = useLateDialog(load);
  const { open } = panel;
  const [startAt, setStartAt] = useState('');
  const openAt = useCallback(
    (section: string) => {
      setStartAt(section);
      void open();
    },
    [open],
  );

  // The document's boot script plays back what was pressed before there was anything to press; `make bench` finds the
  // mark in the browser's own timeline.
  useEffect(() => {
    performance.mark('live');
    document.documentElement.dataset.live = '';
    // After React is done: a press in a section that sleeps still wakes it only then.
    queueMicrotask(() => dispatchEvent(new Event('marquee:hydrated')));
  }, []);

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
    flushSync(panel.close);
    button.current?.focus();
  }

  const isSignedIn = panel.state.step !== 'closed' && hasStoredSession();
  return (
    <>
      <OpenPanelContext value={openAt}>
        <Routes
          adminButton={
            <AdminButton
              ref={button}
              onOpen={() => openAt('')}
              onApproach={() => void loadPanel().catch(() => undefined)}
            />
          }
        />
      </OpenPanelContext>
      <ErrorBoundary
        fallback={(tryAgain) => (
          <Notice
            text={PANEL_FAULT}
            onClose={() => {
              close();
              tryAgain();
            }}
          />
        )}
      >
        <PanelStartContext value={startAt}>
          <LateDialog
            state={panel.state}
            title={isSignedIn ? 'Admin panel' : 'Admin Login'}
            what="The admin panel"
            isLarge={isSignedIn}
            onRetry={open}
            onClose={close}
          />
        </PanelStartContext>
      </ErrorBoundary>
    </>
  );
}

const PANEL_FAULT =
  'Something went wrong in the admin panel. What you typed is kept: close this, and open it again.';
