import { isWebAddress, shortAddress } from '../../paths';
import { useSite } from '../../site';
import { HANDLES, profileOf } from '../../texts/handles';
import type { Artist } from '../../types';
import { Address } from '../../ui/type/address';
import { placeAt } from '../services';

/** Whom to ask. */
export function Contact() {
  const { contact_url: url } = useSite();
  if (!url) return null;
  const row = isMail(url)
    ? { place: 'Mail', text: url.slice('mailto:'.length), url }
    : { place: 'Website', text: shortAddress(url), url };
  return <Rows title="Contact" rows={[row]} />;
}

/** Everywhere else that the artist is. */
export function Links({ artist }: { artist: Artist }) {
  const { website, links } = artist;
  const rows = [
    ...(website && isWebAddress(website)
      ? [{ place: 'Website', text: shortAddress(website), url: website }]
      : []),
    ...HANDLES.flatMap((column) => profileOf(column, artist[column]) ?? []),
    ...links
      .filter(({ url }) => url !== website)
      .map(({ url, label }) => ({ place: label ?? nameOf(url), text: shortAddress(url), url })),
  ];
  return rows.length > 0 && <Rows title="Links" rows={rows} />;
}

/** A known service by its name: the address beside it says where any other leads. */
function nameOf(url: string): string {
  const place = placeAt(url);
  return place?.isKnown ? place.name : 'Link';
}

type RowProps = { place: string; text: string; url: string };

function Rows({ title, rows }: { title: string; rows: RowProps[] }) {
  return (
    <section>
      <div className="press-kit__head">
        <h2 className="head">{title}</h2>
      </div>
      <div className="connect">
        {rows.map((row) => (
          <Row key={row.url} {...row} />
        ))}
      </div>
    </section>
  );
}

const isMail = (url: string) => url.startsWith('mailto:');

function Row({ place, text, url }: RowProps) {
  return (
    <a href={url} {...(!isMail(url) && { target: '_blank', rel: 'noopener noreferrer' })}>
      <span>{place}</span>{' '}
      <span>
        <Address text={text} />
      </span>
      {!isMail(url) && <span className="visually-hidden"> (opens in a new tab)</span>}
    </a>
  );
}
