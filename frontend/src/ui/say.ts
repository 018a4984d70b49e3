let box: HTMLElement | null = null;

/** Has screen readers announce `text` in the page, after a dialog closed or a form gave way to what it saved. */
export function say(text: string): void {
  if (!box) {
    box = document.createElement('p');
    box.className = 'visually-hidden';
    box.setAttribute('role', 'status');
    document.body.append(box);
  }
  box.textContent = '';
  // A region that was just added, or says the same again, is heard only once it changes.
  const region = box;
  setTimeout(() => {
    region.textContent = text;
  }, 100);
}
