import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type Look } from './button';

export type Retry = () => unknown;

/** Tries again what could not be loaded, and says beside itself when that has failed again. */
export function RetryButton({ look, onRetry }: { look: Look; onRetry: Retry }) {
  const [step, setStep] = useState<'idle' | 'busy' | 'failed'>('idle');
  const retry = async () => {
    setStep('busy');
    await onRetry();
    flushSync(() => setStep('failed'));
    // What has come took the place of the button: the keyboard goes on in it.
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  };
  return (
    <>
      {step === 'failed' && <span>That did not help. Try again in a moment.</span>}
      <Button look={look} isBusy={step === 'busy'} onClick={() => void retry()}>
        {step === 'busy' ? 'Trying...' : 'Try again'}
      </Button>
    </>
  );
}
