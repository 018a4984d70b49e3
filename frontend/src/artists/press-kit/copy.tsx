import { useState } from 'react';
import { Button } from '../../ui/button';

type Props = { title: string; text: string; note?: string };

/** A heading with a control that copies what stands under it. */
export function CopyHead({ title, text, note }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  async function copy(): Promise<void> {
    setOutcome(null);
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Browsers let no page copy that came over a connection without TLS.
      setOutcome('refused');
    }
  }
  return (
    <>
      <div className="press-kit__head">
        <h2 className="head">
          <span>{title}</span> {note && <span className="press-kit__note">{note}</span>}
        </h2>
        <Button look="quiet" className="needs-script" onClick={() => void copy()}>
          <span>{outcome === 'copied' ? 'Copied' : 'Copy'}</span>
          <span className="visually-hidden">{` ${title.toLowerCase()}`}</span>
        </Button>
      </div>
      <p className="press-kit__outcome" role="status">
        {outcome === 'refused' &&
          'This browser does not let the page copy. Select the text instead.'}
      </p>
    </>
  );
}
