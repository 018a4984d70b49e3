import { useEffect, useState } from 'react';
import type { Session } from '../../account/session/session-state';
import { paths } from '../../paths';
import { goTo } from '../../ui/router';
import { isOwnerOnly } from '../panel/sections';

/** Leads whoever signs in on the home page, and owns one artist and no more, to that artist's page. */
export function useLanding(session: Session): void {
  const [isDue, setDue] = useState(session.user === null);
  const { user, isChecked, owns } = session;
  useEffect(() => {
    if (!isDue || !user || !isChecked) return;
    setDue(false);
    const [id] = owns;
    if (id && owns.length === 1 && isOwnerOnly(session) && location.pathname === paths.home)
      goTo(paths.artist(id));
  }, [isDue, user, isChecked, owns, session]);
}
