import { isInSight, openDialog } from './in-sight';
import { liveRegion, toBeHeard } from './live-region';
import { noticeOf } from './tell';

/** Why something was not done; the field of a form that it is about, if any, and what kind of reason it is. */
export type Refusal = { message: string; field?: string; kind?: string };

const regionIn = liveRegion('alert', 'notices');
let watch: MutationObserver | null = null;

/**
 * Tells of something that failed after the form or row that shows it was left, wherever the person has gone on, until it
 * is dismissed. `failed` says what was not done; of what was not answered, nobody knows.
 */
export function tellFailure(
  place: Element | null,
  failed: string,
  { message, kind }: Refusal,
): void {
  if (isInSight(place)) return;
  const perhaps = `Perhaps ${failed.charAt(0).toLowerCase()}${failed.slice(1)}`;
  addNotice(`${kind === 'unanswered' ? perhaps : failed} ${message}`);
}

/** Shows a notice, beside others, until it is dismissed or what is returned takes it away. */
export function addNotice(text: string): () => void {
  const notice = noticeOf(text);
  const region = bringTo(openDialog() ?? document.body);
  const showing = toBeHeard(() => region.append(notice));
  return () => {
    clearTimeout(showing);
    notice.remove();
  };
}

/** It outlives the dialog in which it was told. */
function bringTo(home: Element): HTMLElement {
  const region = regionIn(home);
  watch?.disconnect();
  if (home === document.body) return region;
  watch = new MutationObserver(() => region.isConnected || bringTo(document.body));
  watch.observe(document.body, { childList: true, subtree: true });
  return region;
}
