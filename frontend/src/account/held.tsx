import type { ReactNode } from 'react';
import { useSession } from './session/session';

/** True while what was left open waits for somebody who signed out in another tab. */
export function useHeld(): boolean {
  const { waiting, hasExpired } = useSession();
  return waiting !== null && !hasExpired;
}

/** A form that shows what was typed into it, and nothing to press, until its writer has signed in again. */
export function Held({ children }: { children: ReactNode }) {
  const isHeld = useHeld();
  return (
    <fieldset className="held" role="presentation" disabled={isHeld}>
      {isHeld && (
        <p className="held__note" role="alert">
          You are signed out. What you typed is still here: sign in to go on with it.
        </p>
      )}
      {children}
    </fieldset>
  );
}
