let box: HTMLElement | null = null;

/** What can be done about a message, under the name of its button. */
type Action = { name: string; run: () => Promise<void> };

/**
 * Shows what was done on a page that is no longer there, in the next one, until it is closed; screen readers hear it. Its
 * action has the focus, unless that has gone elsewhere meanwhile. Returns what takes it away.
 */
export function tell(text: string, action?: Action): () => void {
  if (!box) {
    box = document.createElement('div');
    box.setAttribute('role', 'status');
    document.body.append(box);
  }
  const region = box;
  const said = document.createElement('span');
  said.textContent = text;
  const notice = document.createElement('div');
  notice.className = 'notice notice--fixed';
  notice.append(said);
  const buttons = document.createElement('div');
  notice.append(buttons);
  if (action) {
    const undo = buttonNamed(action.name, () => {
      undo.disabled = true;
      void action.run().finally(() => dismiss(notice));
    });
    buttons.append(undo);
  }
  buttons.append(buttonNamed('OK', () => dismiss(notice)));
  region.replaceChildren();
  // A region that was just added is heard only once it changes.
  const showing = setTimeout(() => {
    region.replaceChildren(notice);
    const { activeElement } = document;
    if (action && (activeElement === document.body || activeElement?.id === 'main')) {
      buttons.querySelector('button')?.focus();
    }
  }, 100);
  return () => {
    clearTimeout(showing);
    notice.remove();
  };
}

/** Takes a notice away, unless another has done so. Who had the focus in it goes on in the page. */
function dismiss(notice: HTMLElement): void {
  notice.remove();
  if (document.activeElement !== document.body) return;
  document.getElementById('main')?.focus({ preventScroll: true });
}

function buttonNamed(name: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn--quiet';
  button.textContent = name;
  button.onclick = onPress;
  return button;
}
