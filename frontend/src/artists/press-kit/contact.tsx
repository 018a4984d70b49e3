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
  const isMail = url.startsWith('mailto:');
  return (
    <section>
      <div className="press-kit__head">
        <h2 className="head">Contact</h2>
      </div>
      <div className="connect">
        <Row
          place={isMail ? 'Mail' : 'Website'}
          text={isMail ? url.slice('mailto:'.length) : shortAddress(url)}
          url={url}
        />
      </div>
    </section>
  );
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
  if (rows.length === 0) return null;
  return (
    <section>
      <div className="press-kit__head">
        <h2 className="head">Links</h2>
      </div>
      <div className="connect">
        {rows.map((row) => (
          <Row key={row.url} {...row} />
        ))}
      </div>
    </section>
  );
}

/** A known service by its name: the address beside it says where any other leads. */
function nameOf(url: string): string {
  const place = placeAt(url);
  return place?.isKnown ? place.name : 'Link';
}

function Row({ place, text, url }: { place: string; text: string; url: string }) {
  const isMail = url.startsWith('mailto:');
  return (
    <a href={url} {...(!isMail && { target: '_blank', rel: 'noopener noreferrer' })}>
      <span>{place}</span>{' '}
      <span>
        <Address text={text} />
      </span>
      {!isMail && <span className="visually-hidden"> (opens in a new tab)</span>}
    </a>
  );
}
