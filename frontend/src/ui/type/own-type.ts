/** Of 10 px, a letter is narrower in every typeface. */
const WIDEST_LETTER = 10;
const PROBE = 'spacing';

/**
 * Marks the document while its reader sets letters further apart than the page does, as WCAG 1.4.12 allows them to, or has
 * forbidden small ones: type that is fitted to its line has to know (bill.css).
 */
export function watchOwnType(): void {
  const probe = document.createElement('span');
  probe.id = 'own-type';
  probe.ariaHidden = 'true';
  probe.textContent = PROBE;
  document.body.append(probe);
  new ResizeObserver(() => {
    const isSpaced = getComputedStyle(probe).letterSpacing !== 'normal';
    const isLarge = probe.offsetWidth > PROBE.length * WIDEST_LETTER;
    document.documentElement.toggleAttribute('data-own-type', isSpaced || isLarge);
  }).observe(probe);
}
