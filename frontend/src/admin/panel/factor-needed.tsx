import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { Pane } from '../pane';

/** Tells admins of a site that requires a second factor of them why they may not change anything yet. */
export function FactorNeeded({ onSetUp }: { onSetUp: () => void }) {
  const site = useSite();
  return (
    <Pane title="One more step">
      <div className="stack">
        <p className="measure-text">
          <b>{`Admins of ${site.name} need a second factor.`}</b> It takes a minute and an app on
          your phone. Until then you can sign in, but not change anything.
        </p>
        <Button look="primary" onClick={onSetUp}>
          Set it up now
        </Button>
      </div>
    </Pane>
  );
}
