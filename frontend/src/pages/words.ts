import { createContext, useContext, useEffect } from 'react';
import { oneLine } from '../texts/visible';

/** What a page says of itself. Where it is shared it is called `name`, or what its title says, and is described. */
export type Words = { title: string; name?: string; description?: string };

/** Where they go on the server, which writes them into the document's head. */
export const WordsContext = createContext<((words: Words) => void) | null>(null);

/** The document's title belongs to the browser: it is set after the page it names is on screen. */
export function useWords(words: Words): void {
  const { title } = words;
  useContext(WordsContext)?.(words);
  useEffect(() => {
    document.title = oneLine(title);
  }, [title]);
}
