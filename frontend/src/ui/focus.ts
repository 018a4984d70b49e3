import { putAt } from './list/reveal';

/**
 * Runs `work`. If the focused control was removed or disabled in the meantime, the focus returns to it, or goes to what is
 * before it in its row, which stays where it stood, to the row that took the place of that, or to the heading of its
 * section.
 */
export async function keepFocus(work: () => Promise<void>): Promise<void> {
  const before = document.activeElement;
  const row = before?.closest('li');
  const earlier = row ? controlsOf(row).filter((one) => isBefore(one, before)) : [];
  const top = row?.getBoundingClientRect().top;
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  const heading = before?.closest('section')?.querySelector<HTMLElement>('h2, h3');
  await work();
  if (!isLost(document.activeElement)) return;
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (!isLost(document.activeElement)) return;
  const next = row?.isConnected ? row : neighbours.find((one) => one?.isConnected);
  const there = next ? controlsOf(next) : [];
  const control = there.findLast((one) => next !== row || earlier.includes(one));
  control?.focus({ preventScroll: true });
  if (row?.isConnected && top !== undefined) putAt(row, top);
  next?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (document.activeElement === document.body) heading?.focus();
}

const controlsOf = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a, summary, button:enabled'),
];

/** A control that was just disabled has the focus until the next frame. */
const isLost = (one: Element | null) => one === document.body || one?.matches(':disabled');

const isBefore = (one: Element, other: Element | null) =>
  (other?.compareDocumentPosition(one) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING;

/** A `ref` that focuses its element when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
