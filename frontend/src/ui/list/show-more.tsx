import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../button';
import { Alert } from '../message/alert';

/** A list that can grow: `onMore` adds the next rows; false when they could not be loaded. */
export type Growing = { data?: { hasMore: boolean }; onMore: () => Promise<boolean> };

type Props = {
  /** The plural of what is listed. */
  what: string;
  of: Growing;
  /** Shown while more rows are loaded. */
  skeleton?: ReactNode;
  /** Tells what was added, where there is a line for that already. */
  onSay?: ((text: string) => void) | undefined;
  children: ReactNode;
};

/** A list with a button that shows more of it, and then moves the focus to the first new row. */
export function ShowMore({ what, of: { data, onMore }, skeleton, onSay, children }: Props) {
  const hasMore = data?.hasMore ?? false;
  const box = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [added, setAdded] = useState('');

  async function grow(): Promise<void> {
    if (step === 'busy') return;
    // The items of a list in a list are the inner ones.
    const items = () => box.current?.querySelectorAll<HTMLElement>('li:not(:has(li))') ?? [];
    const before = items().length;
    setStep('busy');
    const isLoaded = await onMore();
    flushSync(() => setStep(isLoaded ? 'idle' : 'failed'));
    const more = items().length - before;
    if (isLoaded) (onSay ?? setAdded)(more === 1 ? 'One more.' : `${more} more ${what}.`);
    items()[before]?.querySelector<HTMLElement>('a, button')?.focus();
  }

  return (
    <div ref={box} aria-busy={step === 'busy' || undefined}>
      {children}
      {step === 'busy' && skeleton}
      {(hasMore || added) && (
        <>
          <div className="show-more">
            {step === 'failed' && (
              <Alert
                message={`More ${what} could not be loaded. Check your connection and try again.`}
              />
            )}
            {hasMore && (
              <Button look="line" onClick={() => void grow()}>
                {`Show more ${what}`}
              </Button>
            )}
          </div>
          {!onSay && (
            <p className="visually-hidden" role="status">
              {added}
            </p>
          )}
        </>
      )}
    </div>
  );
}
