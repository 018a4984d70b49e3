import { ownArtistsResource } from '../../api/contacts';
import { useResource } from '../../api/queries/query-store';
import { followersLine } from '../../format';
import { EDIT_HASH, paths } from '../../paths';
import type { ArtistCard } from '../../types';
import { EDIT } from '../../ui/form/icons';
import { Icon } from '../../ui/icon';
import { QueryFailure } from '../../ui/list/load-failure';
import { Photo } from '../../ui/photo/photo';
import { Link } from '../../ui/router';
import { Pane } from '../pane';

type Props = {
  /** The ids of the artists that the person owns. */
  owns: readonly string[];
  onClose: () => void;
};

/** The way from the panel to what is one's own; of several artists, one is chosen. */
export function YourPage({ owns, onClose }: Props) {
  const query = useResource(ownArtistsResource(owns));
  const { data } = query;
  return (
    <Pane title="Your page">
      <QueryFailure what="Your page" of={query} />
      {data && data.length > 1 && (
        <p className="form__note">You own several artists. Choose whose page to edit.</p>
      )}
      <ul className="own-pages" role="list">
        {data?.map((artist) => (
          <OwnPage key={artist.id} artist={artist} isOnly={data.length === 1} onClose={onClose} />
        ))}
      </ul>
    </Pane>
  );
}

type PageProps = { artist: ArtistCard; isOnly: boolean; onClose: () => void };

function OwnPage({ artist, isOnly, onClose }: PageProps) {
  const { id, name, genre, followers } = artist;
  return (
    <li className="own-page">
      <div className="own-page__photo">
        <Photo of={artist} alt="" widths={[640]} sizes="600px" width={640} height={240} />
      </div>
      <div>
        <p className="own-page__name" translate="no" dir="auto">
          {name}
        </p>
        <p className="row__s">
          <span>{`${genre}, `}</span>
          <span className="nowrap">{followersLine(followers)}</span>
        </p>
      </div>
      <div className="form__act">
        {/* The panel closes first: the keyboard goes on in the page. */}
        <Link className="btn btn--primary" href={paths.artist(id) + EDIT_HASH} onClick={onClose}>
          <Icon shape={EDIT} />
          <span>{isOnly ? 'Edit your page' : `Edit ${name}`}</span>
        </Link>
        <Link className="btn btn--line" href={paths.artist(id)} onClick={onClose}>
          {isOnly ? 'See it as others do' : `See ${name}`}
        </Link>
      </div>
    </li>
  );
}
