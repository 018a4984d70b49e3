import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How far below the window's upper edge the row stands in which a control was pressed. */
export function topOfRow(control: Element): number | undefined {
  return control.closest('li')?.getBoundingClientRect().top;
}

/** Scrolls until a row stands so far below the window's upper edge. */
export function putAt(row: Element, top: number): void {
  const scroller = row.closest('dialog') ?? document.scrollingElement;
  scroller?.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** A `ref` of what something was just done to: it takes the focus, and comes into view as far as it is not there. */
export function reveal(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/** Reveals a row whenever it `isWanted`; `top` is where it stood before a form took its place. */
export function useReveal<E extends HTMLElement>(
  isWanted: boolean,
  top: number | undefined,
): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!isWanted || !row) return;
    if (top !== undefined) putAt(row, top);
    reveal(row);
  }, [isWanted, top]);
  return ref;
}
