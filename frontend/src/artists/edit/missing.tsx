import { Fragment, useState } from 'react';
import { isPicture, sourceSet, withoutFocus } from '../../pictures';
import type { Artist } from '../../types';
import { LinkButton } from '../../ui/link-button';
import { missingParts, PARTS } from './missing-parts';
import type { EditorField } from './profile-editor';

type Props = { artist: Artist; onAdd: (field: EditorField) => void };

/** What an artist's page lacks, for whoever may add it; each leads to its field. */
export function Missing({ artist, onAdd }: Props) {
  const [picture] = withoutFocus(artist.image);
  const [broken, setBroken] = useState('');
  const missing = missingParts(artist, broken === picture);
  return (
    <section className="missing on-stage" aria-label="What is missing">
      {/* Unseen: it only tells whether the picture can be had. */}
      {isPicture(picture) && (
        <img
          alt=""
          srcSet={sourceSet(picture, [240])}
          src={picture}
          onError={() => setBroken(picture)}
        />
      )}
      {missing.length > 0 && (
        <p className="wrap">
          <span>{'Missing: '}</span>
          {missing.map((field, place) => (
            <Fragment key={field}>
              {place > 0 && <span>{', '}</span>}
              <LinkButton onClick={() => onAdd(field)}>{PARTS[field]}</LinkButton>
            </Fragment>
          ))}
        </p>
      )}
    </section>
  );
}
