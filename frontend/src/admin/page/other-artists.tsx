import { useState } from 'react';
import { Panes } from '../panes';

/**
 * Below an owner's own page, folded: what everybody who is signed in may try with the other artists. Its lists are loaded
 * when it is unfolded.
 */
export function OtherArtists() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3 className="head" tabIndex={-1}>
          All artists
        </h3>
      </summary>
      <p className="only-for">
        Only admins can add, feature or delete artists: the site refuses it for your account, and
        nothing changes.
      </p>
      {isOpen && <Panes isFolded />}
    </details>
  );
}
