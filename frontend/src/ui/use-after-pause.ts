import { useCallback, useEffect, useRef } from 'react';

/** Long enough for the next letter to come, short enough to seem at once. */
const PAUSE_MS = 150;

/** Runs the last of several pieces of work that come in a row, after a pause. */
export function useAfterPause(): (work: () => void) => void {
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((work: () => void) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(work, PAUSE_MS);
  }, []);
}
