import { liveRegion, toBeHeard } from './live-region';

const regionIn = liveRegion('status', 'visually-hidden');

/**
 * Has screen readers announce `text`: in the page, after a dialog closed or a form gave way to what it saved, or in the
 * dialog that is open, outside which they hear nothing.
 */
export function say(text: string): void {
  const region = regionIn(document.activeElement?.closest('dialog') ?? document.body);
  region.textContent = '';
  toBeHeard(() => {
    region.textContent = text;
  });
}
