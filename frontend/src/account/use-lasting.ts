import { useState } from 'react';
import { useSession } from './session/session';

/** A right that outlives the session that gave it: what was typed can be saved after signing in again. */
export function useLasting(may: boolean): boolean {
  const { hasExpired, isChecked } = useSession();
  const [had, setHad] = useState(may);
  if (may && !had) setHad(true);
  return may || (had && (hasExpired || !isChecked));
}
