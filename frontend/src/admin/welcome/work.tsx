import { counted } from '../../format';
import { paths } from '../../paths';
import { useSite } from '../../site';
import type { Site } from '../../types';
import { Button } from '../../ui/button';
import { useOpenPanel } from '../../ui/open-panel';
import { Link } from '../../ui/router';
import { type Item, ToDo } from './to-do';

/** How many artists and dates to come the site has. */
type Content = { artists: number; dates: number };

export function WorkThere({ artists, dates }: Content) {
  const there = [counted(artists, 'artist'), `${counted(dates, 'date')} to come`];
  return (
    <section className="welcome__sec" aria-label="The site">
      <p>{`Already there: ${there.join(', ')}.`}</p>
    </section>
  );
}

/** What somebody who looks after dates, or after everything, can begin with. */
export function WorkToDo({ artists, dates, isForAdmins }: Content & { isForAdmins: boolean }) {
  const site = useSite();
  const openPanel = useOpenPanel();
  const missing = [
    ...(isForAdmins ? ofAdmins(site, artists) : []),
    ...(artists > 0 && dates === 0 ? [FIRST_DATE] : []),
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

const FIRST_ARTIST: Begin = {
  ...{ what: 'Artists', why: 'A name and a genre are a beginning', action: 'Add' },
  section: 'dates',
};
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

function ofAdmins({ tagline, logo, contact_url }: Site, artists: number): Begin[] {
  const add = { action: 'Add', section: 'site' } as const;
  return [
    ...(artists > 0 ? [] : [FIRST_ARTIST]),
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
