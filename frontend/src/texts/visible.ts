/** What of a text is seen, as on the server (`marquee/visible.py`). */
const NO_INK = /[\s\p{DI}\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2800\ufffc]/gu;
const STRIPPED =
  /(?!\u200c|\u200d|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])[\p{DI}\p{Cc}\p{Cs}\u2800]/gu;
const FAULT = /[\p{Cc}\u2028\u2029\u202a-\u202e]/u;

/** The text on one line, without what nobody sees. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(STRIPPED, '').trim();
}

/** What is wrong with a text on one line; undefined for one that is fine, or empty. */
export function lineFault(text: string): string | undefined {
  if (!text.trim()) return undefined;
  if (!/[^\p{M}]/u.test(text.replace(NO_INK, '')))
    return 'None of this can be seen. Type it again.';
  const [hidden] = FAULT.exec(text.trim()) ?? (areClosed(text) ? null : text.match(ISOLATES)) ?? [];
  if (hidden === undefined) return undefined;
  const code = hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `This has a character that cannot be seen (U+${code}). Type it again without that.`;
}

const ISOLATES = /[\u2066-\u2069]/g;

/** Whether each isolate ends within the text, so that it turns nothing around it. */
function areClosed(text: string): boolean {
  let depth = 0;
  for (const [isolate] of text.matchAll(ISOLATES)) {
    depth += isolate === '\u2069' ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
