import { useSession } from '../../account/session/session';
import { factorResource } from '../../api/auth/factors';
import { useResource } from '../../api/queries/query-store';
import { shortAddress } from '../../paths';
import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { useOpenPanel } from '../../ui/open-panel';
import { ToDo } from './to-do';

/** Where to sign in, and with what. */
export function ComingBack({ email }: { email: string }) {
  const site = useSite();
  return (
    <ToDo
      title="How to come back"
      note={`${shortAddress(site.url)}, with “Admin” at the top of every page.`}
      items={[]}
    >
      <li>
        <div>
          <b>With your password</b> <small>{`Sign in as ${email}`}</small>
        </div>
        <span className="todo__on">On</span>
      </li>
      <SecondFactor />
    </ToDo>
  );
}

function SecondFactor() {
  const { user } = useSession();
  const openPanel = useOpenPanel();
  const { data } = useResource(factorResource(user?.id ?? ''));
  return (
    <li>
      <div>
        <b>With a second factor</b> <small>A stolen password alone is useless then</small>
      </div>
      {data?.since && <span className="todo__on">On</span>}
      {data && !data.since && (
        <Button
          look="line"
          aria-label="Set up: With a second factor"
          onClick={() => openPanel('account')}
        >
          Set up
        </Button>
      )}
    </li>
  );
}
