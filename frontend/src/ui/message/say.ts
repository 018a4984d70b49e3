let box: HTMLElement | null = null;

/**
 * Has screen readers announce `text`: in the page, after a dialog closed or a form gave way to what it saved, or in the
 * dialog that is open, outside which they hear nothing.
 */
export function say(text: string): void {
  if (!box) {
    box = document.createElement('p');
    box.className = 'visually-hidden';
    box.setAttribute('role', 'status');
  }
  const home = document.activeElement?.closest('dialog') ?? document.body;
  if (box.parentNode !== home) home.append(box);
  box.textContent = '';
  // A region that was just added, or says the same again, is heard only once it changes.
  const region = box;
  setTimeout(() => {
    region.textContent = text;
  }, 100);
}
