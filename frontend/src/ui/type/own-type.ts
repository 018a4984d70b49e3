import { addSheet } from '../page-style';

const PROBE = 'spacing';
/** In px: of the 8 that the probe has, it is not as wide in any typeface. */
const WIDEST = 49;

/**
 * Letters that are set further apart are longer by about a third. What still does not fit breaks, as do letters that may
 * not be as small as their line, and nothing stands where it would be with the type's own spacing.
 */
const RULES = `
:root{--spaced:1.4}
.bill,.bill .line{margin-left:0;white-space:normal;overflow-wrap:anywhere}
@media (min-width:768px),(max-height:559px){.bill--split:not(.bill--long,.bill--foreign){display:block}}
`;

/**
 * Lets type that is fitted to its line wrap while its reader sets letters further apart than the page does, as WCAG 1.4.12
 * allows them to, or has forbidden small ones.
 */
export function watchOwnType(): void {
  const probe = document.createElement('span');
  probe.ariaHidden = 'true';
  probe.textContent = PROBE;
  probe.style.cssText = 'position:fixed;visibility:hidden;font-size:8px;letter-spacing:normal';
  document.body.append(probe);
  let sheet: CSSStyleSheet | undefined;
  new ResizeObserver(() => {
    const isSpaced = getComputedStyle(probe).letterSpacing !== 'normal';
    const isOwn = isSpaced || probe.offsetWidth > WIDEST;
    if (isOwn) sheet ??= addSheet(RULES);
    if (sheet) sheet.disabled = !isOwn;
  }).observe(probe);
}
