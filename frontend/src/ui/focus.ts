/**
 * Runs `work`. If the focused control was removed or disabled in the meantime, the focus returns to it, or goes to the
 * heading of its section.
 */
export async function keepFocus(work: () => Promise<void>): Promise<void> {
  const before = document.activeElement;
  const heading = before?.closest('section')?.querySelector<HTMLElement>('h2, h3');
  await work();
  if (document.activeElement !== document.body) return;
  if (before instanceof HTMLElement && before.isConnected) before.focus();
  if (document.activeElement === document.body) heading?.focus();
}

/** A `ref` that focuses its element when it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
