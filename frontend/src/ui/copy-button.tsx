import { useState } from 'react';
import { Button } from './button';
import { COPY } from './form/icons';
import { say } from './message/say';

type Props = { text: string; children: string };

/** Copies `text`, and says so. Browsers let no page copy that came over a connection without TLS. */
export function CopyButton({ text, children }: Props) {
  const [outcome, setOutcome] = useState('');
  function tell(news: string): void {
    setOutcome(news);
    say(news);
  }
  async function copy(): Promise<void> {
    setOutcome('');
    try {
      await navigator.clipboard.writeText(text);
      tell('Copied.');
    } catch {
      tell('This browser does not let the page copy it. Select the text instead.');
    }
  }
  return (
    <>
      <Button look="line" icon={COPY} onClick={() => void copy()}>
        {children}
      </Button>
      <span className="form__note">{outcome}</span>
    </>
  );
}
