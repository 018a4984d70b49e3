import type { User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { rows, supabase } from './client';

type Session = { user: User | null; isAdmin: boolean; isAuthorised: boolean };

const SIGNED_OUT: Session = { user: null, isAdmin: false, isAuthorised: false };
const SessionContext = createContext(SIGNED_OUT);

export const useSession = () => useContext(SessionContext);

/** Asks for the session on load, and again what the person may do on every change of it (sections 4 and 7). */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState(SIGNED_OUT);
  useEffect(() => {
    void supabase.auth.getSession().then(({ data }) => check(data.session?.user).then(setSession));
    const { data } = supabase.auth.onAuthStateChange((_event, changed) => {
      setTimeout(() => void check(changed?.user).then(setSession), 0);
    });
    return () => data.subscription.unsubscribe();
  }, []);
  return <SessionContext value={session}>{children}</SessionContext>;
}

async function check(signedIn: User | undefined): Promise<Session> {
  if (!signedIn) return SIGNED_OUT;
  const { data } = await supabase.auth.getUser();
  const contacts = await rows(
    'checking authorization',
    supabase.from('music_contacts').select('*').eq('user_id', signedIn.id),
  );
  const isAdmin = data.user?.role === 'service_role';
  return { user: data.user, isAdmin, isAuthorised: isAdmin || (contacts?.length ?? 0) > 0 };
}
