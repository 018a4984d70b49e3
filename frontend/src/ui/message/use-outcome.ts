import { type RefObject, useRef } from 'react';
import type { Done } from '../list/done-note';
import { isInSight } from './in-sight';
import { tellDone } from './tell-done';

/**
 * Once the `place` that shows what was done is gone or out of sight, the page tells it. A list may give way to a form and
 * be back with the same change, so it is looked for after that.
 */
export function useOutcome<E extends Element>(): [
  place: RefObject<E | null>,
  orTell: (done: Done) => void,
] {
  const place = useRef<E>(null);
  return [place, (done) => void setTimeout(() => isInSight(place.current) || tellDone(done))];
}
