import { WIDE } from '../../pictures';
import { Photo } from './photo';

/** The photograph that a page begins with, as wide as the page on a phone and two thirds of it elsewhere. */
export function HeroPhoto({ of: artist }: { of: { name: string; image: string } }) {
  return (
    <Photo
      className="hero__img"
      of={artist}
      alt={artist.name}
      widths={WIDE}
      sizes="(min-width:768px) 68vw,100vw"
      width={1280}
      height={960}
      fetchPriority="high"
    />
  );
}
