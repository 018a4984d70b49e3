import type { ReactNode } from 'react';
import { paths } from '../paths';
import type { Artist } from '../types';
import { Icon } from '../ui/icon';
import { GO } from '../ui/icons';
import { Empty } from '../ui/list/empty';
import { SplitBill, TitleBill } from '../ui/type/bill';
import { Paragraphs } from '../ui/type/paragraphs';
import { Connect } from './connect';
import { Disc } from './disc';
import { Facts } from './facts';
import { Listen } from './listen';

const TITLE_TARGET = 5.2;

type Props = {
  artist: Artist;
  /** A control of the person who may edit the profile. */
  action?: ReactNode;
};

export function ProfileView({ artist, action }: Props) {
  return (
    <>
      <div className="wrap profile-name">
        <div className="measure banner__name">
          <h1>
            <SplitBill text={artist.name} />
          </h1>
        </div>
      </div>
      <div className="wrap">
        <Facts artist={artist}>
          <div className="end">
            <Listen artist={artist} links={artist.links} side="right">
              Listen
            </Listen>
            {action}
          </div>
        </Facts>
        <div className="profile">
          <Bio bio={artist.bio} />
          <div className="side">
            {artist.latest_song && <Release artist={artist} title={artist.latest_song} />}
            <Connect artist={artist} />
            <div className="connect connect--press">
              <a href={paths.press(artist.id)}>
                <span>Press</span> <span>Photograph, text, dates</span>
                <Icon shape={GO} />
              </a>
            </div>
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
        <Empty title="No bio available." />
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
