import { isInSight, openDialog } from './in-sight';
import { noticeOf } from './tell';

let box: HTMLElement | null = null;
let watch: MutationObserver | null = null;

/**
 * Tells of something that failed after the form or row that shows it was left, wherever the person has gone on, until it
 * is dismissed. `failed` says what was not done; of what was not answered, nobody knows.
 */
export function tellFailure(
  place: Element | null,
  failed: string,
  { message, kind }: { message: string; kind?: string },
): void {
  if (isInSight(place)) return;
  const perhaps = `Perhaps ${failed.charAt(0).toLowerCase()}${failed.slice(1)}`;
  const notice = noticeOf(`${kind === 'unanswered' ? perhaps : failed} ${message}`);
  if (!box) {
    box = document.createElement('div');
    box.className = 'notices';
    box.setAttribute('role', 'alert');
  }
  const region = box;
  bringTo(openDialog() ?? document.body, region);
  // A region that was just added is heard only once it changes.
  setTimeout(() => region.append(notice), 100);
}

/** It outlives the dialog in which it was told. */
function bringTo(home: Element, region: HTMLElement): void {
  if (region.parentNode !== home) home.append(region);
  watch?.disconnect();
  if (home === document.body) return;
  watch = new MutationObserver(() => region.isConnected || bringTo(document.body, region));
  watch.observe(document.body, { childList: true, subtree: true });
}
