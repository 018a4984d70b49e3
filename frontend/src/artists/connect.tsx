import { isWebAddress, shortAddress } from '../paths';
import { HANDLES, profileOf } from '../texts/handles';
import type { Artist } from '../types';
import { Icon } from '../ui/icon';
import { OUT } from '../ui/icons';
import { Address } from '../ui/type/address';

/** Links to the artist's other pages; nothing when there are none. */
export function Connect({ artist }: { artist: Artist }) {
  const { website } = artist;
  const hasWebsite = website !== null && isWebAddress(website);
  const profiles = HANDLES.flatMap((column) => profileOf(column, artist[column]) ?? []);
  if (!hasWebsite && profiles.length === 0) return null;
  return (
    <section aria-labelledby="connect">
      <h2 className="head" id="connect">
        Connect
      </h2>
      <div className="connect">
        {hasWebsite && <Outward place="Website" text={shortAddress(website)} href={website} />}
        {profiles.map(({ place, text, url }) => (
          <Outward key={place} place={place} text={text} href={url} />
        ))}
      </div>
    </section>
  );
}

function Outward({ place, text, href }: { place: string; text: string; href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{place}</span>{' '}
      <span>
        <Address text={text} />
      </span>
      <Icon shape={OUT} />
      <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
}
