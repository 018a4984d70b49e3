import { useEffect, useState } from 'react';

/** Continues on the way out. */
type Go = () => void;

export type LeaveQuestion = { isAsking: boolean; keep: () => void; leave: () => void };

/**
 * While `isChanged`, a link to another page and the browser's Back wait for an answer. `onLeave` gives up what was
 * typed. A reload is not asked about: drafts outlive it.
 */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): LeaveQuestion {
  const [go, setGo] = useState<{ go: Go } | null>(null);
  useEffect(() => {
    if (!isChanged) return;
    return holdLinksAndBack((next) => setGo({ go: next }));
  }, [isChanged]);
  return {
    isAsking: isChanged && go !== null,
    keep: () => setGo(null),
    leave: () => {
      onLeave();
      go?.go();
    },
  };
}

/** Calls `ask` in the place of every step to another page of the site. Returns how to stop. */
function holdLinksAndBack(ask: (go: Go) => void): () => void {
  const here = location.pathname + location.search;
  let isLeaving = false;
  const letGo = (step: () => void) => () => {
    isLeaving = true;
    step();
  };
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (isLeaving || !link || !leadsAway(link, event)) return;
    event.preventDefault();
    event.stopPropagation();
    ask(letGo(() => link.click()));
  };
  const onBack = (event: PopStateEvent) => {
    if (isLeaving || location.pathname === new URL(here, location.href).pathname) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', here);
    ask(letGo(() => history.back()));
  };
  // Before React and the router hear of it.
  document.addEventListener('click', onClick, true);
  addEventListener('popstate', onBack, true);
  return () => {
    document.removeEventListener('click', onClick, true);
    removeEventListener('popstate', onBack, true);
  };
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (opensElsewhere || event.button !== 0 || link.target || link.hasAttribute('download'))
    return false;
  return link.href !== '' && link.pathname !== location.pathname;
}
