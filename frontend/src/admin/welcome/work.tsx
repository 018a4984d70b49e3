import { preparedArtists, preparedEvents } from '../../api/announcements';
import { useResource } from '../../api/queries/query-store';
import { counted } from '../../format';
import { paths } from '../../paths';
import { useSite } from '../../site';
import type { Site } from '../../types';
import { Button } from '../../ui/button';
import { useOpenPanel } from '../../ui/open-panel';
import { Link } from '../../ui/router';
import { type Item, ToDo } from './to-do';

/** What the site has. */
export function WorkThere() {
  const artists = useResource(preparedArtists).data;
  const dates = useResource(preparedEvents).data;
  if (!artists || !dates) return null;
  const there = [counted(artists.count, 'artist'), `${counted(dates.count, 'date')} to come`];
  return (
    <section className="welcome__sec" aria-label="The site">
      <p>{`Already there: ${there.join(', ')}.`}</p>
    </section>
  );
}

/** What somebody who looks after dates, or after everything, can begin with. */
export function WorkToDo({ isForAdmins }: { isForAdmins: boolean }) {
  const site = useSite();
  const openPanel = useOpenPanel();
  const artists = useResource(preparedArtists).data;
  const dates = useResource(preparedEvents).data;
  if (!artists || !dates) return null;
  const has = { artists: artists.count > 0, dates: dates.count > 0 };
  const missing = [
    ...(isForAdmins ? ofAdmins(site, has) : []),
    ...(has.artists && !has.dates ? [FIRST_DATE] : []),
  ];
  const items = (missing.length > 0 ? missing : [isForAdmins ? PEOPLE : NEXT_DATE]).map((one) => ({
    ...one,
    to: () => openPanel(one.section),
  }));
  return missing.length > 0 ? (
    <ToDo title="Missing" note="None of this has to be done today." items={items} />
  ) : (
    <ToDo title="All there" note="Nothing is missing. This is where to go on:" items={items} />
  );
}

type Begin = Omit<Item, 'to'> & { section: 'dates' | 'people' | 'site' };

const FIRST_DATE: Begin = {
  ...{ what: 'Dates', why: 'There is none to come yet', action: 'Add' },
  section: 'dates',
};
const NEXT_DATE: Begin = {
  ...{ what: 'Dates', why: 'Add, change and delete those of every artist', action: 'Open' },
  section: 'dates',
};
const PEOPLE: Begin = {
  ...{ what: 'People', why: 'Who may sign in, and as what', action: 'Open' },
  section: 'people',
};

function ofAdmins({ tagline, logo, contact_url }: Site, has: { artists: boolean }): Begin[] {
  const add = { action: 'Add', section: 'site' } as const;
  return [
    ...(has.artists
      ? []
      : ([
          {
            what: 'Artists',
            why: 'A name and a genre are a beginning',
            action: 'Add',
            section: 'dates',
          },
        ] as const)),
    ...(tagline ? [] : [{ what: 'Tagline', why: 'What this site is, in one line', ...add }]),
    ...(contact_url ? [] : [{ what: 'Contact', why: 'Whom people write to', ...add }]),
    ...(logo ? [] : [{ what: 'Logo', why: 'It stands at the top of every page', ...add }]),
  ];
}

export function WorkWays() {
  const openPanel = useOpenPanel();
  return (
    <>
      <Link className="btn btn--line" href={paths.home}>
        Go to the site
      </Link>
      <Button look="line" onClick={() => openPanel('')}>
        Open the panel
      </Button>
    </>
  );
}
