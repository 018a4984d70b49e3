import { useState } from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';

export type Confirm = {
  isAsking: boolean;
  isBusy: boolean;
  /** The answer was no: the focus returns to the button that asked. */
  wasKept: boolean;
  failure: string | null;
  ask: () => void;
  keep: () => void;
  go: () => Promise<void>;
};

/** Asks a question before it runs `work`, which returns null or why it failed. */
export function useConfirm(work: () => Promise<{ message: string } | null>): Confirm {
  const [step, setStep] = useState<'idle' | 'asking' | 'busy' | 'kept'>('idle');
  const [failure, setFailure] = useState<string | null>(null);

  function ask(): void {
    setFailure(null);
    setStep('asking');
  }

  async function go(): Promise<void> {
    setFailure(null);
    setStep('busy');
    const refusal = await work();
    flushSync(() => {
      setFailure(refusal?.message ?? null);
      setStep(refusal ? 'asking' : 'idle');
    });
  }

  return {
    isAsking: step === 'asking' || step === 'busy',
    isBusy: step === 'busy',
    wasKept: step === 'kept',
    failure,
    ask,
    keep: () => setStep('kept'),
    go: () => keepFocus(go),
  };
}
