import { useState } from 'react';
import { useSession } from './session/session';

/** A right that outlives the session that gave it: what was typed is there, and can be saved, after signing in again. */
export function useLasting(may: boolean): boolean {
  const { user, waiting, isChecked } = useSession();
  const [had, setHad] = useState(may);
  if (user && isChecked && may !== had) setHad(may);
  return may || (had && (waiting !== null || !isChecked));
}
