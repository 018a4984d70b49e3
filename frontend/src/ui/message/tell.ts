import { liveRegion, toBeHeard } from './live-region';

const regionIn = liveRegion('status');

/** What can be done about a message, under the name of its button. */
type Action = { name: string; run: () => Promise<void> };

/**
 * Shows what was done on a page that is no longer there, in the next one, until it is closed; screen readers hear it. Its
 * action has the focus, unless that has gone elsewhere meanwhile. Returns what takes it away.
 */
export function tell(text: string, action?: Action, home: Element = document.body): () => void {
  const region = regionIn(home);
  const notice = noticeOf(text, action);
  region.replaceChildren();
  const showing = toBeHeard(() => {
    region.replaceChildren(notice);
    const { activeElement } = document;
    if (action && (activeElement === document.body || activeElement?.id === 'main')) {
      notice.querySelector('button')?.focus();
    }
  });
  return () => {
    clearTimeout(showing);
    notice.remove();
  };
}

/** A notice that stays until OK is pressed on it. */
export function noticeOf(text: string, action?: Action): HTMLElement {
  const notice = document.createElement('div');
  notice.className = 'notice notice--fixed';
  const said = document.createElement('span');
  said.textContent = text;
  const buttons = document.createElement('div');
  if (action) {
    const undo = buttonNamed(action.name, () => {
      undo.onclick = null;
      undo.ariaDisabled = 'true';
      void action.run().finally(() => dismiss(notice));
    });
    buttons.append(undo);
  }
  buttons.append(buttonNamed('OK', () => dismiss(notice)));
  notice.append(said, buttons);
  return notice;
}

/** Takes a notice away, unless another has done so. Who had the focus in it goes on around it. */
function dismiss(notice: HTMLElement): void {
  const around = notice.closest('dialog') ?? document.getElementById('main');
  notice.remove();
  if (document.activeElement !== document.body) return;
  around?.focus({ preventScroll: true });
}

function buttonNamed(name: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn--quiet';
  button.textContent = name;
  button.onclick = onPress;
  return button;
}
