let box: HTMLElement | null = null;

/** Shows what was done on a page that is no longer there, in the next one, until it is closed; screen readers hear it. */
export function tell(text: string): void {
  if (!box) {
    box = document.createElement('div');
    box.setAttribute('role', 'status');
    document.body.append(box);
  }
  const region = box;
  const said = document.createElement('span');
  said.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'btn btn--quiet';
  close.textContent = 'OK';
  close.onclick = () => region.replaceChildren();
  const notice = document.createElement('div');
  notice.className = 'notice notice--fixed';
  notice.append(said, close);
  region.replaceChildren();
  // A region that was just added is heard only once it changes.
  setTimeout(() => region.replaceChildren(notice), 100);
}
