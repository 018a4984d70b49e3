import { useSite } from '../../site';
import { Pane } from '../pane';

/** Tells somebody with an account and no rights whom to ask for some. */
export function NothingYet() {
  return (
    <Pane title="You have no rights yet">
      <WhomToAsk />
    </Pane>
  );
}

/** Whom to ask for rights, under a heading of another place. */
export function WhomToAsk() {
  const site = useSite();
  return (
    <div className="stack">
      <p className="measure-text">
        {`You are signed in, but you cannot change anything yet. An admin of ${site.name} can make you a music contact or the owner of an artist.`}
      </p>
      {site.contact_url && (
        <p>
          <a className="btn btn--line" href={site.contact_url}>
            {`Write to ${site.name}`}
          </a>
        </p>
      )}
    </div>
  );
}
