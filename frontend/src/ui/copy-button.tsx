import { useState } from 'react';
import { Button } from './button';
import { copyText } from './copy';
import { COPY } from './form/icons';
import { say } from './message/say';

type Props = { text: string; children: string };

/** Copies `text`, and says so. */
export function CopyButton({ text, children }: Props) {
  const [outcome, setOutcome] = useState('');
  function tell(news: string): void {
    setOutcome(news);
    say(news);
  }
  async function copy(): Promise<void> {
    setOutcome('');
    const isCopied = await copyText(Promise.resolve(text));
    tell(
      isCopied ? 'Copied.' : 'This browser does not let the page copy it. Select the text instead.',
    );
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
