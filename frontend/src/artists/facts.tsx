import type { ReactNode } from 'react';
import { followersLine } from '../format';
import type { Artist } from '../types';

export function Facts({ artist, children }: { artist: Artist; children?: ReactNode }) {
  return (
    <div className="factbar">
      <dl>
        <div>
          <dt className="visually-hidden">Genre</dt>
          <dd>{artist.genre}</dd>
        </div>
        <div>
          <dt className="visually-hidden">Followers</dt>
          <dd>{followersLine(artist.followers)}</dd>
        </div>
      </dl>
      {children}
    </div>
  );
}
