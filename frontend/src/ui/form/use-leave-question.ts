import { useEffect, useState } from 'react';

/** Continues on the way out. */
type Go = () => void;

export type LeaveQuestion = { isAsking: boolean; keep: () => void; leave: () => void };

/**
 * While `isChanged`, a link to another page waits for an answer. `onLeave` gives up what was typed. The browser's Back
 * and a reload are not asked about: drafts outlive them.
 */
export function useLeaveQuestion(isChanged: boolean, onLeave: () => void): LeaveQuestion {
  const [go, setGo] = useState<{ go: Go } | null>(null);
  useEffect(() => {
    if (!isChanged) return;
    return holdLinks((next) => setGo({ go: next }));
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

/** Calls `ask` in the place of every link to another page of the site. Returns how to stop. */
function holdLinks(ask: (go: Go) => void): () => void {
  let isLeaving = false;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (isLeaving || !link || !leadsAway(link, event)) return;
    event.preventDefault();
    event.stopPropagation();
    ask(() => {
      isLeaving = true;
      link.click();
    });
  };
  // Before React hears of it.
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (opensElsewhere || event.button !== 0 || link.target || link.hasAttribute('download'))
    return false;
  return link.href !== '' && link.pathname !== location.pathname;
}
