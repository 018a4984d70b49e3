import { useState } from 'react';
import { useOutcome } from '../message/use-outcome';
import type { Done } from './done-note';

/** What was done last, for a `DoneNote`; told on the page once that is gone. */
export function useDone(first: () => Done | null = () => null) {
  const [done, setDone] = useState(first);
  const [box, orTell] = useOutcome<HTMLDivElement>();
  function show(next: Done | null): void {
    setDone(next);
    if (next) orTell(next);
  }
  return { done, setDone: show, note: { done, box, onClose: () => setDone(null) } };
}
