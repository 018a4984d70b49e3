import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { keepFocus } from '../focus';

/**
 * A component whose script is a part of its own. `load` brings it; until then `LatePart` suspends, and once it is there,
 * `LatePart` shows it at once: what is being taken over, or was pressed for, is never replaced by a stand-in. A script that
 * did not come is asked for again by whoever comes next, or tries again.
 */
type LatePart<P> = {
  LatePart: ComponentType<P & { failure: (onRetry: () => void) => ReactNode }>;
  load: () => Promise<unknown>;
  /** Has it suspend until it has come, after each failure once `askAgain` has resolved: for what is in the document. */
  hold: (askAgain: () => Promise<void>) => void;
};

/** What to show in the place of a part whose script did not come. */
const Absence = createContext<ReactNode>(null);

export function latePart<P extends object>(bring: () => Promise<ComponentType<P>>): LatePart<P> {
  let Loaded: ComponentType<P> | undefined;
  const load = async () => {
    Loaded ??= await bring();
    return Loaded;
  };
  const begin = (): ComponentType<P> =>
    lazy(async () => ({ default: await load().catch(() => Absent) }));
  let Coming = begin();

  async function insist(askAgain: () => Promise<void>): Promise<ComponentType<P>> {
    await askAgain();
    return load().catch(() => insist(askAgain));
  }

  function hold(askAgain: () => Promise<void>): void {
    const held = insist(askAgain);
    Coming = lazy(async () => ({ default: await held }));
  }

  function Absent() {
    useEffect(() => {
      Coming = begin();
    }, []);
    return useContext(Absence);
  }

  const LatePart: LatePart<P>['LatePart'] = ({ failure, ...props }) => {
    // The same one for as long as it is shown: another would lose what is in it.
    const [Shown, show] = useState(() => Loaded ?? Coming);
    const retry = () => {
      Coming = begin();
      void keepFocus(async () => flushSync(() => show(() => Coming)));
    };
    return (
      <Absence value={failure(retry)}>
        <Shown {...(props as unknown as P)} />
      </Absence>
    );
  };
  return { LatePart, load, hold };
}
