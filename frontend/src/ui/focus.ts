/**
 * Runs `work`; if the focused control went away or was switched off meanwhile, the keyboard goes back to it, or else to
 * the heading of the section it was in.
 */
export async function keepingFocus(work: () => Promise<void>): Promise<void> {
  const before = document.activeElement;
  const heading = before?.closest('section')?.querySelector<HTMLElement>('h2, h3');
  await work();
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) heading?.focus();
}

/** As the `ref` of what the keyboard should go on from. */
export function focusOnArrival(element: HTMLElement | null): void {
  element?.focus();
}
