import { type ComponentType, lazy, useState } from 'react';

/**
 * A page whose script is a part of its own. `load` brings it; until then `Page` suspends, and once it is there, `Page`
 * shows it at once: a page that is being taken over, or that somebody pressed for, is never replaced by a stand-in.
 */
export type LaterPage<P> = { Page: ComponentType<P>; load: () => Promise<unknown> };

export function laterPage<P extends object>(bring: () => Promise<ComponentType<P>>): LaterPage<P> {
  let Loaded: ComponentType<P> | undefined;
  const load = async () => {
    Loaded ??= await bring();
    return Loaded;
  };
  const Coming: ComponentType<P> = lazy(async () => ({ default: await load() }));
  function Page(props: P) {
    // The same one for as long as it is shown: another would lose what is in it.
    const [Shown] = useState(() => Loaded ?? Coming);
    return <Shown {...props} />;
  }
  return { Page, load };
}
