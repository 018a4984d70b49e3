import { useState } from 'react';
import { Button } from './button';
import { copyText } from './copy';
import { COPY } from './form/icons';
import { say } from './message/say';

type Props = { text: string; children: string };

export function CopyButton({ text, children }: Props) {
  const [outcome, setOutcome] = useState('');
  async function copy(): Promise<void> {
    setOutcome('');
    const news = (await copyText(Promise.resolve(text))) ? 'Copied.' : NOT_COPIED;
    setOutcome(news);
    say(news);
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

const NOT_COPIED = 'This browser does not let the page copy it. Select the text instead.';
