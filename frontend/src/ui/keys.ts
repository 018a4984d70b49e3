import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What Safari tells of the key that ends a composition, which is over by then. */
const COMPOSED = 229;

/** Which key was pressed; none while it belongs to an input method, such as the Enter that confirms a word in Japanese. */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode, key } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === COMPOSED ? '' : key;
}

/** Ctrl+Enter, or ⌘ and Enter. */
export function sends(event: ReactKeyboardEvent): boolean {
  return keyOf(event) === 'Enter' && (event.ctrlKey || event.metaKey);
}

/** For `onKeyDown`: Escape closes this, and nothing around it, such as the dialog that it is in. */
export function onEscape(close: () => void): (event: ReactKeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || keyOf(event) !== 'Escape') return;
    event.preventDefault();
    close();
  };
}
