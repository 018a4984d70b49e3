import { useEffect } from 'react';

/** The document's title belongs to the browser: it is set after the page it names is on screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
