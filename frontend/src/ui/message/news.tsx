import { useState } from 'react';
import { useOutcome } from './use-outcome';

/** What was done last, for the line that says so; told on the page once that is gone. */
export function useNews() {
  const [text, setText] = useState('');
  const [place, orTell] = useOutcome<HTMLParagraphElement>();
  function tellNews(next: string): void {
    setText(next);
    if (next) orTell({ text: next });
  }
  return { tellNews, news: { text, place } };
}

/** What was done last; it is there before it has something to say, which screen readers then announce. */
export function News({ text, place }: ReturnType<typeof useNews>['news']) {
  return (
    <p className="outcome" role="status" ref={place}>
      {text}
    </p>
  );
}
