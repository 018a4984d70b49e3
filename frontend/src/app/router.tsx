import { type ComponentProps, type MouseEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useParts } from './context';

/** The path of the page's address, as it stands there. */
export function usePath(): string {
  const { path } = useParts();
  const read = () => location.pathname;
  return useSyncExternalStore(subscribe, read, () => path ?? read());
}

/** A link to another page of the site: a real one, which needs no document where it can be followed here. */
export function Link({ href, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (opensElsewhere || event.button !== 0) return;
    event.preventDefault();
    goTo(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => replaceAddress(to), [to]);
  return null;
}

export function replaceAddress(to: string): void {
  history.replaceState(null, '', to);
  announce();
}

/** A new page starts at its top, and the keyboard starts with it. */
function goTo(href: string): void {
  history.pushState(null, '', href);
  flushSync(announce);
  scrollTo({ top: 0, behavior: 'instant' });
  document.getElementById('main')?.focus({ preventScroll: true });
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The browser tells of the steps that it takes by itself, and not of these. */
function announce(): void {
  dispatchEvent(new PopStateEvent('popstate'));
}
