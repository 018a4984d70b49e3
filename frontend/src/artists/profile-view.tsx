import type { ReactNode } from 'react';
import { paths } from '../paths';
import type { Artist } from '../types';
import { Icon } from '../ui/icon';
import { GO } from '../ui/icons';
import { TitleBill } from '../ui/type/bill';
import { Paragraphs } from '../ui/type/paragraphs';
import { ArtistName } from './artist-name';
import { Connect } from './connect';
import { Facts } from './facts';
import { Listen } from './listen';
import { Disc } from './release/disc';
import { listeningAt } from './services';

const TITLE_TARGET = 5.2;

type Props = {
  artist: Artist;
  hasDates: boolean;
  /** A control of the person who may edit the profile. */
  action?: ReactNode;
};

export function ProfileView({ artist, hasDates, action }: Props) {
  return (
    <>
      <ArtistName name={artist.name} />
      <div className="wrap">
        <Facts artist={artist}>
          <div className="end">
            {listeningAt(artist.links).length > 0 && (
              <Listen artist={artist} links={artist.links} side="right">
                Listen
              </Listen>
            )}
            {action}
          </div>
        </Facts>
        <div className="profile">
          <Bio bio={artist.bio} />
          <div className="side">
            {artist.latest_song && <Release artist={artist} title={artist.latest_song} />}
            <Connect artist={artist} />
            <PressKitLink artist={artist} hasDates={hasDates} />
          </div>
        </div>
      </div>
    </>
  );
}

function Bio({ bio }: { bio: string | null }) {
  return (
    <section aria-labelledby="bio">
      <h2 className="head" id="bio">
        Bio
      </h2>
      {bio?.trim() ? (
        <Paragraphs text={bio} className="lead" />
      ) : (
        <p className="quiet">No bio available.</p>
      )}
    </section>
  );
}

function Release({ artist, title }: { artist: Artist; title: string }) {
  return (
    <section className="single on-stock" aria-labelledby="release">
      <h2 className="head" id="release">
        Latest Release
      </h2>
      <TitleBill text={title} target={TITLE_TARGET} />
      <Disc artist={artist} />
    </section>
  );
}

/** The way to what the press may want; a picture alone is above. */
function PressKitLink({ artist, hasDates }: Pick<Props, 'artist' | 'hasDates'>) {
  const told = [...(artist.bio?.trim() ? ['text'] : []), ...(hasDates ? ['dates'] : [])];
  if (told.length === 0) return null;
  return (
    <div className="connect connect--press-kit">
      <a href={paths.pressKit(artist.id)}>
        <span>Press</span> <span>{['Photograph', ...told].join(', ')}</span>
        <Icon shape={GO} />
      </a>
    </div>
  );
}
