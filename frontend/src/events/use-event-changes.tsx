import { type ReactNode, useState } from 'react';
import { addEvent, deleteEvent } from '../api/events';
import { attempt, type Failure } from '../api/explain';
import { useStore } from '../api/query-store';
import type { NewEvent } from '../types';
import { Button } from '../ui/button';
import { useConfirm } from '../ui/dialog/use-confirm';

type Adding = {
  isAdding: boolean;
  toggle: ReactNode;
  add: (event: NewEvent | [NewEvent]) => Promise<Failure | null>;
};

/** The form for a new event: its button shows and hides it, and it closes when the event was added. */
export function useAddEvent(): Adding {
  const store = useStore();
  const [isAdding, setAdding] = useState(false);
  const toggle = (
    <Button look="line" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
      {isAdding ? 'Cancel' : 'Add Event'}
    </Button>
  );
  async function add(event: NewEvent | [NewEvent]): Promise<Failure | null> {
    const failure = await attempt(() => addEvent(event));
    if (failure) return failure;
    void store.invalidate(['music_events']);
    setAdding(false);
    return null;
  }
  return { isAdding, toggle, add };
}

/** Deletes an event after a question. */
export function useDeleteEvent(id: string): ReturnType<typeof useConfirm> {
  const store = useStore();
  return useConfirm(async () => {
    const failure = await attempt(() => deleteEvent(id));
    if (!failure) await store.invalidate(['music_events']);
    return failure;
  });
}
