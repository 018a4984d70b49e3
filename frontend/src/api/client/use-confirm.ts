import { useState } from 'react';
import type { Confirm } from '../../ui/dialog/confirm-delete';
import { useChange } from '../../ui/message/use-change';
import { attempt } from './explain';

/**
 * Asks a question before it runs `work`. `failed` is what is told when that fails and the question is gone: 'Not deleted:
 * the date.'
 */
export function useConfirm(work: () => Promise<unknown>, failed: string): Confirm {
  const change = useChange<HTMLFieldSetElement>();
  const [step, setStep] = useState<'idle' | 'asking' | 'kept'>('idle');
  const carryOut = () =>
    attempt(async () => {
      await work();
      setStep('idle');
    });
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
