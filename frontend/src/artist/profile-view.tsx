import type { ReactNode } from 'react';
import type { Artist } from '../types';
import { BillLines, SplitBill } from '../ui/bill';
import { Button } from '../ui/button';
import { Empty } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { Connect } from './connect';
import { Disc } from './disc';
import { Facts } from './facts';
import { NAME_TARGET } from './hero';
import { titleLines } from './title-lines';
import './profile.css';
import './release.css';

const TITLE_TARGET = 5.2;

type Props = {
  artist: Artist;
  /** Null for people who may not. */
  onEdit: (() => void) | null;
  /** The editor has just closed, and the focus comes back to where it was opened. */
  wasEdited: boolean;
};

export function ProfileView({ artist, onEdit, wasEdited }: Props) {
  return (
    <>
      <div className="wrap pname">
        <div className="m banner__name">
          <h1>
            <SplitBill text={artist.name} target={NAME_TARGET} />
          </h1>
        </div>
      </div>
      <div className="wrap">
        <Facts artist={artist}>
          {onEdit && (
            <div className="end">
              <Button look="line" icon="edit" onClick={onEdit} autoFocus={wasEdited}>
                Edit Profile
              </Button>
            </div>
          )}
        </Facts>
        <div className="profile">
          <Bio bio={artist.bio} />
          <div className="side">
            {artist.latest_song && <Release artist={artist} title={artist.latest_song} />}
            <Connect artist={artist} />
          </div>
        </div>
      </div>
    </>
  );
}

function Bio({ bio }: { bio: string | null }) {
  const paragraphs = (bio ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return (
    <section aria-labelledby="bio">
      <h2 className="head" id="bio">
        Bio
      </h2>
      {paragraphs.map((text) => (
        <p className="lead" key={text}>
          {text}
        </p>
      ))}
      {paragraphs.length === 0 && <Empty title="No bio available." />}
    </section>
  );
}

function Release({ artist, title }: { artist: Artist; title: string }) {
  return (
    <section className="single on-stock" aria-labelledby="release">
      <h2 className="head" id="release">
        Latest Release
      </h2>
      <p className="m">
        <BillLines lines={titleLines(title)} target={TITLE_TARGET} />
      </p>
      <Disc image={artist.image} />
    </section>
  );
}

export function ProfileSkeleton(): ReactNode {
  return (
    <div className="wrap late" aria-busy="true">
      <Skeleton kind="name" />
      <div className="profile">
        <div>
          {['first', 'second', 'third', 'fourth'].map((line) => (
            <Skeleton key={line} kind="text" />
          ))}
        </div>
        <Skeleton kind="ticket" />
      </div>
    </div>
  );
}
