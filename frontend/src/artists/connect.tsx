import { bareHandle, isWebAddress, paths, shortAddress } from '../paths';
import type { Artist } from '../types';
import { Icon } from '../ui/icon';
import { OUT } from '../ui/icons';

/** Links to the artist's other pages; nothing when there are none. */
export function Connect({ artist }: { artist: Artist }) {
  const { website, social_instagram: instagram, social_twitter: twitter } = artist;
  const hasWebsite = website !== null && isWebAddress(website);
  if (!hasWebsite && !instagram && !twitter) return null;
  return (
    <section aria-labelledby="connect">
      <h2 className="head" id="connect">
        Connect
      </h2>
      <div className="connect">
        {hasWebsite && <Outward place="Website" text={shortAddress(website)} href={website} />}
        {instagram && (
          <Outward
            place="Instagram"
            text={`@${bareHandle(instagram)}`}
            href={paths.instagram(instagram)}
          />
        )}
        {twitter && (
          <Outward place="Twitter" text={`@${bareHandle(twitter)}`} href={paths.twitter(twitter)} />
        )}
      </div>
    </section>
  );
}

function Outward({ place, text, href }: { place: string; text: string; href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{place}</span> <span>{text}</span>
      <Icon shape={OUT} />
      <span className="visually-hidden">(opens in a new tab)</span>
    </a>
  );
}
