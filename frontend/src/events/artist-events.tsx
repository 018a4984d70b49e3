import type { PagedQuery } from '../api/queries/query-store';
import type { Artist, ListedEvent } from '../types';
import { Count } from '../ui/list/count';
import { PagedList } from '../ui/list/paged-list';
import { Section } from '../ui/section';
import { CalendarMenu } from './calendar-menu';
import type { TagOf } from './ticket';
import { TicketList } from './ticket-list';

export const EVENTS_TITLE = 'Upcoming Events';

type Props = { artist: Artist; events: PagedQuery<ListedEvent>; tagOf?: TagOf };

/** An artist's upcoming events as visitors see them. */
export function ArtistEvents({ artist, events, tagOf }: Props) {
  return (
    <Section
      title={EVENTS_TITLE}
      aside={<EventsAside list={events.data} artist={artist} />}
      hasControls
    >
      <PagedList
        what="events"
        empty={<p className="quiet">No upcoming events scheduled.</p>}
        {...events}
      >
        {(rows) => <TicketList artistId={artist.id} events={rows} tagOf={tagOf} />}
      </PagedList>
    </Section>
  );
}

type AsideProps = {
  list: PagedQuery<ListedEvent>['data'];
  /** Whose dates; absent for those of the whole site. */
  artist?: Pick<Artist, 'id' | 'name'>;
};

/** How many dates there are, and the ways to keep them. */
export function EventsAside({ list, artist }: AsideProps) {
  return (
    <>
      <Count list={list} noun="date" />
      <CalendarMenu {...(artist ? { artist } : {})} />
    </>
  );
}
