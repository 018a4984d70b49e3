import { useCallback, useEffect, useRef } from 'react';

/** Long enough to wait for the next letter, short enough to feel immediate. */
const PAUSE_MS = 150;

/** Delays work until no more has come for a moment, and then runs only the last. */
export function useAfterPause(): (work: () => void) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((work: () => void) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(work, PAUSE_MS);
  }, []);
}
