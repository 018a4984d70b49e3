import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  useContext,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { notePlace } from './place';

/** The path on the server, which has no browser to ask. */
export const PathContext = createContext<string | null>(null);

/** The path of the page's URL. */
export function usePath(): string {
  const path = useContext(PathContext);
  const read = () => location.pathname;
  return useSyncExternalStore(subscribe, read, () => path ?? read());
}

/** A link to another page of the site: a real one, followed without loading a document where that is possible. */
export function Link({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onClick?.(event);
    goTo(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** Whether the browser follows a link that is pressed like this, in another tab or window. */
export function opensElsewhere(event: MouseEvent | globalThis.MouseEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, button } = event;
  return ctrlKey || metaKey || altKey || shiftKey || button !== 0;
}

let redirected: string | null = null;

/** Leads from a path where there is nothing to another page, which can say so. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => {
    redirected = location.pathname;
    replaceUrl(to, { asked: location.href });
  }, [to]);
  return null;
}

/** The path that one was led away from; each is told once. */
export function takeRedirected(): string | null {
  const path = redirected;
  redirected = null;
  return path;
}

/** The address that one was led away from to this place in the history, also after a reload. */
export const askedFor = (): string | undefined => history.state?.asked;

export function replaceUrl(to: string, state: object | null = null): void {
  history.replaceState(state, '', to);
  notify();
}

/** A new page starts at its top, and the keyboard starts with it. One that replaces this one leaves no step back to it. */
export function goTo(href: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  notePlace();
  history[how](null, '', href);
  flushSync(notify);
  scrollTo({ top: 0, behavior: 'instant' });
  document.getElementById('main')?.focus({ preventScroll: true });
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The browser fires the event for the steps that it takes by itself, and not for these. */
function notify(): void {
  dispatchEvent(new PopStateEvent('popstate'));
}
