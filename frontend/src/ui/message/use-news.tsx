import { useState } from 'react';
import { useOutcome } from './use-outcome';

/** What was done last, in a line that screen readers announce; told on the page once that is gone. */
export function useNews() {
  const [news, setNews] = useState('');
  const [place, orTell] = useOutcome<HTMLParagraphElement>();
  function tellNews(text: string): void {
    setNews(text);
    if (text) orTell({ text });
  }
  const line = (
    <p className="outcome" role="status" ref={place}>
      {news}
    </p>
  );
  return { tellNews, line };
}
