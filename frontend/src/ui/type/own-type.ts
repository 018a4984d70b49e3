const PROBE = 'spacing';
/** In px: of the 8 that the probe has in bill.css, it is not as wide in any typeface. */
const WIDEST = 49;

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
    const isLarge = probe.offsetWidth > WIDEST;
    document.documentElement.toggleAttribute('data-own-type', isSpaced || isLarge);
  }).observe(probe);
}
