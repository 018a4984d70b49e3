import { useEffect, useState } from 'react';
import { steps } from '../place';
import { opensElsewhere } from '../router';

/** What to do when the answer is to leave, and what had the focus before the question. */
type Held = { go: () => void; focused: Element | null };

type Ask = (go: () => void) => void;

export type LeaveQuestion = { isAsking: boolean; keep: () => void; leave: () => void };

/**
 * While `isChanged`, a link to another page and the browser's Back and Forward wait for an answer; Back pressed once more
 * is one. `onLeave` gives up what was typed. Whoever reloads or goes to another site is not asked: drafts outlive it.
 */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): LeaveQuestion {
  const [held, setHeld] = useState<Held | null>(null);
  const isAsking = isChanged && held !== null;
  useEffect(() => {
    if (!isChanged) return;
    const stop = holdLinks((go) => setHeld(heldBy(go)));
    return () => {
      stop();
      setHeld(null);
    };
  }, [isChanged]);
  useEffect(() => {
    if (isChanged && !isAsking) return holdHistory((go) => setHeld(heldBy(go)));
  }, [isChanged, isAsking]);
  return {
    isAsking,
    keep: () => {
      setHeld(null);
      if (held?.focused instanceof HTMLElement) held.focused.focus();
    },
    leave: () => {
      onLeave();
      held?.go();
    },
  };
}

function heldBy(go: () => void): Held {
  return { go, focused: document.activeElement };
}

/** Calls `ask` in the place of every link to another page of the site. Returns how to stop. */
function holdLinks(ask: Ask): () => void {
  let isLeaving = false;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (isLeaving || !link || !leadsAway(link, event)) return;
    event.preventDefault();
    event.stopPropagation();
    closeAround(link);
    ask(() => {
      isLeaving = true;
      // One that went with its dialog is heard by nobody any more.
      if (link.isConnected) link.click();
      else location.assign(link.href);
    });
  };
  // Before React hears of it.
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** Closes the dialog that a link is in, as Escape does: the question is asked in the page below, out of its reach. */
function closeAround(link: Element): void {
  link.closest('dialog:modal')?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

export function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (opensElsewhere(event) || link.target || link.hasAttribute('download')) return false;
  return link.origin === location.origin && link.pathname !== location.pathname;
}

/**
 * Calls `ask` in the place of a step in the browser's history to another page of the site. The step was taken when it is
 * heard of: this page is put after the other one, so that Back leads there, whichever way it was.
 */
function holdHistory(ask: Ask): () => void {
  const { href, pathname } = location;
  steps.hold = (step) => {
    if (location.pathname === pathname) return;
    step.stopImmediatePropagation();
    history.pushState(null, '', href);
    ask(() => history.back());
  };
  return () => {
    steps.hold = undefined;
  };
}
