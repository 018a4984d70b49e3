/**
 * Copies a text that may still be on its way; resolves to whether that worked. To be called while a press is handled:
 * later, Safari and Firefox let no page copy. None may that came over a connection without TLS.
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem !== 'undefined') {
      const content = text.then((found) => new Blob([found], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
    } else await navigator.clipboard.writeText(await text);
    return true;
  } catch {
    return false;
  }
}
