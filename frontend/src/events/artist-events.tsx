import type { PagedQuery } from '../api/query-store';
import type { Artist, ArtistEvent } from '../types';
import { Empty } from '../ui/list/empty';
import { PagedList } from '../ui/list/paged-list';
import { Section } from '../ui/section';
import { VenueTicketList } from './ticket-list';

export const EVENTS_TITLE = 'Upcoming Events';

type Props = { artist: Artist; events: PagedQuery<ArtistEvent> };

export function ArtistEvents({ artist, events }: Props) {
  return (
    <Section title={EVENTS_TITLE}>
      <PagedList what="events" empty={<Empty title="No upcoming events scheduled." />} {...events}>
        {(rows) => <VenueTicketList artist={artist.name} events={rows} />}
      </PagedList>
    </Section>
  );
}
