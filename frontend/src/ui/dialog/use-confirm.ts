import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';
import { tellFailure } from '../message/tell-failure';
import { tellSlow } from '../message/tell-slow';

export type Confirm = {
  /** Goes round the question. */
  box: RefObject<HTMLFieldSetElement | null>;
  isAsking: boolean;
  isBusy: boolean;
  /** The answer was no: the focus returns to the button that asked. */
  wasKept: boolean;
  failure: string | null;
  ask: () => void;
  keep: () => void;
  go: () => Promise<void>;
};

/**
 * Asks a question before it runs `work`, which returns null or why it failed. `failed` is what is told then once the
 * question is gone: 'Not deleted: the date.'
 */
export function useConfirm(
  work: () => Promise<{ message: string; kind?: string } | null>,
  failed: string,
): Confirm {
  const box = useRef<HTMLFieldSetElement>(null);
  const [step, setStep] = useState<'idle' | 'asking' | 'busy' | 'kept'>('idle');
  const [failure, setFailure] = useState<string | null>(null);

  function ask(): void {
    setFailure(null);
    setStep('asking');
  }

  async function go(): Promise<void> {
    setFailure(null);
    setStep('busy');
    const refusal = await tellSlow(work());
    flushSync(() => {
      setFailure(refusal?.message ?? null);
      setStep(refusal ? 'asking' : 'idle');
    });
    if (refusal) tellFailure(box.current, failed, refusal);
  }

  return {
    box,
    isAsking: step === 'asking' || step === 'busy',
    isBusy: step === 'busy',
    wasKept: step === 'kept',
    failure,
    ask,
    keep: () => setStep('kept'),
    go: () => keepFocus(go),
  };
}
