import { artistEventsResource } from '../api/resources';
import { VenueTicketList } from '../events/ticket-list';
import { Listed } from '../listed';
import type { List, Snapshot } from '../resource';
import type { Artist, ArtistEvent } from '../types';
import { Empty } from '../ui/empty';
import { Section } from '../ui/section';

export const EVENTS_TITLE = 'Upcoming Events';

type Props = { artist: Artist; events: Snapshot<List<ArtistEvent>> };

export function ProfileEvents({ artist, events }: Props) {
  return (
    <Section title={EVENTS_TITLE}>
      <Listed
        what="events"
        resource={artistEventsResource(artist.id)}
        snapshot={events}
        empty={<Empty title="No upcoming events scheduled." />}
      >
        {(rows) => <VenueTicketList artist={artist.name} events={rows} />}
      </Listed>
    </Section>
  );
}
