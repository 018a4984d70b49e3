import { isPicture, WIDE } from '../../pictures';
import type { Artist } from '../../types';
import { Photo } from '../../ui/photo/photo';

/** The poster has the same, and so the picture at hand. */
export const PHOTO_SIZES = '(min-width:1024px) 34vw,100vw';

/** The picture with its credit, and a way to have it in full. */
export function Photograph({ artist }: { artist: Artist }) {
  const { image, name, image_alt, credit } = artist;
  if (!isPicture(image)) return null;
  const [file = ''] = image.split('#');
  const isOurs = file.startsWith('/');
  return (
    <section>
      <div className="press-kit__head">
        <h2 className="head">Photograph</h2>
      </div>
      <figure className="press-kit__photo">
        <Photo
          of={artist}
          alt={image_alt || name}
          widths={WIDE}
          sizes={PHOTO_SIZES}
          width={1280}
          height={960}
        />
        {credit && <figcaption>{`Credit: ${credit}`}</figcaption>}
      </figure>
      <a
        className="btn btn--primary"
        {...(isOurs
          ? { href: `${file}?download=`, download: true }
          : { href: file, target: '_blank', rel: 'noopener noreferrer' })}
      >
        <span>{isOurs ? 'Download photograph' : 'Open photograph'}</span>
        {!isOurs && <span className="visually-hidden"> (opens in a new tab)</span>}
      </a>
    </section>
  );
}
