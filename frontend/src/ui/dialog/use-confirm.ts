import { type RefObject, useState } from 'react';
import type { Refusal } from '../message/tell-failure';
import { useChange } from '../message/use-change';

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
export function useConfirm(work: () => Promise<Refusal | null>, failed: string): Confirm {
  const change = useChange<HTMLFieldSetElement>();
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle');

  async function carryOut() {
    const refusal = await work();
    if (!refusal) setStep('idle');
    return refusal;
  }

  return {
    box: change.place,
    isAsking: step === 'asking',
    isBusy: change.isBusy,
    wasKept: step === 'kept',
    failure: change.failure?.message ?? null,
    ask: () => {
      change.forget();
      setStep('asking');
    },
    keep: () => setStep('kept'),
    go: () => change.run(carryOut, failed),
  };
}
