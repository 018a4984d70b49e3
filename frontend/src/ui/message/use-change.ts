import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';
import { type Refusal, tellFailure } from './tell-failure';
import { tellSlow } from './tell-slow';

type Change<E, R> = {
  /** Goes to the element beside which the failure is shown. */
  place: RefObject<E | null>;
  isBusy: boolean;
  failure: R | null;
  /** `work` returns null or why it failed; `failed` is what is told once the place is gone: 'Not deleted: the date.' */
  run: (work: () => Promise<R | null>, failed: string) => Promise<void>;
  forget: () => void;
};

const IDLE = { isBusy: false, failure: null };

/** What the press of a button changes: that it is being done, and why it failed, which is told wherever the person is. */
export function useChange<E extends Element, R extends Refusal = Refusal>(): Change<E, R> {
  const place = useRef<E>(null);
  const [state, setState] = useState<{ isBusy: boolean; failure: R | null }>(IDLE);
  const run: Change<E, R>['run'] = (work, failed) =>
    keepFocus(async () => {
      setState({ isBusy: true, failure: null });
      const failure = await tellSlow(work());
      flushSync(() => setState({ isBusy: false, failure }));
      if (failure) tellFailure(place.current, failed, failure);
    });
  return { place, ...state, run, forget: () => setState(IDLE) };
}
