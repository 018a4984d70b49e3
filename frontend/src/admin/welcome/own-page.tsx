import { announcementOf } from '../../announcement';
import { preparedEventsResource } from '../../api/announcements';
import { useResource } from '../../api/queries/query-store';
import type { MissingPart } from '../../artists/edit/missing-parts';
import { counted } from '../../format';
import { EDIT_HASH, paths } from '../../paths';
import { useSite } from '../../site';
import type { Artist } from '../../types';
import { Photo } from '../../ui/photo/photo';
import { Link } from '../../ui/router';
import { Bill } from '../../ui/type/bill';
import { type Item, ToDo } from './to-do';

const NAME_TARGET = 6.3;

type Props = { artist: Artist };
type PartsProps = Props & { lacking: readonly MissingPart[] };

/** The page as it is, and what it has already. */
export function OwnPageThere({ artist, lacking, onLost }: PartsProps & { onLost: () => void }) {
  const site = useSite();
  const { id, name } = artist;
  const { data: dates } = useResource(preparedEventsResource(id));
  const there = [
    'name',
    'genre',
    ...(lacking.includes('picture') ? [] : ['a photograph']),
    ...(lacking.includes('bio') ? [] : ['a biography']),
    ...(lacking.includes('links') ? [] : ['links']),
    ...(artist.latest_song ? [`“${artist.latest_song}”`] : []),
    ...(dates ? [dates.count ? `${counted(dates.count, 'date')} to come` : 'no dates yet'] : []),
  ];
  return (
    <section className="welcome__sec" aria-label="Your page">
      <Link
        className="welcome__page on-stage"
        href={paths.artist(id)}
        aria-label={`See it as others do: ${name}`}
      >
        <Photo
          of={artist}
          alt=""
          widths={[640, 1200]}
          sizes="(min-width:960px) 520px,100vw"
          width={640}
          height={400}
          onLost={onLost}
        />
        <div className="measure">
          <Bill text={name} target={NAME_TARGET} />
        </div>
      </Link>
      <p>{`Already there: ${there.join(', ')}.`}</p>
      {announcementOf(artist) && (
        <p>{`Only you and the people of ${site.name} see it until it is announced.`}</p>
      )}
    </section>
  );
}

const ITEMS: Record<MissingPart, Omit<Item, 'to'>> = {
  bio: { what: 'Biography', why: 'Three sentences are plenty', action: 'Write' },
  links: { what: 'Links', why: 'Where people listen to you', action: 'Add' },
  picture: { what: 'Photograph', why: 'From your phone, one is enough', action: 'Choose' },
};

/** What it lacks, each with one press to where it is edited. */
export function OwnPageToDo({ artist, lacking }: PartsProps) {
  const items = lacking.map((field) => ({
    ...ITEMS[field],
    to: `${paths.artist(artist.id)}${EDIT_HASH}-${field}`,
  }));
  return items.length > 0 ? (
    <ToDo
      title="Missing"
      note="None of this has to be done today. Visitors see no gaps."
      items={items}
    />
  ) : (
    <ToDo title="All there" note="Nothing is missing." items={[]} />
  );
}

export function OwnPageWays({ artist: { id } }: Props) {
  return (
    <>
      <Link className="btn btn--line" href={paths.artist(id)}>
        See it as others do
      </Link>
      <Link className="btn btn--line" href={paths.artist(id) + EDIT_HASH}>
        Edit your page
      </Link>
    </>
  );
}
