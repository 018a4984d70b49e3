import { useEffect } from 'react';
import { oneLine } from '../texts/visible';

/** The document's title belongs to the browser: it is set after the page it names is on screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = oneLine(title);
  }, [title]);
}
