import type { CSSProperties } from 'react';
import { artistsResource } from '../../api/artists';
import { upcomingEventsResource } from '../../api/events';
import { useResource } from '../../api/queries/query-store';
import { dateParts } from '../../format';
import { USUAL_FOOTER, useSite } from '../../site';
import { Photo } from '../../ui/photo/photo';
import { Bill } from '../../ui/type/bill';

const TARGET = 6.3;

type Props = { site_name: string; footer: string; logo: string; accent: string };

/** The home page in small, with the brand that is being chosen. Only to be looked at: everything in it is said beside it. */
export function Miniature({ site_name: name, footer, logo, accent }: Props) {
  const { today } = useSite();
  const artists = useResource(artistsResource).data;
  const event = useResource(upcomingEventsResource).data?.rows[0];
  const artist = artists?.rows.find(({ is_featured }) => is_featured) ?? artists?.rows[0];
  return (
    <div className="mini" style={{ '--stock': accent } as CSSProperties} aria-hidden="true">
      <div className="mini__hero">
        {artist && <Photo of={artist} alt="" widths={[480]} sizes="240px" />}
        <span className="mini__brand">{logo ? <img key={logo} src={logo} alt="" /> : name}</span>
        <span className="mini__button">Listen Now</span>
        <div className="measure">
          <Bill text={artist?.name ?? name} target={TARGET} />
        </div>
      </div>
      <div className="mini__release">
        <b>Latest Release</b>
        <div className="measure">
          <Bill text={artist?.latest_song || 'Your next song'} target={TARGET} />
        </div>
      </div>
      <p className="mini__ticket">
        <b>{dateParts(event?.date ?? today).day}</b>
        <span>
          <strong>{event?.artist.name ?? 'Your next date'}</strong>
          <span>{event && `${event.venue}, ${event.location}`}</span>
        </span>
      </p>
      <p className="mini__foot">{`${footer || USUAL_FOOTER} © ${today.slice(0, 4)} ${name}`}</p>
    </div>
  );
}
